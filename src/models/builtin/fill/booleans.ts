import { wordSet } from "../../../lib/index.ts";
import { imperative } from "../knowledge/verbs.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Reading } from "../text/mention.ts";
import type { Token } from "../text/tokens.ts";
import { alike } from "./alike.ts";

const deny =
  /^(?:no|not|without|don't|doesn't|isn't|aren't|never|disable|disabled|exclude|excluding|avoid|avoids|avoiding|skip|skipping|except|false|off|stop|neither|nor|non|unsuccessful|failed|deny|hide|won't|shouldn't)$/;
const affirm =
  /^(?:with|include|includes|including|enable|enabled|allow|allows|allowing|ensure|ensuring|true|on|want|only|also|please|should|must|require|required|need|show|can|yes|set|have|has|having|prefer|preferably|ideally|add|adding|indicating|force|forced|successful)$/;
const generic = wordSet(`
  includ is enabl show get has with allow use return flag whether set true fals default option boolean if
  onli should indic inform data
`);

/** Words in names that say little by themselves: `free_entry` is about what is free. */
const vague = wordSet(`
  good unit servic avail mode statu visibl entri featur facil need must support exist prefer result all
  item search
`);

/** Phrases of indifference. */
const indifferent =
  /(?:\bnot|n['’]t)\s+(?:\w+\s+)?(?:concerned|care|mind|worried|matter|picky|fussy|need to)\b|\b(?:whether or not|no preference|flexible about|regardless)\b/i;

/** What else a request may mention: the words of the tool and of its other parameters. */
export interface Surroundings {
  readonly toolStems: ReadonlySet<string>;
  readonly parameters: readonly Parameter[];
}

/**
 * What a text says about a boolean: true if it contains the parameter's words, false if it denies them, undefined if it
 * doesn't mention them.
 */
export function booleanSaid(
  parameter: Parameter,
  reading: Reading,
  { toolStems, parameters }: Surroundings,
): boolean | undefined {
  const { tokens } = reading;
  const turned = switched(parameter, reading);
  if (turned !== undefined) return turned;
  const keys = parameter.nameStems.filter((word) => !generic.has(word) && word.length > 2);
  const elsewhere = (word: string): boolean =>
    toolStems.has(word) || parameters.some((other) => other !== parameter && other.nameStems.includes(word));
  const distinct = keys.filter((word) => !elsewhere(word));
  // `how warm` asks for the weather, not for its forecast
  const topical = (text: string): boolean => [...toolStems].some((word) => alike(word, text) >= 0.6);
  const whole = tokens.findIndex((_, i) => hits(keys, tokens, i));
  const place = [
    whole >= 0 && (distinct.length > 0 || parameter.required || marked(tokens, whole)) ? whole : -1,
    tokens.findIndex(
      (token) =>
        !token.stop &&
        !imperative.has(token.lower) &&
        distinct.some(
          (word) => !vague.has(word) && alike(word, token.stem) >= (topical(token.stem) ? 0.8 : 0.6),
        ),
    ),
    helped(parameter, reading, elsewhere),
  ].find((index) => index >= 0);
  if (place === undefined) return undefined;
  const from = tokens[Math.max(0, place - 10)]?.start ?? 0;
  const before = reading.text.slice(from, tokens[place]?.start);
  if (indifferent.test(before.slice(Math.max(before.lastIndexOf(". "), before.lastIndexOf("? ")) + 1)))
    return undefined;
  const negative = parameter.nameStems.some((word) => deny.test(word));
  const near = tokens.slice(Math.max(0, place - 4), place + 5);
  const here = Math.min(place, 4);
  const denied = near.some(
    (token, i) => (i < here ? deny : switchedOff).test(token.lower) && i !== here && !crosses(near, i, here),
  );
  return denied === negative;
}

const turn = /\b(?:turn|switch|put|power)(?:s|ed|ing)?\b(?:[^.?!;]{0,40}?\s)?(on|off)\b/i;
/** `… and off in production`, after another switch. */
const turnedToo = /^(?:and|but)\s+(on|off)(?=\s+(?:in|for|at)\b|\W*$)/i;

/** `turn off the light` for a tool's parameter `on`. */
function switched({ nameStems, description }: Parameter, { text, tokens }: Reading): boolean | undefined {
  const about = /\bon or off\b|\b(?:is|are|be|turned|switched) (?:turned |switched )?on\b/i.test(description);
  const [word = ""] = nameStems;
  if (nameStems.length > 1 && !about) return undefined;
  if (!about && !/^(?:on|off|power|state|enabl|activ)$/.test(word)) return undefined;
  const part = text.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end);
  const match = turnedToo.exec(part) ?? turn.exec(part);
  return match ? (match[1]?.toLowerCase() === "on") !== (word === "off") : undefined;
}

/** Where a word that only this parameter's description contains is requested or denied. */
function helped(parameter: Parameter, { tokens }: Reading, elsewhere: (word: string) => boolean): number {
  const helpers = new Set(
    parameter.stems
      .filter((word) => !generic.has(word) && !vague.has(word) && !elsewhere(word) && word.length > 3)
      .slice(0, 4),
  );
  const index = tokens.findIndex((token) => !token.stop && helpers.has(token.stem));
  return index >= 0 && marked(tokens, index) ? index : -1;
}

/** Whether all key words of a name are close together, one of them here. */
function hits(keys: readonly string[], tokens: readonly Token[], i: number): boolean {
  if (keys.length === 0) return false;
  const near = tokens.slice(Math.max(0, i - 2), i + 5);
  const has = (key: string): boolean => near.some((token) => alike(key, token.stem) >= 0.8);
  const here = tokens[i];
  if (!here || !keys.some((key) => alike(key, here.stem) >= 0.8)) return false;
  return (
    keys.length === 1 || (keys.length === 2 ? keys.every(has) : keys.filter(has).length >= keys.length - 1)
  );
}

const marked = (tokens: readonly Token[], index: number): boolean =>
  tokens
    .slice(Math.max(0, index - 4), index)
    .some((token) => affirm.test(token.lower) || deny.test(token.lower));

/** Words after a name that deny it: `logging: off`. */
const switchedOff = /^(?:false|off|disabled|no|not|unsuccessful|failed)$/;

/** A denial beyond a comma or a conjunction refers to something else. */
const crosses = (near: readonly Token[], i: number, here: number): boolean => {
  const [from, to] = i < here ? [i, here] : [here, i];
  return near.slice(from, to).some((token) => /^[,.;]|^(?:and|but)$/.test(token.lower));
};
