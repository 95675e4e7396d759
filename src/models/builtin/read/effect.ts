import { wordSet, inTable } from "../../../lib/index.ts";
import type { ToolDefinition } from "../../../messages/index.ts";
import { irregularVerbs } from "../../../language/index.ts";
import { computing, final, grave, groups, harmless, heavy, nominal, type Effect } from "../knowledge/acts.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import { isNounPhrase, isOnlyVerb, isPast, mayAct, mayBeVerb } from "../text/tagger.ts";
import { words } from "../text/tokens.ts";

/** What a tool does, and the verbs and nouns that request it. */
export interface Deed {
  readonly effect: Effect;
  readonly verbs: readonly (readonly string[])[];
  readonly nouns: readonly (readonly string[])[];
}

const rank: Readonly<Record<Effect, number>> = { read: 0, act: 1, harm: 2 };

/** The base of each inflected verb in the groups; verbs with a particle only in base form: `check out`. */
const bases = new Map<string, string>();
for (const { verbs } of groups)
  for (const [verb = "", particle] of verbs) {
    if (particle !== undefined) {
      bases.set(`${verb} ${particle}`, `${verb} ${particle}`);
      continue;
    }
    bases.set(verb, verb);
    for (const form of inflected(verb)) if (!bases.has(form)) bases.set(form, verb);
  }

