import { join } from "node:path";
import type { GeneratedFile } from "../../src/generate/index.ts";
import { writeTo } from "../generated/specification.ts";

const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code = ""]) => code);

const readmeOf = (files: readonly GeneratedFile[]): string =>
  files.find(({ path }) => path === "README.md")?.text ?? "";

/** Returns the example calls in a client's comments, with their operations' names. */
const commented = (
  files: readonly GeneratedFile[],
): readonly { readonly name: string; readonly call: string }[] =>
  files
    .filter(({ path }) => path.startsWith("src/operations"))
    .flatMap(({ text }) => [
      ...text.matchAll(/^ \* @example\n \* const result = await (.*);\n \*\/\nexport const ([\w$]+)/gm),
    ])
    .map(([, call = "", name = ""]) => ({ name, call }));

const base = 'baseUrl: process.env["BASE_URL"] ?? "", retries: 0';

/**
 * Writes a TypeScript client and, next to it, every example of its README and comments as modules that must compile;
 * those of comments (`calls.ts`) must also run. Returns the number of calls.
 * @param from the folder's name, under which modules import the client
 */
export function writeExamples(root: string, from: string, files: readonly GeneratedFile[]): number {
  const home = join(root, from);
  writeTo(home, files);
  const write = (path: string, text: string): void => writeTo(home, [{ path, text }]);
  const [first = "", second = "", ...rest] = blocksOf(readmeOf(files), "ts").map((code) =>
    code.replaceAll(/ from "[^"]*-client";$/gm, ' from "./src/index.js";'),
  );
  write("first.ts", first);
  write("second.ts", second.startsWith("import") ? second : "export {};\n");
  const others = second.startsWith("import") ? rest : [second, ...rest];
  write(
    "readme.ts",
    files.some(({ path }) => path === "src/api.ts")
      ? `import { createApi } from "./src/index.js";\nconst api = createApi({ baseUrl: "http://x" });\n${others.join("\n")}`
      : "export {};\n",
  );
  const calls = commented(files);
  const lines = calls.map(({ call }) => `  () => ${call},\n`);
  write(
    "calls.ts",
    `import { createClient, ${calls.map(({ name }) => name).join(", ")} } from "./src/index.js";
declare const process: { readonly env: { readonly [name: string]: string | undefined } };
const client = createClient({ ${base} });
export const calls: readonly (() => Promise<unknown>)[] = [
${lines.join("")}];
`,
  );
  return calls.length;
}

/** Compiler options of the examples: those of the clients themselves. */
export const exampleOptions = (folders: readonly string[]): string =>
  JSON.stringify({
    compilerOptions: {
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      module: "nodenext",
      rootDir: ".",
      outDir: "dist",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    },
    include: folders.flatMap((one) => [`${one}/src`, `${one}/*.ts`]),
  });

/** Returns all Python code of a client's README as one module: the first block, then the calls of operations. */
export function pythonExamples(files: readonly GeneratedFile[]): string {
  const [first = "", ...rest] = blocksOf(readmeOf(files), "python");
  const module = /^from (\w+) import/m.exec(first)?.[1] ?? "";
  const calls = rest.join("\n");
  return `${first}\n\nfrom ${module} import Client as Examples\n\nclient = Examples(base_url="http://x")\n${calls}`;
}
