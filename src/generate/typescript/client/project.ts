import type { Spec } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { strictest } from "../strictest.ts";
import type { Held } from "../../specification/held.ts";
import { oneLine } from "../../specification/text.ts";
import { readme, type Described } from "./readme.ts";

/** Returns a valid npm name made from the API's title. */
export const packageName = (title: string): string =>
  `${
    title
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 100) || "api"
  }-client`;

const version = (text: string): string => (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(text) ? text : "1.0.0");

const isHeld = (settings: Held): boolean => Object.keys(settings).length > 0;

const manifest = (spec: Spec, settings: Held): string =>
  JSON.stringify(
    {
      name: packageName(spec.info.title),
      version: version(spec.info.version),
      description: oneLine(`Client for ${spec.info.title}`).slice(0, 200),
      type: "module",
      sideEffects: false,
      files: ["dist"],
      exports: {
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      engines: { node: settings.dates === "temporal" ? ">=26" : ">=20" },
      ...(isHeld(settings) ? { antiphon: settings } : {}),
      scripts: { build: "tsc -p .", prepack: "npm run build" },
      devDependencies: { typescript: "7.0.2" },
    },
    null,
    2,
  );

const compilerOptions = {
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  module: "nodenext",
  rootDir: "src",
  outDir: "dist",
  declaration: true,
  ...strictest,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
};

const tsconfig = (settings: Held): string => `{
  "compilerOptions": {
${optionLines(settings)}
  },
  "include": ["src"]
}`;

/** Prints options, as many per line as fit. */
function optionLines({ dates }: Held): string {
  const lines: string[] = [];
  for (const [name, value] of Object.entries({
    ...compilerOptions,
    lib: [...compilerOptions.lib, ...(dates === "temporal" ? ["esnext.temporal"] : [])],
  })) {
    const text = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > 100) lines.push(`    ${text}`);
    else lines[lines.length - 1] = `${last}, ${text}`;
  }
  return lines.join(",\n");
}

const index = (grouped: boolean, { dates, int64, checks }: Held): string => `export * from "./client.js";
${grouped ? 'export * from "./api.js";\n' : ""}${dates || int64 ? 'export * as conversions from "./conversions.js";\n' : ""}export type * from "./types.js";
export * from "./validators.js";
export * from "./operations.js";
export { validate } from "./rules.js";
export type { Check, Issue, Rule } from "./rules.js";
${checks === "none" ? "" : 'export { InvalidResponseError } from "./runtime.js";\n'}export type * from "./runtime.js";
`;

export const projectFiles = (spec: Spec, described: Omit<Described, "name">): readonly GeneratedFile[] => [
  { path: "src/index.ts", text: index(described.operations.length > 0, described.held) },
  { path: "package.json", text: `${manifest(spec, described.held)}\n` },
  { path: "tsconfig.json", text: `${tsconfig(described.held)}\n` },
  {
    path: "README.md",
    text: readme(spec, { ...described, name: packageName(spec.info.title) }),
  },
  { path: ".gitignore", text: "node_modules/\ndist/\n" },
];