/** The third person, the participles and the past of a regular verb. */
export function inflected(verb: string): readonly string[] {
  const root = verb.replace(/e$/, "");
  const soft = verb.replace(/([^aeiou])y$/, "$1i");
  const doubled = /[^aeiou][aeiou][bdglmnprt]$/.test(verb)
    ? [`${verb}${verb.at(-1)}ed`, `${verb}${verb.at(-1)}ing`]
    : [];
  const third = /(?:s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : soft === verb ? `${verb}s` : `${soft}es`;
  return [third, `${/[^aeiou]y$/.test(verb) ? soft : root}ed`, `${root}ing`, ...doubled];
}

const groupsOf = (verb: string): readonly number[] =>
  groups.flatMap((group, i) => (group.verbs.some((parts) => parts.join(" ") === verb) ? [i] : []));

/** The base of a verb of some act, in any form; undefined for other words. */
export const verbOf = (word: string): string | undefined =>
  bases.get(word) ?? bases.get(inTable(irregularVerbs, word) ?? "");

/** Whether a word is such a verb in base form. */
export const isVerb = (word: string): boolean => bases.get(word) === word;

const particles = new Map<string, string[]>();
for (const { verbs } of groups)
  for (const [verb = "", particle] of verbs)
    if (particle !== undefined) particles.set(verb, [...(particles.get(verb) ?? []), particle]);

/** The particles that change the meaning of a verb: `off` for `turn`. */
export const particlesOf = (verb: string): readonly string[] => particles.get(verb) ?? [];

/** The verbs in a list of words, in base form. */
const verbsIn = (verbTexts: readonly string[]): readonly string[] =>
  verbTexts.flatMap((word) => {
    const base = bases.get(word);
    return base === undefined ? [] : [base];
  });

/** The words of a name, verbs joined with their particles: `check_out_guest` checks nothing. */
function nameWords(name: string): readonly string[] {
  const joined: string[] = [];
  for (const word of words(name)) {
    const phrase = `${joined.at(-1) ?? ""} ${word}`;
    if (bases.has(phrase)) joined.splice(-1, 1, phrase);
    else joined.push(word);
  }
  return joined;
}

/** The effect of a verb in base form; unknown verbs read. */
export const effectOfVerb = (verb: string): Effect => groups[groupsOf(verb)[0] ?? -1]?.effect ?? "read";

/** A verb with the particle that follows its object: `takes the member off the list`. */
function phrasal(sentence: string, verb: string | undefined): string | undefined {
  const words = sentence.split(/[^\p{L}'-]+/u).slice(1, 7);
  const joined =
    verb === undefined
      ? undefined
      : words.find((word) => particle.test(word) && bases.has(`${verb} ${word}`));
  return joined === undefined ? verb : `${verb} ${joined}`;
}

/** Whether a word is the past participle of a known verb and not its base form: `shared`, but not `set`. */
const isParticiple = (word: string): boolean => !isVerb(word) && isPast(word);

/** The subject of a description: in `This function retrieves …` the action is to retrieve. */
const subject =
  /^(?:this|the|an?) (?:[\w-]+ ){0,3}?(?:function|tool|api|endpoint|method|service|operation|command)\b/;
const purpose =
  /^(?: (?:that|which|is|will|can|used|designed|meant|for|to|allows?|lets?|you|us|users?|a|the|user))* /;

/** The first sentence of a description, from its verb on. */
function gistOf(description: string): string {
  const [sentence = ""] = description.slice(0, 600).split(/[.!\n]\s/);
  const lower = sentence
    .trim()
    .toLowerCase()
    .replace(/^\[[^\]]*\]\s*/, "");
  const cut = lower.replace(subject, "");
  return (cut === lower ? lower : cut.replace(purpose, "")).replace(/^returns? /, "");
}

/**
 * Determines from a tool's hints, name and description what it does. It reads only if there is evidence: a hint, a verb
 * of reading, or no verb but a noun for information. Any other tool may do harm.
 */
export function deedOf(definition: ToolDefinition & { readonly annotations?: Hints }): Deed {
  const sentence = gistOf(definition.description ?? "");
  const lead = /[\p{L}]+/u.exec(sentence)?.[0] ?? "";
  const named = nameWords(definition.name);
  // `Shared cars that are free`: a participle describes a thing
  const described =
    lead.endsWith("ing") || isParticiple(lead) ? undefined : phrasal(sentence, bases.get(lead));
  const isNamedByThing = describesThing(named, sentence, definition.input_schema);
  const leading = headOf(named, { described, gives: isNamedByThing, sentence });
  const head = isNamedByThing && !leading?.every((verb) => effectOfVerb(verb) === "read") ? ["get"] : leading;
  const known = head ?? saidIn(sentence);
  const isEvident = known.length > 0 || definition.annotations?.readOnlyHint === true || isNamedByThing;
  const verbs = isEvident ? known : [named.find(isOnlyVerb) ?? named[0] ?? lead];
  // the noun of a light verb is the action: `request_refund`
  const nouns = lightly.test(verbs[0] ?? "")
    ? groups.filter(
        (group) =>
          group.effect === "harm" &&
          group.nouns.some((noun) => noun.length === 1 && named.includes(noun[0] ?? "")),
      )
    : [];
  const isMild = head === undefined && verbs.length > 0 && !verbs.some((verb) => grave.has(verb));
  const acts =
    described === undefined || effectOfVerb(verbs[0] ?? "") === "read" ? verbs : [...verbs, described];
  const judged = isMild ? "act" : effectOf(acts, definition, { sentence, weighed: nouns.length > 0 });
  const effect = isEvident ? judged : "harm";
  const wording = ` ${named.join(" ")} ${sentence}`;
  const matching = [...new Set(verbs.flatMap((verb) => groupsMeant(verb, wording)))]
    .toSorted((a, b) => a - b)
    .flatMap((i) => groups[i] ?? [])
    .filter((group) => (effect === "read") === (group.effect === "read"));
  // `move_file` may do harm: `scale` and `put`, which move something mildly, don't ask for it
  const isHeavy = effect === "harm" && verbs.length === 1 && !lightly.test(verbs[0] ?? "");
  const hurting = isHeavy ? matching.filter((group) => group.effect === "harm") : [];
  const meant = hurting.length > 0 ? hurting : matching;
  const isPhrasal = (verb: string): boolean =>
    named.includes(verb) && particle.test(named[named.indexOf(verb) + 1] ?? "");
  return {
    effect,
    verbs: [
      ...[...new Set([...verbs, ...ownVerbs(named, { lead, effect })])].map((verb) =>
        isPhrasal(verb) ? [verb, named[named.indexOf(verb) + 1] ?? ""] : verb.split(" "),
      ),
      ...[...meant, ...nouns]
        .flatMap((group) => group.verbs)
        .filter(([verb = "", joined]) => joined !== undefined || !isPhrasal(verb)),
    ],
    nouns: [
      ...[...meant, ...nouns].flatMap((group) => group.nouns),
      ...(obtaining.test(verbs[0] ?? "") ? named.slice(1).map((noun) => [noun]) : []),
    ],
  };
}

/** The acts that a verb means: those of a light verb only if they begin with one or if their noun is named. */
const groupsMeant = (verb: string, wording: string): readonly number[] =>
  groupsOf(verb).filter((i) => {
    const [[first = ""] = []] = groups[i]?.verbs ?? [];
    return (
      !lightly.test(verb) ||
      lightly.test(first) ||
      groups[i]?.nouns.some(([noun = ""]) => wording.includes(` ${noun}`)) === true
    );
  });

/** Names of parameters that set a state or contain written text. */
const payload = wordSet(`
  new state power action mode decision value volume level to at until start message text body title note reason comment
  subject content percent limit price amount reading
`);

/** The ends of a route or a range, which select and set nothing. */
const origins = ["from", "start", "origin", "source"];
const targets = ["to", "end", "destination", "target"];

/**
 * Whether a tool is described by what it returns, as a noun phrase or a question, and its required parameters only
 * select it: `Whether a door is locked`, `Loans of a card`.
 */
function describesThing(
  named: readonly string[],
  sentence: string,
  schema: ToolDefinition["input_schema"],
): boolean {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  if (needed.some(([, { type }]) => type === "boolean")) return false;
  if (asking.test(sentence)) return true;
  const isRoute = origins.some((word) => word in properties) && targets.some((word) => word in properties);
  if (!isRoute && needed.some(([name]) => words(name).some((word) => payload.has(word)))) return false;
  const [lead = "", next = ""] = sentence.replace(/^(?:pre|re|un)-/, "").split(/[^\p{L}-]+/u);
  const isVerbal =
    bases.has(lead) &&
    !isParticiple(lead) &&
    !lead.endsWith("ing") &&
    !/^(?:of|for)$/.test(next) &&
    !(lead.endsWith("s") && /^(?:that|which|who)$/.test(next));
  const acts = verbsIn(named).filter(
    (verb, i) => effectOfVerb(verb) !== "read" && !(i === 0 && verb === "open"),
  );
  if (acts.some((verb) => !nominal.has(verb)) || takesObject.test(sentence) || isVerbal)
    return acts.length === 0 && determined.test(sentence);
  const bare = sentence === "" || sentence.replaceAll(/\P{L}/gu, "") === named.join("");
  if (informing.has(named.at(-1) ?? "") || (!bare && informing.has(named[0] ?? ""))) return true;
  // `Route between two places`
  const isThing = isNounPhrase(sentence) || /^(?:of|between)$/.test(next);
  return !bare && !isOnlyVerb(named[0] ?? "") && isThing;
}

const determined = /^(?:the|an?|every|everything|each|any|all)\b/;

const asking = /^(?:whether|what|which|who|when|where|how)\b|^(?:is|are|was|has|have|does|do|did|can)\b.*\?/;

/** Nouns for information. */
const informing = wordSet(`
  info information status detail details data weather forecast history balance overview summary quote rate rates hours
  times quality profile stats statistics result results location distance
`);

/** `Reply to a message`: a word before an article or `to` is a verb. */
const takesObject =
  /^\S+ (?:to|an?|the|all|some|this|your|one|more|me|us|it|them|some(?:one|body|thing)|people)\b/;

/** The verbs in the name and description of an acting tool, known or not: `print_label`, `Mute an alert`. */
const ownVerbs = (
  [first = "", ...more]: readonly string[],
  { lead, effect }: { readonly lead: string; readonly effect: Effect },
): readonly string[] =>
  effect === "read"
    ? []
    : [
        ...(more.length > 0 ? [first] : []),
        // `alert.silence`, `oncall.page`
        ...more
          .slice(-1)
          .filter((last) => verbsIn([first, ...more]).every((verb) => nominal.has(verb)) && mayBeVerb(last)),
        ...[lead, lead.replace(/s$/, ""), lead.replace(/es$/, "")].filter(
          (verb) => verb !== "" && !stopWords.has(lead),
        ),
      ];

/** A particle that changes the meaning of a verb: `call_off_appointment`. */
const particle = /^(?:up|off|out|back|over|down|away|on)$/;

/** Verbs of obtaining: the noun alone is a request, too: `a table for two`, `I need a pickup`. */
const obtaining = /^(?:buy|book|reserve|order|request|schedule|create|arrange|rent|hire)$/;

/** Verbs with little meaning without their noun. */
const lightly =
  /^(?:request|submit|make|create|do|process|issue|initiate|place|add|open|set|file|log|start|perform)$/;

/** The actions in a sentence about abilities: `lets the user add, delete or complete items`. */
function saidIn(sentence: string): readonly string[] {
  const found: string[] = [];
  for (const match of sentence.matchAll(
    /(?:\b(?:to|can|will|lets? \w+|that|which|and|or)|[,:]) (\p{L}+)/gu,
  )) {
    const base = bases.get(match[1] ?? "");
    if (base !== undefined && base !== "return" && (base === match[1] || !nominal.has(base)))
      found.push(base);
  }
  return found.some((verb) => effectOfVerb(verb) !== "read") ? found : [];
}

/** The verbs in a tool's name, otherwise in its description; `undefined` if neither has a known one. */
function headOf(
  named: readonly string[],
  { described, gives, sentence }: { described: string | undefined; gives: boolean; sentence: string },
): readonly string[] | undefined {
  if (named.some((word) => computing.test(word))) return ["get"];
  // `open_slots`, described by `Free times of a doctor`
  if (/^(?:open|free|available)$/.test(named[0] ?? "") && gives && described === undefined) return ["get"];
  const records = keeping.test(named[0] ?? "") && named.length > 1;
  if (records && (described === undefined || !grave.has(described))) return [named[0] ?? ""];
  const verbs = verbsIn(named.filter((word) => !word.endsWith("ing")));
  const [first] = verbs;
  const last = bases.get(named.at(-1) ?? "");
  const reads = (verb: string): boolean => nominal.has(verb) || effectOfVerb(verb) === "read";
  const sure = verbs.find((verb) => !nominal.has(verb));
  if (first === undefined) return described === undefined ? undefined : [described];
  // `answer_message`, described by `Reply to a message`: the more harmful of the two counts
  const worse =
    effectOfVerb(first) === "read" && described !== undefined && effectOfVerb(described) !== "read";
  if (worse && takesObject.test(sentence)) return [described, first];
  if (last === named.at(-1) && last !== undefined && !nominal.has(last) && verbs.every(reads)) return [last];
  if (worse && !nominal.has(described)) return [described, first];
  if (!nominal.has(first)) return [first];
  if (described !== undefined && (verbs.includes(described) || effectOfVerb(described) === "read"))
    return [described];
  // `share_report`, described by `Mail a report`
  if (described !== undefined && effectOfVerb(described) === effectOfVerb(first))
    return named[0] === first && mayAct(named.at(-1) ?? "") ? [described] : [first, described];
  if (sure !== undefined) return [sure];
  if (gives) return ["get"];
  // `charge_room`, described by `Put an amount on the bill`
  if (described !== undefined)
    return named[0] === first && rank[effectOfVerb(first)] > rank[effectOfVerb(described)]
      ? [first, described]
      : [described];
  return named[0] === first || (named.at(-1) === first && !keeping.test(first)) ? [first] : undefined;
}

/** Verbs of tools that set any state: `set_blinds` opens and closes. */
export const setting = /^(?:set|update|change|edit|mark|modify|control|adjust|toggle|switch|manage|operate)$/;

/** Verbs of tools that only record what somebody reports. */
export const keeping = /^(?:log|record|note|track|register|report)$/;

interface Hints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
}

function effectOf(
  verbs: readonly string[],
  { name, description = "", annotations }: ToolDefinition & { readonly annotations?: Hints },
  { sentence, weighed }: { readonly sentence: string; readonly weighed: boolean },
): Effect {
  if (annotations?.readOnlyHint === true) return "read";
  if (annotations?.destructiveHint === true) return "harm";
  const [first] = verbs;
  const worst = verbs
    .map(effectOfVerb)
    .reduce<Effect>((effect, other) => (rank[other] > rank[effect] ? other : effect), "read");
  if (worst === "read" || (first !== undefined && effectOfVerb(first) === "read")) return "read";
  if (harmless.test(description)) return /\bread-?only\b/i.test(description) ? "read" : "act";
  if (first === "draft" || keeping.test(first ?? "")) return "act";
  const weighty = weighed || heavy.test(`${words(name).join(" ")} ${sentence}`) || final.test(description);
  if (/^(?:run|execute|exec|invoke|trigger)$/.test(first ?? "") && !weighty) return "act";
  return weighty ? "harm" : worst;
}
