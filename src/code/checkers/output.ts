import { isObject, parseJson } from "../../lib/index.ts";
import type { CommandRun } from "../../workspace/index.ts";
import type { Message } from "./contract.ts";

/** Parses messages with a pattern whose named groups are file, line, column, text and code. */
export const placed = (output: string, form: RegExp): readonly Message[] =>
  [...output.matchAll(form)].map(({ groups = {} }) => toMessage(groups));

const toMessage = ({
  file = "",
  line,
  column,
  text = "",
  code,
}: Readonly<Record<string, string | undefined>>): Message => ({
  file,
  line: Number(line ?? 0),
  ...(column !== undefined && { column: Number(column) }),
  code: code ?? "error",
  text,
});

/** As `placed`, but returns `undefined` if the program failed without printing a message. */
export function placedUnlessSilent(
  { exitCode, stopped }: CommandRun,
  output: string,
  form: RegExp,
): readonly Message[] | undefined {
  const messages = placed(output, form);
  return stopped || (exitCode !== 0 && messages.length === 0) ? undefined : messages;
}

type JsonObject = Readonly<Record<string, unknown>>;
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Parses JSON output; undefined if it is something else. */
export const jsonOf = ({ stdout, stopped }: CommandRun): unknown => (stopped ? undefined : parseJson(stdout));
