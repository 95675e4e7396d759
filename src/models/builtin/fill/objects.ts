import { remembered } from "../../../lib/index.ts";
import { stem } from "../../../language/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import { words } from "../text/tokens.ts";
import type { Context } from "./context.ts";

/** Prepositions that introduce the same place of a verb. */
const classes: readonly RegExp[] = [/^(?:to|on|onto|into)$/, /^(?:from|off|out)$/];
const others = /^(?:of|for|with|about|by|in|at|and|or)$/;
const classOf = (preposition: string): number => classes.findIndex((words) => words.test(preposition));

/**
 * For each parameter that a tool's description names after its verb, if one is its object, the class of the preposition before it, or -1 for
 * the object of the verb: `Take a song off a playlist`.
 */
const places = remembered(({ definition, parameters }: Tool): ReadonlyMap<Parameter, number> => {
  const [sentence = ""] = (definition.description ?? "").slice(0, 300).split(/[.!\n](?:\s|$)/);
  const found = new Map<Parameter, number>();
  let last = -1;
  for (const word of words(sentence).slice(1, 16)) {
    if (others.test(word)) break;
    if (classOf(word) >= 0) last = classOf(word);
    const parameter = parameters.find(({ nameStems }) => nameStems.at(-1) === stem(word));
    if (parameter && !found.has(parameter)) found.set(parameter, last);
  }
  // `Sends an invitation to a guest` doesn't say what else is sent or invited
  const isWhole = found.size > 1 && [...found.values()].includes(-1);
  return isWhole ? found : new Map();
});

/** Bonus of a value at the place of the verb that the description gives to a parameter. */
export function objectScore(
  tool: Tool,
  parameter: Parameter,
  { preposition, before: [last] }: Context,
): number {
  const place = places(tool).get(parameter);
  if (place === undefined || parameter.type !== "string" || /^(?:date|time)$/.test(parameter.kind)) return 0;
  const isObject =
    preposition === "" &&
    last?.weight === 1 &&
    tool.deed.verbs.some(([verb = ""]) => stem(verb) === last.stem);
  const statedPlace = isObject ? -1 : preposition === "" ? undefined : classOf(preposition);
  return statedPlace === place && (isObject || place >= 0) ? 0.8 : 0;
}
