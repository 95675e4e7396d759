import { isObject, UserError, redactor } from "../../lib/index.ts";
import type { Provider, ModelConfig } from "../model.ts";
import type { Match } from "./match.ts";
import { player } from "./player.ts";
import { checkFolder, readRecordings } from "./recording.ts";
import { recorder } from "./recorder.ts";
import { secretsOf } from "./secrets.ts";

interface ReplayOptions {
  readonly folder: string;
  readonly match: Match;
  /** Whether to take as long as the recorded answer took. */
  readonly timing: boolean;
  /** The model to record; without it, recordings are played. */
  readonly record: ModelConfig | undefined;
}

/**
 * Options: `{ folder, match?: "strict" | "best", timing?, record?: { provider, options } }`, or the folder, optionally
 * followed by `?match=best` and `?timing`.
 */
const replay: Provider = {
  summary: "records another model's exchanges into files and plays them, without a key",
  async open(input, outside) {
    const options = readOptions(input);
    const redact = redactor(secretsOf(options.record));
    if (options.record !== undefined) {
      await checkFolder(options.folder);
      const model = await outside.open(options.record);
      return recorder({ model, folder: options.folder, redact, clock: outside.clock });
    }
    const recordings = await readRecordings(options.folder);
    if (recordings.length === 0) {
      const fix = "Record some with the option record, or give another folder.";
      throw new UserError("no_recordings", `There are no recordings in ${options.folder}.`, fix);
    }
    return player({ recordings, redact, clock: outside.clock, ...options });
  },
};
export default replay;

function readOptions(input: unknown): ReplayOptions {
  const options = typeof input === "string" ? fromText(input) : isObject(input) ? input : {};
  const { folder, match = "strict", timing = false, record } = options;
  if (typeof folder !== "string" || folder === "") throw wrong("folder", "the folder of the recordings");
  if (match !== "strict" && match !== "best") throw wrong("match", "strict or best");
  if (typeof timing !== "boolean") throw wrong("timing", "true or false");
  if (record !== undefined && !isConfig(record)) throw wrong("record", "a model as { provider, options }");
  return { folder, match, timing, record };
}

function fromText(text: string): Readonly<Record<string, unknown>> {
  const [folder = "", query = ""] = text.split("?", 2);
  const parameters = new URLSearchParams(query);
  return { folder, match: parameters.get("match") ?? "strict", timing: parameters.has("timing") };
}

const isConfig = (value: unknown): value is ModelConfig =>
  isObject(value) && typeof value["provider"] === "string";

const wrong = (field: string, what: string): UserError =>
  new UserError("model_options", `The ${field} of a model of replay is missing or wrong.`, `Give ${what}.`);
