/**
 * Checks of a create body, generated from a specification for clients and for servers, beside ajv (compiled) and zod (that
 * compiles where it may, and that never does): `npx node bench/openapi/validation.ts [ROUNDS]`, with `--peers=FOLDER` also
 * beside TypeBox (compiled), ArkType (likewise both) and valibot, whose packages (`npm i typebox arktype valibot`) are in
 * that folder's `node_modules`. All check formats but those that say so. Libraries that compile write code while they run,
 * which a page's content security policy may forbid. Rounds are interleaved; prints the median of nanoseconds of processor
 * time a body, and how that compares with the fastest library that checks the same in the same way. With `--mixed` bodies
 * have all members or lack one of those that may be missing, as a server gets them, in place of one body again and again.
 */
import { rmSync } from "node:fs";
import { flag, has, words } from "../words.ts";
import { inClient, inServer, root } from "./checks.ts";
import { bodies, body, further, here, plain, schema, type Way } from "./libraries.ts";

const rounds = Number(words[0] ?? 41);

const folder = flag("peers");
const ours: Readonly<Record<string, Way>> = {
  "generated, in the client": { accepts: await inClient(schema, "client"), formats: true, compiles: false },
  "the same (no formats)": { accepts: await inClient(plain, "plain"), formats: false, compiles: false },
  "generated, in the server": { accepts: await inServer(schema, "server"), formats: true, compiles: false },
  "that one (no formats)": { accepts: await inServer(plain, "short"), formats: false, compiles: false },
};
const libraries = { ...here(), ...(folder === undefined ? {} : await further(folder)) };
const ways = { ...ours, ...libraries };

const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
const sent = has("mixed") ? bodies : [body];
const wrong = { ...(body as object), priority: 9 };
for (let round = 0; round < rounds + 3; round++) {
  for (const [name, { accepts }] of Object.entries(ways)) {
    if (!accepts(body) || accepts(wrong)) throw new Error(`${name} is mistaken`);
    const before = process.cpuUsage();
    for (let i = 0; i < 50_000; i++) accepts(sent[i % sent.length]);
    const { user, system } = process.cpuUsage(before);
    if (round >= 3) times.get(name)?.push((user + system) / 50);
  }
}
rmSync(root, { recursive: true });

const median = (name: string): number => {
  const list = times.get(name) ?? [];
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
};
const share = (name: string, like: (way: Way) => boolean): string => {
  const alike = Object.entries(libraries).flatMap(([other, way]) => (like(way) ? [median(other)] : []));
  return (alike.length ? (median(name) / Math.min(...alike)).toFixed(2) : "–").padStart(8);
};
console.log(
  `${"".padEnd(26)} ns a body  of the fastest library's time  of the fastest's that compiles nothing`,
);
for (const [name, { formats }] of Object.entries(ways)) {
  const all = share(name, (way) => way.formats === formats);
  const still = share(name, (way) => way.formats === formats && !way.compiles);
  console.log(
    `${name.padEnd(26)} ${median(name).toFixed(0).padStart(9)}  ${all.padStart(29)}  ${still.padStart(38)}`,
  );
}
