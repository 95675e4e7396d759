/**
 * Compares the overhead of proxies in one run on loopback: `node bench/proxy.ts`. Portkey's gateway and LiteLLM are
 * included where `--install` has installed them; `bench/peers.ts` tells where.
 */
import { record } from "./figures.ts";
import { load, median, role, streaming, table, type Asking, type Started } from "./messages/measure.ts";
import { litellmAt, portkeyAt } from "./peers.ts";

interface Target {
  readonly name: string;
  readonly server: Started;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Seen {
  readonly perSecond: number;
  readonly perCpu: number;
  readonly p50: number;
  readonly stream: number;
}
/** Each round measures every target, so that other load on the machine affects all alike. */
const rounds = 5;

async function measured(name: string, ask: Asking, server: Started): Promise<Seen> {
  const one = await load(ask, server, [1, 2]);
  const many = await load(ask, server, [16, 2]);
  if (one.wrong + many.wrong > 0) throw new Error(`${name} gives wrong answers`);
  const [stream] = await streaming(ask, server, [8, 1]).catch(() => [NaN] as const);
  return { perSecond: many.perSecond, perCpu: many.perCpu ?? NaN, p50: one.p50, stream };
}

async function main(): Promise<void> {
  const upstream = await role("upstream");
  const targets: Target[] = [
    { name: "direct", server: upstream },
    { name: "raw pipe", server: await role("pipe", upstream.url) },
    { name: "antiphon", server: await role("proxy", upstream.url) },
    ...(await portkeyAt(upstream.url)),
    ...(await litellmAt(upstream.url)),
  ];
  const body = {
    model: "bench",
    max_tokens: 100,
    messages: [{ role: "user", content: "How is it in Paris?" }],
  };
  const asking = ({ server: { url }, headers }: Target): Asking => ({
    url,
    body,
    ...(headers && { headers }),
  });
  const rows: string[][] = [["through", "requests/s", "per CPU second", "p50 ms", "added ms", "stream MB/s"]];
  for (const target of targets) await load(asking(target), target.server, [8, 2]); // warm-up
  const seen = new Map(targets.map(({ name }) => [name, [] as Seen[]]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets)
      seen.get(target.name)?.push(await measured(target.name, asking(target), target.server));
  const of = (name: string, which: keyof Seen): number =>
    median((seen.get(name) ?? []).map((one) => one[which]));
  for (const { name } of targets)
    rows.push([
      name,
      of(name, "perSecond").toFixed(0),
      of(name, "perCpu").toFixed(0),
      of(name, "p50").toFixed(3),
      (of(name, "p50") - of("direct", "p50")).toFixed(3),
      Number.isNaN(of(name, "stream")) ? "fails" : of(name, "stream").toFixed(0),
    ]);
  for (const { name } of targets.filter(({ name }) => name !== "direct" && name !== "antiphon")) {
    const peer = { name, value: of(name, "perSecond") };
    record({
      what: `proxied, beside ${name}`,
      value: of("antiphon", "perSecond"),
      unit: "requests/s",
      better: "more",
      peer,
    });
  }
  for (const { server } of targets) server.stop();
  console.log(table(rows));
}

await main();
process.exit();
