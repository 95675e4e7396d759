/** Writes one client: `node bench/openapi/ours.ts SPECIFICATION FOLDER typescript|python`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readSpec } from "../../src/api/from/openapi/index.ts"; // as the command does, without what else the room holds

const [file = "", folder = "", language] = process.argv.slice(2);
const root = dirname(file);
const { spec } = await readSpec(basename(file), (path) =>
  Promise.resolve(readFileSync(join(root, path), "utf8")),
);
const { default: generator } =
  language === "python"
    ? await import("../../src/generate/python/client/index.ts")
    : await import("../../src/generate/typescript/client/index.ts");
for (const { path, text } of generator.files(spec)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
