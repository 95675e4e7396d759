import {
  examples,
  servedBelow,
  toMarkdown,
  toOpenApi,
  type ApiDefinition,
  type Resource,
} from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import { leavesOf, type Variant } from "../variants.ts";
import { fill, type Layout } from "./layout.ts";
import type { Mounted } from "./mount/express.ts";
import { roles, type Naming } from "./roles.ts";

/** A name of the project that generated code imports. */
interface Found {
  readonly path: string;
  readonly name: string;
}

/** What is generated into an application, whatever its language. */
export interface Generating {
  /** The API as documented. */
  readonly api: ApiDefinition;
  /** The API as generated files see it: without tokens if the project itself checks them. */
  readonly inner: ApiDefinition;
  readonly options: Options;
  /** What checks tokens in the project, if reused. */
  readonly guard: Found | undefined;
  /** The environment variable with the database server's URL. */
  readonly variable: string;
}

/**
 * Returns everything that goes into the project, under the paths of a standalone project; `files` are the database's and
 * framework's files, `isKept` tells which files of tests an application needs.
 */
export async function partsOf(
  { api, inner, options }: Generating,
  variant: Variant,
  { files, isKept }: { readonly files: readonly GeneratedFile[]; isKept(path: string): boolean },
): Promise<readonly GeneratedFile[]> {
  const { framework, database, testing } = await leavesOf(variant);
  const tests = testing.tests(inner, examples(inner), options).files ?? [];
  const parts = [
    ...(variant.ecosystem.models(inner, database, options).files ?? []),
    ...(framework.routes(inner, options).files ?? []),
    ...files,
    ...tests.filter(({ path }) => isKept(path)),
    ...api.resources.map((resource) => ({
      path: variant.ecosystem.docs(resource),
      text: toMarkdown(api, resource),
    })),
    { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
  ];
  return inner.resources.length ? parts : parts.filter(({ path }) => !path.startsWith("tests/"));
}

/** Returns the API as served where it is mounted, and the layout that keeps this path for the next run. */
export function servedAt(
  api: ApiDefinition,
  mounted: Mounted,
  { under: before, ...layout }: Layout,
): { readonly api: ApiDefinition; readonly layout: Layout } {
  const under = mounted.under === undefined ? before : mounted.under;
  const isOther = typeof under === "string" && under !== "/api" && /^(?:\/[\w.~-]*)*$/.test(under);
  return isOther ? { api: servedBelow(api, under), layout: { ...layout, under } } : { api, layout };
}

/** Returns the error for a resource whose file already exists and was not generated. */
export const clash = (path: string, resource: Resource): UserError =>
  new UserError(
    "resource_exists",
    `${path} already exists and was not generated, so ${resource.name} seems to exist.`,
    "Choose another name for the resource, or move that file away.",
  );

interface Placed {
  readonly layout: Layout;
  readonly mounted: Mounted;
  readonly words: Naming["words"];
  readonly extension: string;
  /** Where records are stored. */
  readonly database: string;
}

/** Returns one line for each place that files went to, the mount, the database and what is reused. */
export function placeNotes(
  { api, guard }: Pick<Generating, "api" | "guard">,
  { layout, mounted, words, extension, database }: Placed,
): readonly string[] {
  const called: Naming["words"] = { ...words, test: "Tests", docs: "Documentation" };
  const [first] = api.resources;
  const places = roles.flatMap((role) =>
    first && called[role] !== undefined
      ? `${called[role]}: ${fill(layout.roles[role], first)}${role === "docs" ? ".md" : extension}`
      : [],
  );
  return [
    ...places,
    `Shared by all resources: ${layout.support}/`,
    `Shared by their tests: ${layout.testSupport}/`,
    ...(mounted.at === undefined ? [] : [`Mounted in ${mounted.at}`]),
    ...(mounted.under === undefined || mounted.under === "/api"
      ? []
      : [
          `Paths: below ${mounted.under ?? "the application's prefix"}, as the application's own, instead of /api`,
        ]),
    `Database: ${database}`,
    ...(guard ? [`Tokens: checked by ${guard.name} of ${guard.path}`] : []),
  ];
}
