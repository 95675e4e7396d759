/** Generates the checks of one schema for clients and for servers, and imports them. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { readSpec } from "../../src/api/index.ts";
import { choose, clients, generateServer, type GeneratedFile } from "../../src/generate/index.ts";
import type { Way } from "./libraries.ts";

const document = (task: object): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Tasks", version: "1.0.0" },
    paths: {
      "/tasks": {
        post: {
          operationId: "createTask",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } },
          },
          responses: {
            200: {
              description: "ok",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Task" } } },
            },
          },
        },
      },
    },
    components: { schemas: { Task: task } },
  });

/** Folder where modules are written and bundled; the caller removes it. */
export const root = mkdtempSync(join(tmpdir(), "antiphon-bench-validation-"));

/** Bundles and imports a module of generated code. */
async function imported(
  files: readonly GeneratedFile[],
  name: string,
  entry: string,
): Promise<Readonly<Record<string, unknown>>> {
  for (const { path, text } of files) {
    const file = join(root, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const input = join(root, name, entry);
  const bundle = await rolldown({ input, platform: "node", resolve: { extensionAlias: { ".js": [".ts"] } } });
  const file = join(root, `${name}.mjs`);
  await bundle.write({ file, format: "esm" });
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>; // any module
}

const read = async (task: object) =>
  (await readSpec("spec.json", () => Promise.resolve(document(task)))).spec;

/** Returns the generated check of a task. */
const checkOf = (module: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(module).find(([name]) => name.startsWith("checkTask"))?.[1];

function accepting(module: Readonly<Record<string, unknown>>): Way["accepts"] {
  const validate = module["validate"] as (check: unknown, value: unknown) => { readonly ok: boolean }; // as generated
  const check = checkOf(module);
  return (value) => validate(check, value).ok;
}

export async function inClient(task: object, name: string): Promise<Way["accepts"]> {
  const generator = await clients.load("typescript");
  const module = await imported(generator.files(await read(task)), name, "src/index.ts");
  return accepting(module);
}

export async function inServer(task: object, name: string): Promise<Way["accepts"]> {
  const target = choose({ framework: "express", database: "postgres", testFramework: undefined });
  const options = { name: "server", previous: undefined, project: undefined, auth: false };
  const { files } = await generateServer(await read(task), target, options);
  const entry = 'export * from "./http/rules.ts";\nexport * from "./models/checks.ts";\n';
  return accepting(await imported([...files, { path: "src/entry.ts", text: entry }], name, "src/entry.ts"));
}
