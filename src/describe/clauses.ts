import {
  adverbs,
  determiners,
  having,
  particles,
  prepositions,
  relatives,
  subordinators,
} from "./grammar.ts";
import type { Token } from "./tokens.ts";
import { isJoint, verbhood } from "./verb-forms.ts";
import { verbAt, type VerbGroup } from "./verb-groups.ts";

/** What a sentence says of a subject. */
export interface Clause {
  readonly subject: readonly Token[];
  readonly verb: VerbGroup;
  readonly rest: readonly Token[];
}

export interface Found {
  readonly verb: VerbGroup;
  readonly kind: "main" | "relative" | "subordinate" | "infinitive";
}

/** Whether a verb may express possession: `wants to know` doesn't. */
export const mayHave = ({ verb, rest }: Clause): boolean =>
  having.has(verb.base) && !verb.passive && rest[0]?.low !== "to";

/** The verbs of a sentence, each with the kind of its clause. */
export function verbsIn(tokens: readonly Token[]): readonly Found[] {
  const found: Found[] = [];
  let index = 0;
  while (index < tokens.length) {
    const verb = verbAt(tokens, index);
    if (!verb) {
      index += 1;
      continue;
    }
    const kind = kindOf(tokens, verb, found.at(-1)?.verb.to ?? 0);
    found.push({ verb, kind });
    for (const token of tokens.slice(verb.from, verb.to)) token.tags = new Set([...token.tags, "Head"]);
    index = verb.to;
  }
  return found;
}

function kindOf(tokens: readonly Token[], { from }: VerbGroup, since: number): Found["kind"] {
  let index = from - 1;
  if (tokens[index]?.low === "to") return "infinitive";
  if (relatives.has(tokens[index]?.low ?? "")) return "relative";
  if (isContact(tokens, index, since)) return "relative";
  // Go back over the subject to the word that opens the clause.
  for (; index >= since; index -= 1) {
    const token = tokens[index];
    if (!token || (isJoint(token) && token.kind === "sign")) break;
    const between = tokens.slice(index + 1, from).filter(({ low }) => !adverbs.has(low));
    // `mark it as done and add a note`
    const isManner = token.low === "as" && (between.length === 0 || (index > 0 && between.some(isJoint)));
    if (subordinators.has(token.low) && !isManner) return "subordinate";
    if (relatives.has(token.low) && !(token.low === "that" && between.length > 1)) return "relative";
  }
  return "main";
}

/** `the rack it hangs on`: a pronoun directly after a noun opens a clause about that noun. */
function isContact(tokens: readonly Token[], index: number, since: number): boolean {
  const before = tokens[index - 1];
  if (!/^(?:i|we|you|they|he|she|it)$/.test(tokens[index]?.low ?? "") || index - 1 < since) return false;
  if (before?.kind !== "word" || prepositions.has(before.low)) return false;
  if (isJoint(before) || subordinators.has(before.low) || adverbs.has(before.low)) return false;
  if (/^(?:also|that|this|and|or|if|so|when|then|than)$/.test(before.low)) return false;
  let start = index - 1;
  while (start > since && !isJoint(tokens[start - 1])) start -= 1;
  const opens = tokens[start];
  return !(opens && prepositions.has(opens.low));
}

/** The clauses of a sentence that can stand alone, with what each says of its subject. */
export function clausesIn(tokens: readonly Token[]): readonly Clause[] {
  const verbs = verbsIn(tokens)
    .filter(({ kind }) => kind === "main")
    .map(({ verb }) => verb);
  const clauses: Clause[] = [];
  let subject: readonly Token[] = [];
  const starts = verbs.map((verb, index) => startOf(tokens, verb, verbs[index - 1]?.to ?? 0));
  for (const [index, verb] of verbs.entries()) {
    const start = starts[index] ?? verb.from;
    const clauseTokens = trimmed(
      tokens.slice(start, verb.from).filter(({ low }) => !/^(?:later|also|here|there)$/.test(low)),
    );
    if (clauseTokens.some((token) => token.kind === "word")) subject = behindPreposition(clauseTokens);
    const next = verbs[index + 1];
    const end = next ? Math.max(verb.to, starts[index + 1] ?? next.from) : tokens.length;
    clauses.push({ subject, verb, rest: withoutReceiver(trimmed(tokens.slice(verb.to, end), true)) });
  }
  // `can accept or reject orders`: coordinated verbs share their auxiliary.
  const helped: Clause[] = [];
  for (const clause of clauses) {
    const before = helped.at(-1);
    const { verb } = clause;
    const modal = before?.subject === clause.subject ? before.verb.modal : undefined;
    const shares = modal !== undefined && !verb.modal && !verb.copula;
    helped.push(shares ? { ...clause, verb: { ...verb, modal } } : clause);
  }
  // `archive or share a lot`: coordinated verbs share their object.
  return helped.map((clause, index) => {
    const next = helped[index + 1];
    const isOpen =
      clause.rest.every((token) => isJoint(token) || verbhood(token) !== "none") &&
      next?.subject === clause.subject;
    return isOpen && next && !clause.verb.passive && !clause.verb.copula
      ? { ...clause, rest: [...clause.rest, ...next.rest] }
      : clause;
  });
}

/** Drops who gets something: `send us manuscripts`. */
const withoutReceiver = (rest: readonly Token[]): readonly Token[] => {
  const next = rest[1];
  const isObject =
    next !== undefined && (determiners.has(next.low) || (next.tags.has("Noun") && !particles.has(next.low)));
  return isObject && /^(?:us|me|you|him|them)$/.test(rest[0]?.low ?? "") ? rest.slice(1) : rest;
};

/** Drops a leading prepositional phrase: `besides the name a task` → a task. */
function behindPreposition(tokens: readonly Token[]): readonly Token[] {
  if (!/^(?:besides?|apart|additionally|in)$/.test(tokens[0]?.low ?? "")) return tokens;
  const index = tokens.findLastIndex(({ low }) => determiners.has(low));
  return index > 1 ? tokens.slice(index) : tokens;
}

/** Where the clause of a verb begins: after the last conjunction before its subject. */
function startOf(tokens: readonly Token[], verb: VerbGroup, since: number): number {
  let index = verb.from - 1;
  if (since === 0 && !tokens.slice(0, verb.from).some(({ text }) => /^[;:]$/.test(text)))
    return leading(tokens, verb.from);
  for (; index >= since; index -= 1) if (isJoint(tokens[index])) return index;
  return verb.from;
}

/** Where the subject of the first clause begins: at the beginning, or after an introduction like `Later, users …`. */
function leading(tokens: readonly Token[], to: number): number {
  for (let index = to - 1; index > 0; index -= 1)
    if (tokens[index]?.text === "," && prepositions.has(tokens[0]?.low ?? "")) return index + 1;
  return 0;
}

/** Trims conjunctions at both ends. `isRest`: other verbs may follow the verb: `approve or reject an order`. */
const trimmed = (tokens: readonly Token[], isRest = false): readonly Token[] => {
  let [from, to] = [0, tokens.length];
  if (!isRest) while (from < to && isJoint(tokens[from])) from += 1;
  while (to > from && (isJoint(tokens[to - 1]) || /^[.!?]$/.test(tokens[to - 1]?.text ?? ""))) to -= 1;
  return tokens.slice(from, to);
};
