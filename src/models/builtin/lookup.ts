import type { Json } from "../../lib/index.ts";
import type { PlannedCall } from "./call.ts";
import type { Choice } from "./choose.ts";
import { factFor } from "./chain.ts";
import { facts, type Done } from "./conversation.ts";
import { fill } from "./fill/fill.ts";
import { spoken } from "./fill/spoken.ts";
import { fits } from "./check.ts";
import type { Tool } from "./read/tool.ts";
import type { Reading } from "./text/mention.ts";

const everything =
  /\b(?:(?:the )?(?:web|internet|google|bing|duckduckgo|wikipedia|encyclop(?:a)?edia)|search engine|general (?:knowledge|questions?))\b/i;
const question =
  /^\W*(?:(?:please|hey|hi|so|and)[,\s]+)*(?:(?:can|could|would) you (?:please )?)?(?:tell me |do you know )?(?:about |who|what|when|where|which|why|how)\b[^]{3,200}$/i;
const lead =
  /^\W*(?:(?:please|hey|hi|so|and)[,\s]+)*(?:(?:can|could|would) you (?:please )?)?(?:tell me |do you know )?(?:about |(?:who|what)(?:['’]s|\s+is|\s+are|\s+was|\s+were)\s+)?/i;

/** A sum that a text asks for, for a tool that computes expressions; undefined where there is none. */
export function computed(tools: readonly Tool[], reading: Reading): PlannedCall | undefined {
  for (const tool of tools) {
    const [open, more] = tool.parameters.filter((parameter) => parameter.required);
    if (open?.kind !== "expression" || more || open.path.length > 1) continue;
    const [sum, another] = spoken(tool, reading);
    if (!sum || another) continue;
    const input = { [open.name]: sum.text };
    if (fits(tool, input)) return { name: tool.definition.name, input };
  }
  return undefined;
}

/** A question that no other tool answers, put to a tool that searches the web; undefined where there is none. */
export function asked(tools: readonly Tool[], text: string): PlannedCall | undefined {
  const [line = ""] = text.trim().split("\n");
  if (
    line !== text.trim() ||
    !question.test(line) ||
    /\b(?:you|your|yourself)\b/i.test(line.replace(lead, ""))
  )
    return undefined;
  for (const tool of tools) {
    const { name, description = "" } = tool.definition;
    if (!everything.test(`${name.replaceAll(/[_-]/g, " ")} ${description}`)) continue;
    const required = tool.parameters.filter((parameter) => parameter.required);
    const [open] = required;
    if (required.length !== 1 || open?.type !== "string" || open.closed || open.path.length > 1) continue;
    const input = { [open.name]: line.replace(lead, "").replace(/^the\s+|[\s?!.]+$/gi, "") };
    if (fits(tool, input)) return { name, input };
  }
  return undefined;
}

const looks = /^(?:list|search|find|lookup|look|get|query|fetch|show)$/;
const identifies = /^(?:id|uuid|identifi|key|code)$/;

/**
 * The call that finds what another one lacks: where only an identifier is missing, a tool that lists or searches things
 * of the same name, if the text gives all that it needs.
 */
export function lookups(
  tools: readonly Tool[],
  open: Choice["missing"],
  reading: Reading,
): readonly PlannedCall[] {
  for (const { tool, filled } of open) {
    const ids = filled.missing.filter(({ nameStems }) => nameStems.some((word) => identifies.test(word)));
    const nouns = ids.flatMap(({ nameStems }) => nameStems.filter((word) => !identifies.test(word)));
    if (ids.length === 0 || nouns.length === 0) continue;
    for (const other of tools) {
      const about =
        other.nameStems.some((word) => looks.test(word)) &&
        nouns.some((noun) => other.nameStems.includes(noun));
      if (
        other === tool ||
        !about ||
        other.parameters.some((one) => one.required && ids.some(({ name }) => name === one.name))
      )
        continue;
      const [call, more] = fill(other, reading, { start: 0, end: reading.text.length });
      if (call && !more && call.own && call.missing.length === 0 && fits(other, call.input))
        return [{ name: other.definition.name, input: call.input }];
    }
  }
  return [];
}

/** A call whose open parameters earlier results fill. */
export function completed(
  one: Choice["missing"][number],
  known: ReturnType<typeof facts>,
  said: string,
): PlannedCall["input"] | undefined {
  const input: { [key: string]: Json } = { ...one.filled.input };
  for (const parameter of one.filled.missing) {
    const [name] = parameter.path;
    const value = parameter.path.length === 1 ? factFor(parameter, known, said) : undefined;
    if (value === undefined || name === undefined) return undefined;
    input[name] = value;
  }
  return fits(one.tool, input) ? input : undefined;
}

/** Least share of a tool's name that a text says where the tool waits for a result. */
const named = 0.25;

/** The call that a text asks for beside the one that is done, if the result brings what it lacked: `cancel` behind a search. */
export function awaited(choice: Choice, done: readonly Done[], reading: Reading): readonly PlannedCall[] {
  const known = facts(done);
  for (const { tool, name } of choice.ranks) {
    if (name < named || done.some(({ call }) => call.name === tool.definition.name)) continue;
    const [filled, more] = fill(tool, reading, { start: 0, end: reading.text.length });
    const ids = filled?.missing.every(({ nameStems }) => nameStems.some((word) => identifies.test(word)));
    if (!filled || more || !ids || filled.missing.length === 0) continue;
    const input = completed({ tool, filled }, known, reading.text);
    if (input) return [{ name: tool.definition.name, input }];
  }
  return [];
}
