import type { Spec } from "../../../api/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { strictest } from "../strictest.ts";
import type { Named } from "../../specification/named.ts";
import { oneLine, plain } from "../../specification/text.ts";

/** A name that npm takes, made of the API's title. */
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

const manifest = (spec: Spec): string =>
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
      engines: { node: ">=20" },
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

const tsconfig = `{
  "compilerOptions": {
${optionLines()}
  },
  "include": ["src"]
}`;

/** Options, as many a line as there is room for. */
function optionLines(): string {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(compilerOptions)) {
    const text = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > 100) lines.push(`    ${text}`);
    else lines[lines.length - 1] = `${last}, ${text}`;
  }
  return lines.join(",\n");
}

function readme(spec: Spec, operations: readonly Named[]): string {
  const first = operations.find((named) => named.operation.method === "get") ?? operations[0];
  const needed =
    first?.operation.parameters
      .filter((parameter) => parameter.required)
      .map((parameter) => `${first.keys.get(parameter) ?? ""}: …`) ?? [];
  const rows = operations
    .slice(0, 300)
    .map(
      ({ name, operation }) =>
        `- \`${name}\`, ${operation.method.toUpperCase()} \`${operation.path.replaceAll("`", "")}\`: ${plain(operation.summary ?? "").slice(0, 120)}`,
    );
  const schemes = Object.keys(spec.securitySchemes);
  return `# ${plain(packageName(spec.info.title))}

Client for ${plain(spec.info.title)}, version ${plain(spec.info.version)}. It depends on nothing but \`fetch\`.

## Use

\`\`\`ts

const client = createClient({ baseUrl: "https://…"${schemes.length ? `, auth: { ${JSON.stringify(schemes[0])}: "…" }` : ""} });
${first ? `const result = await ${first.name}(client${needed.length || first.operation.requestBody?.required ? `, { ${[...needed, ...(first.operation.requestBody?.required ? ["body: …"] : [])].join(", ")} }` : ""});\nif (result.ok) console.log(result.data);` : ""}
\`\`\`

\`result.kind\` is a described status (\`"200"\`, \`"4XX"\`, \`"default"\`) or \`"unexpected"\`, and tells the type of \`result.data\`.
An answer that does not fit its schema raises \`InvalidResponseError\`. What fails with 408, 429 or 5xx is repeated if that is safe.

## Operations

${rows.join("\n")}
${operations.length > 300 ? `\n… and ${operations.length - 300} more.\n` : ""}`;
}

const index = `export * from "./client.js";
export type * from "./types.js";
export * from "./validators.js";
export * from "./operations.js";
export { validate } from "./rules.js";
export type { Check, Issue, Rule } from "./rules.js";
export { InvalidResponseError } from "./runtime.js";
export type * from "./runtime.js";
`;

export const projectFiles = (spec: Spec, operations: readonly Named[]): readonly GeneratedFile[] => [
  { path: "src/index.ts", text: index },
  { path: "package.json", text: `${manifest(spec)}\n` },
  { path: "tsconfig.json", text: `${tsconfig}\n` },
  { path: "README.md", text: readme(spec, operations) },
  { path: ".gitignore", text: "node_modules/\ndist/\n" },
];
