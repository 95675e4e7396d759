import { isObject, UserError } from "../../lib/index.ts";

export interface GgufOptions {
  readonly path: string;
  /** Threads for evaluation; default: one for each available core. */
  readonly threads: number | undefined;
  /** Maximum tokens of a conversation; by default what the model was trained for, at most 8192. */
  readonly context: number | undefined;
  /** Maximum concurrent conversations, each with its own cache; default 1. */
  readonly parallel: number;
  /** The interface to a graphics card, or none; by default the best available. */
  readonly gpu: "auto" | false;
  /** A folder whose `node_modules` contains node-llama-cpp, if it isn't installed next to this package. */
  readonly peer: string | undefined;
}

/**
 * Parses `{ path, threads?, context?, parallel?, gpu?, peer? }`, or the path, optionally followed by
 * `?threads=4&context=8192`. Throws UserError.
 */
export function readOptions(input: unknown): GgufOptions {
  const options = typeof input === "string" ? fromText(input) : isObject(input) ? input : {};
  const { path, gpu = true, peer } = options;
  if (typeof path !== "string" || path === "") throw wrong("path", "the path of a .gguf file");
  if (typeof gpu !== "boolean") throw wrong("gpu", "true or false");
  if (peer !== undefined && typeof peer !== "string")
    throw wrong("peer", "a folder with node-llama-cpp in its node_modules");
  return {
    path,
    threads: whole(options, "threads", 256),
    context: whole(options, "context", 1_048_576),
    parallel: whole(options, "parallel", 64) ?? 1,
    gpu: gpu ? "auto" : false,
    peer,
  };
}

function fromText(text: string): Readonly<Record<string, unknown>> {
  const mark = text.lastIndexOf("?");
  if (mark < 0) return { path: text };
  const settings = Object.fromEntries(new URLSearchParams(text.slice(mark + 1)));
  const { gpu, ...rest } = settings;
  return { ...rest, path: text.slice(0, mark), ...(gpu !== undefined && { gpu: gpu !== "false" }) };
}

function whole(options: Readonly<Record<string, unknown>>, field: string, most: number): number | undefined {
  const value = options[field];
  if (value === undefined) return undefined;
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw wrong(field, `a whole number from 1 to ${most}`);
}

const wrong = (field: string, what: string): UserError =>
  new UserError("model_options", `The ${field} of a model of gguf is missing or wrong.`, `Give ${what}.`);
