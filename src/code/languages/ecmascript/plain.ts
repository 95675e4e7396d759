import { extname } from "node:path";
import { parseSync } from "oxc-parser";
import { nestsTooDeep } from "./depth.ts";

/** A module as an engine loads it: JavaScript without types, and what it imports from other modules. */
export interface Plain {
  readonly code: string;
  /** Each import and re-export, by module specifier. */
  readonly wants: readonly { readonly from: string; readonly names: readonly string[] }[];
  /** Names it exports. */
  readonly gives: ReadonlySet<string>;
  /** Modules of which it re-exports everything. */
  readonly stars: readonly string[];
  /** Features its code needs that engines don't have: decorators. */
  readonly needs: readonly string[];
}

const dialects: Readonly<Record<string, "ts" | "tsx" | "jsx">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx",
};

/** Whether an engine can't load a file as it is. */
export const isTranslated = (file: string): boolean => extname(file) in dialects;

/**
 * Strips types, and compiles enums, parameter properties and JSX to JavaScript; undefined if it isn't a
 * module or has errors.
 */
export async function plainOf(file: string, text: string): Promise<Plain | undefined> {
  if (nestsTooDeep(text)) return undefined;
  const lang = dialects[extname(file)];
  const { transformSync } = await import("oxc-transform"); // loaded only if something is run
  const result =
    lang && transformSync(file, text, { lang, sourceType: "module", decorator: { legacy: true } });
  if (result?.errors.length) return undefined;
  const code = result?.code ?? text;
  const { errors, module } = parseSync("module.js", code, { lang: "js", sourceType: "module" });
  if (errors.length) return undefined;
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  return {
    code,
    wants: [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        from: moduleRequest.value,
        names: entries.flatMap(({ importName: { kind, name } }) => (kind === "Name" && name ? [name] : [])),
      })),
      ...exported.flatMap(({ moduleRequest, importName: { kind, name } }) =>
        moduleRequest ? [{ from: moduleRequest.value, names: kind === "Name" && name ? [name] : [] }] : [],
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const from = /^(["'])([^"'\\]+)\1$/.exec(code.slice(start, end))?.[2];
        return from === undefined ? [] : [{ from, names: [] }];
      }),
    ],
    gives: new Set(
      exported.flatMap(({ exportName: { kind, name } }) =>
        kind === "Default" ? ["default"] : name ? [name] : [],
      ),
    ),
    stars: exported.flatMap(({ moduleRequest, importName: { kind } }) =>
      moduleRequest && kind === "AllButDefault" ? [moduleRequest.value] : [],
    ),
    needs: Object.keys(result?.helpersUsed ?? {}),
  };
}
