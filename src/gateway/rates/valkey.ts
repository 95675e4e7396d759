import type * as Ioredis from "ioredis";
import { loadOptional, UserError } from "../../lib/index.ts";
import { measures, part } from "../ledger/measures.ts";
import { RatesUnavailable, type Counted, type RateStore, type Taking } from "./gate.ts";
import * as scripts from "./scripts.ts";
import { minuteOf, type Used } from "./used.ts";

/** The part of the package `ioredis` that is used; it is loaded only if rate limits are shared. */
interface Client {
  connect(): Promise<void>;
  disconnect(): void;
  on(event: "ready" | "close" | "error", listener: (error: Error) => void): void;
  info(section: string): Promise<string>;
  take(keys: number, ...values: readonly string[]): Promise<string | null>;
  settle(keys: number, ...values: readonly string[]): Promise<number>;
  seed(keys: number, ...values: readonly string[]): Promise<number>;
}

export interface RateStoreOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly ifGone: RateStore["ifGone"];
}

/**
 * Timeout of a command, in milliseconds that this process was awake. After one, the store isn't used for `pause`, since
 * requests wait with locks held.
 */
const patience = 250;
const pause = 1000;
/** Parts of the timeout: a process that was kept from running reads what came meanwhile before the next part ends. */
const turns = 5;

/** Rejects if no answer comes in time. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let left = turns;
    const turn = (): void => {
      left -= 1;
      if (left > 0) timer = setTimeout(turn, patience / turns);
      else reject(new Error(`no answer in ${patience} ms`));
    };
    let timer = setTimeout(turn, patience / turns);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });

/** Maximum clock difference between instances, in milliseconds. */
const skew = 60_000;

/**
 * Connects to Valkey or Redis, in the background if it isn't up. Throws UserError without the package, and for an
 * invalid URL.
 */
export async function openValkey({ url, ifGone }: RateStoreOptions): Promise<RateStore> {
  const client = await clientOf(url);
  let server: string | undefined;
  let pausedUntil = 0;
  let isDoubted = false;
  let problem: unknown;
  const fail = (cause: unknown): never => {
    [isDoubted, problem] = [true, cause];
    throw new RatesUnavailable("Counters of rate limits can't be asked.", { cause });
  };
  client.on("error", (error) => (problem = error)); // reconnects by itself
  client.on("close", () => (server = undefined));
  // A restarted server may have loaded old data: counters are valid only for one run of one server.
  const ready = Promise.withResolvers<void>();
  client.on("ready", () => {
    client
      .info("server")
      .then((text) => (server = /^run_id:(\w+)/m.exec(text)?.[1]))
      .catch(() => undefined)
      .finally(ready.resolve);
  });
  await client.connect().then(
    () => ready.promise,
    () => undefined,
  ); // if it isn't up yet, `ready` comes later
  const act = async <T>(ask: (server: string) => Promise<T>): Promise<T> => {
    if (server === undefined || performance.now() < pausedUntil)
      return fail(problem ?? new Error("There is no connection."));
    try {
      return await inTime(ask(server));
    } catch (error) {
      pausedUntil = performance.now() + pause;
      return fail(error);
    }
  };
  const takeAmounts = (
    counted: readonly Counted[],
    { id, at, amount, limits }: Pick<Taking, "id" | "at"> & Partial<Taking>,
  ) =>
    act(async (run) => {
      const { from, start } = minuteOf(at);
      const names: string[] = [];
      for (let each = from; each <= start + skew; each += part) names.push(`p${each}`);
      const bounds = limits?.map((all) =>
        all.map(({ measure, amount: most }) => [measures[measure].counts, most]),
      );
      const text = await client.take(
        counted.length,
        ...counted.map(({ subject }) => keyOf(subject)),
        JSON.stringify(counted.map(({ epoch }) => `${epoch} ${run}`)),
        id,
        String(start),
        JSON.stringify(names),
        JSON.stringify(amount ?? null),
        JSON.stringify(bounds ?? []),
        String(amount?.input ?? 0),
        String(amount?.output ?? 0),
        String(from - skew),
      );
      if (text === null) return undefined;
      return text === "taken" ? text : usedOf(text);
    });
  return {
    ifGone,
    async look(counted, by) {
      const used = await takeAmounts(counted, by);
      return used === "taken" ? undefined : used;
    },
    take: takeAmounts,
    seed: ({ subject, epoch }, { parts, open }) =>
      act(async (run) => {
        const fields = [
          ["epoch", `${epoch} ${run}`],
          ["open", String(open.length)],
          ...parts.map((each) => [`p${each.start}`, JSON.stringify(numbersOf(each))]),
          ...open.map(({ id, start, input, output }) => [`o${id}`, JSON.stringify([start, input, output])]),
        ];
        await client.seed(1, keyOf(subject), ...fields.flat());
      }),
    settle: (subjects, { id, input, output }) =>
      act(async () => {
        await client.settle(subjects.length, ...subjects.map(keyOf), id, String(input), String(output));
      }),
    doubt: () => void (isDoubted = true),
    doubted() {
      const was = isDoubted;
      isDoubted = false;
      return was;
    },
    isGone: () => server === undefined || performance.now() < pausedUntil,
    problem: () => problem,
    close: async () => client.disconnect(),
  };
}

/** All keys share one cluster slot, because a script reads several at once. */
const keyOf = (subject: string): string => `{antiphon}:rates:${subject}`;

const numbersOf = (each: Used["parts"][number]): readonly number[] => [
  each.requests,
  each.input,
  each.output,
  each.heldInput,
  each.heldOutput,
];

type Numbers = readonly [number, number, number, number, number];

/** Parses the script's JSON; Lua encodes an empty table as an object. */
function usedOf(text: string): readonly Used[] {
  const all = JSON.parse(text) as readonly [number, readonly [string, Numbers][] | object][];
  return all.map(([open, parts]) => ({
    open,
    parts: (Array.isArray(parts) ? (parts as readonly [string, Numbers][]) : []).map(
      ([start, [requests, input, output, heldInput, heldOutput]]) => ({
        start: Number(start),
        requests,
        input,
        output,
        heldInput,
        heldOutput,
      }),
    ),
  }));
}

async function clientOf(url: string): Promise<Client> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url))
    throw new UserError(
      "rate_store",
      "The store of rate limits isn't named by a URL.",
      "Give redis://HOST:6379.",
    );
  const { Redis } = await loadOptional<typeof Ioredis>("ioredis", "ioredis");
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(50 * times, 1000),
    connectionName: "antiphon",
    scripts: {
      take: { lua: scripts.take },
      settle: { lua: scripts.settle },
      seed: { lua: scripts.seed },
    },
  });
  return client as unknown as Client; // scripts are defined as methods
}
