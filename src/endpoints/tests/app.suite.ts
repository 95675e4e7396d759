import type { JsonSchema } from "../../schema/index.ts";
import { scanRoutes, type FoundRoute, type Scan } from "../scan.ts";

/** Scans sources given as text. */
export const scanOf = (
  files: Readonly<Record<string, string>>,
  folder?: string,
  steps?: number,
): Promise<Scan> =>
  scanRoutes(
    {
      tryRead: async (path) => files[path] ?? null,
      async *find(glob) {
        const endings = /\{([^}]*)\}/.exec(glob)?.[1]?.split(",") ?? [];
        const isSettings = glob.includes("package");
        for (const path of Object.keys(files))
          if (
            isSettings
              ? /(?:^|\/)(?:package|tsconfig)\.json$/.test(path)
              : endings.some((end) => path.endsWith(`.${end}`))
          )
            yield path;
      },
    },
    folder,
    steps,
  );

const leaves = (schema: JsonSchema, before = ""): readonly string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    property.properties ? leaves(property, `${before}${name}.`) : [before + name],
  );

const line = ({ method, path, auth, answers, body, query }: FoundRoute): string =>
  [
    method.toUpperCase(),
    path,
    auth.level === "none" ? "open" : `${auth.level}:${auth.schemes.join(",")}`,
    answers
      .map(({ status }) => status)
      .filter((status) => status !== 500)
      .join(","),
    ...(query.length ? [`?${query.map(({ name }) => name).join(",")}`] : []),
    ...(body ? [`{${leaves(body.schema).join(",")}}`] : []),
  ].join(" ");

/** Returns each route on a line, sorted: `POST /a required:bearer 201,400 ?page {name}`. */
export async function routesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await scanOf(files)).routes.map(line).sort();
}

/** Returns each route with its authentication, sorted: `GET /a unknown:bearer`. */
export const accessOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await routesOf(files)).map((line) => line.split(" ").slice(0, 3).join(" "));
