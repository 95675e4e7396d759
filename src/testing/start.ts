import type { Profile } from "../messages/index.ts";
import { openModel, parseModel, registry, systemOutside, type Model } from "../models/index.ts";
import { listen } from "../server/index.ts";
import { script, type Line } from "./script.ts";

/** Which model a test endpoint serves, or its scripted answers, and what it demands of requests. */
export interface TestServerOptions {
  /** The model, or its name as in `antiphon serve --model` (`builtin`, `replay:fixtures/`). Default `builtin`. */
  readonly model?: Model | string;
  /** Answers in order, instead of a model: texts, calls, errors, or functions of the request. */
  readonly script?: readonly Line[];
  readonly profile?: Profile;
  /** The key that requests must carry. Default `test-key`; `null` means that no key is required. */
  readonly key?: string | null;
  /** Whether the server supports threads. Default true. */
  readonly threads?: boolean;
}

/** A messages endpoint for tests. Stop it with `close`, or declare it with `await using`. */
export interface TestServer extends AsyncDisposable {
  /** For SDKs that add `/v1` themselves: `http://127.0.0.1:PORT`. */
  readonly baseURL: string;
  /** With `/v1`, for SDKs that don't add it. */
  readonly apiURL: string;
  readonly apiKey: string;
  /** The internal errors that were answered with a 500. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/**
 * Starts a messages endpoint in this process, on a free local port. Close it when the test is done, or declare it with
 * `await using`. Throws UserError for an unknown model.
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { model = "builtin", profile = "spec", key = "test-key", threads = true } = options;
  const chosen = options.script ? script(options.script) : model;
  const opened =
    typeof chosen === "string" ? registry([await openModel(parseModel(chosen), systemOutside)]) : chosen;
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
