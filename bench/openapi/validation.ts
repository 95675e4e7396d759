/**
 * Compares checks of a create body, generated from a specification for clients and for servers, with ajv (compiled) and
 * zod (compiled if allowed, and never compiled): `npx node bench/openapi/validation.ts [ROUNDS]`. `--peers=FOLDER` adds
 * TypeBox (compiled), ArkType (both ways) and valibot from that folder's `node_modules` (`npm i typebox arktype
 * valibot`). All check formats unless marked otherwise. Libraries that compile generate code at run time, which a
 * page's content security policy may forbid. Rounds are interleaved. Prints the median nanoseconds of processor time
 * per body, compared with the fastest library that checks the same in the same way. With `--mixed` bodies have all
 * members or lack one optional member, as a server receives them, instead of repeating one body.
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
