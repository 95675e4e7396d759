import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where everything is installed: npm's `modules`, and `python` of a virtual environment. */
export interface Place {
  readonly root: string;
  readonly modules: string;
  readonly python: string;
  /** A file that measurements may overwrite. */
  readonly scratch: string;
}

export interface Tool {
  readonly name: string;
  readonly language: "typescript" | "python";
  /** Returns the command that reads a specification and writes into an empty folder. */
  command(spec: string, folder: string, place: Place): readonly string[];
}

const node = process.execPath;
const ours = join(import.meta.dirname, "ours.ts");

const settings = (folder: string, name: string, value: string): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "..", name);
  writeFileSync(file, value);
  return file;
};

/** Generators, with response validation where supported. */
export const tools: readonly Tool[] = [
  {
    name: "Antiphon, with validators",
    language: "typescript",
    command: (spec, folder) => [node, ours, spec, folder, "typescript"],
  },
  {
    name: "hey-api, with Zod",
    language: "typescript",
    command: (spec, folder, { modules }) => [
      node,
      join(modules, "@hey-api/openapi-ts/bin/run.js"),
      "-f",
      settings(
        folder,
        "hey-api.config.mjs",
        `export default ${JSON.stringify({
          input: spec,
          output: folder,
          logs: { level: "error" },
          plugins: [
            "@hey-api/client-fetch",
            "@hey-api/typescript",
            "zod",
            { name: "@hey-api/sdk", validator: true },
          ],
        })};\n`,
      ),
    ],
  },
  {
    name: "orval, with Zod",
    language: "typescript",
    command: (spec, folder, { modules }) => [
      node,
      join(modules, "orval/dist/bin/orval.mjs"),
      "--config",
      settings(
        folder,
        "orval.config.mjs",
        `export default ${JSON.stringify({
          api: { input: spec, output: { target: join(folder, "api.ts"), client: "fetch" } },
          zod: { input: spec, output: { target: join(folder, "zod.ts"), client: "zod" } },
        })};\n`,
      ),
    ],
  },
  {
    name: "openapi-typescript, types alone",
    language: "typescript",
    command: (spec, folder, { modules }) => [
      node,
      join(modules, "openapi-typescript/bin/cli.js"),
      spec,
      "-o",
      join(folder, "types.ts"),
    ],
  },
  {
    name: "Antiphon, Python",
    language: "python",
    command: (spec, folder) => [node, ours, spec, folder, "python"],
  },
  {
    name: "openapi-python-client",
    language: "python",
    command: (spec, folder, { python }) => [
      python,
      "-m",
      "openapi_python_client",
      "generate",
      "--path",
      spec,
      "--output-path",
      folder,
      "--overwrite",
    ],
  },
];
