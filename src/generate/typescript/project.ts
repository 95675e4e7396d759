import type { ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Options, Part } from "../contracts.ts";
import { environmentFile } from "../how-to.ts";
import { readme } from "../readme.ts";
import { versions } from "./versions.ts";
import { strictest } from "./strictest.ts";

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const compilerOptions = {
  target: "es2023",
  module: "nodenext",
  lib: ["es2023"],
  types: ["node"],
  outDir: "dist",
  rewriteRelativeImportExtensions: true,
  ...strictest,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
};

const lint = {
  plugins: ["typescript", "unicorn", "oxc", "import", "promise"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": "error",
    "no-console": "error",
    eqeqeq: "error",
    "no-await-in-loop": "off",
  },
};
const unkept = ["dist", "data"];

const sorted = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Scripts that need the generated code of `made`. */
const needing = new Set(["dev", "build", "typecheck", "test"]);

const withMade = (
  scripts: Readonly<Record<string, string>>,
  { made }: Part,
): Readonly<Record<string, string>> =>
  made
    ? {
        generate: made.command,
        ...Object.fromEntries(
          Object.entries(scripts).map(([name, command]) => [
            name,
            needing.has(name) ? `npm run generate && ${command}` : command,
          ]),
        ),
      }
    : scripts;

const packageFile = (part: Part, options: Options): unknown => ({
  name: options.name,
  version: "0.1.0",
  private: true,
  type: "module",
  scripts: withMade(
    {
      dev: "node --watch --import @oxc-node/core/register src/server.ts",
      build: "tsc -p tsconfig.build.json",
      start: "node --enable-source-maps dist/server.js",
      typecheck: "tsc --noEmit",
      lint: "oxlint --deny-warnings",
      ...part.scripts,
    },
    part,
  ),
  dependencies: sorted({ ...part.dependencies }),
  devDependencies: sorted({
    "@oxc-node/core": versions["@oxc-node/core"],
    "@types/node": versions["@types/node"],
    oxlint: versions.oxlint,
    typescript: versions.typescript,
    ...part.devDependencies,
  }),
  engines: { node: part.node ?? ">=20.19" },
});

/** Returns the folders that are neither linted nor committed. */
const folders = ({ made }: Part): readonly string[] => [...unkept, ...(made ? [made.folder] : [])];

/** Returns the files around the code of an API. */
export const projectFiles = (part: Part, api: ApiDefinition, options: Options): readonly GeneratedFile[] =>
  frame(part, options, readme(api, part, commands));

/** Returns package file, tool settings and README, with what the parts contributed. */
export const frame = (part: Part, options: Options, readmeText: string): readonly GeneratedFile[] => [
  ...(part.files ?? []),
  { path: "package.json", text: json(packageFile(part, options)) },
  {
    path: "tsconfig.json",
    text: json({ compilerOptions: { ...compilerOptions, ...part.compiler }, include: ["src", "tests"] }),
  },
  {
    path: "tsconfig.build.json",
    text: json({
      extends: "./tsconfig.json",
      compilerOptions: { rootDir: "src", sourceMap: true },
      include: ["src"],
    }),
  },
  {
    path: ".oxlintrc.json",
    text: json({ ...lint, rules: { ...lint.rules, ...part.lint }, ignorePatterns: folders(part) }),
  },
  {
    path: ".gitignore",
    text: ["node_modules", ...folders(part)].map((folder) => `${folder}/\n`).join("") + ".env\n",
  },
  environmentFile(part),
  { path: "README.md", text: readmeText },
];

export const commands = {
  install: "npm install",
  start: "npm run dev",
  test: "npm test",
  checks: "npm run typecheck && npm run lint",
  production: "npm run build && npm start",
};
