import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../lib/index.ts";
import type { Profile } from "../messages/index.ts";
import { openModel, parseModel, registry, systemOutside, type Model } from "../models/index.ts";
import { listen } from "../server/index.ts";
import { script, type Line } from "./script.ts";

const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal ? { signal } : {});
  },
};

/** What a test's endpoint answers with. */
export interface TestServerOptions {
  /**
   * What answers: a model, or its name as `antiphon serve --model` takes it (`builtin`, `replay:fixtures/`). Default
   * `builtin`.
   */
  readonly model?: Model | string;
  /** Answers in their order instead of a model: texts, calls, errors, or functions of the request. */
  readonly script?: readonly Line[];
  readonly profile?: Profile;
  /** Requests must carry it. Default `test-key`; `null`: none is needed. */
  readonly key?: string | null;
  /** Whether it holds threads. Default true. */
  readonly threads?: boolean;
}
/** A messages endpoint within a test. It ends with `close`, or with `await using`. */
export interface TestServer extends AsyncDisposable {
  /** For SDKs that add `/v1` themselves: `http://127.0.0.1:PORT`. */
  readonly baseURL: string;
  /** For those that don't: with `/v1`. */
  readonly apiURL: string;
  readonly apiKey: string;
  /** What failed inside with an answer of 500. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/**
 * Starts a messages endpoint in this process, on a free port of this machine. Close it when the test is done, or
 * declare it with `await using`. Throws UserError for an unknown model.
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { model = "builtin", profile = "spec", key = "test-key", threads = true } = options;
  const chosen = options.script ? script(options.script) : model;
  const opened =
    typeof chosen === "string"
      ? registry([await openModel(parseModel(chosen), { ...systemOutside, clock })])
      : chosen;
  const errors: unknown[] = [];
  const server = await listen({
    model: opened,
    profile,
    threads,
    keys: key === null ? [] : [key],
    onError: (error) => errors.push(error),
    limits: { grace: 1000 },
  });
  const close = async (): Promise<void> => {
    await server.close();
    await opened.close();
  };
  const origin = server.url.origin;
  return {
    baseURL: origin,
    apiURL: `${origin}/v1`,
    apiKey: key ?? "",
    errors,
    close,
    [Symbol.asyncDispose]: close,
  };
}
