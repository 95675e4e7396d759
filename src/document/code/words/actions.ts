import type { Shape, Study } from "../../../code/index.ts";
import { listed } from "../../../lib/index.ts";
import { code } from "./name-words.ts";

/** Functions that compute values without side effects. */
const makes =
  /^(?:Object|Array|Math|JSON|Number|String|Date|Symbol|Reflect|Buffer|structuredClone|len|str|int|float|dict|list|tuple|set|sorted|isinstance|getattr|hasattr|min|max|zip|enumerate|range|datetime|time|re|path|os\.path|uuid)(?:\.|$)/;

/** Describes a function that only calls another with additional arguments. */
export function shorthand(
  { steps, returns, throws }: Study,
  parameters: readonly string[],
): string | undefined {
  const [only] = returns;
  if (steps.length > 0 || throws.length > 0 || returns.length !== 1 || only?.shape.kind !== "call")
    return undefined;
  return shortened(only.shape, parameters);
}

/** Rendering a page or response is a handler's purpose, not a shorthand. */
const answers = /(?:^|\.)(?:render\w*|redirect|jsonify|send_file|\w*Response\w*)$/;

function shortened(
  { name = "", parts = [], code: source }: Shape,
  parameters: readonly string[],
): string | undefined {
  const passes = parameters.every((parameter) =>
    parts.some(
      (part) =>
        part
          .replace(/^\.{3}|^\*{1,2}/, "")
          .split("=")
          .at(-1) === parameter,
    ),
  );
  const isCall = parts.some((part) =>
    /^(?:\w+=)?(?:["'][^"']+["']|-?\d[\d_.]*|true|false|True|False)$/.test(part),
  );
  const plain =
    !/(?:^|\.)[_#]/.test(name) && // private names mean nothing to callers
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?$/.test(name) &&
    !makes.test(name) &&
    !answers.test(name);
  const text = code(source.replace(/^await /, ""), 60);
  return passes && isCall && plain && parameters.length > 0 && text ? `shorthand for ${text}` : undefined;
}

/** Joins phrases into one sentence; a repeated verb is stated once. */
export function list(all: readonly string[]): string {
  const parts = all.map((part, place) => {
    const [verb = "", ...rest] = part.split(" ");
    return place > 0 && all[place - 1]?.startsWith(`${verb} `) ? rest.join(" ") : part;
  });
  return listed(parts);
}
