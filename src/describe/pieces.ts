import { anyOf, wholly } from "../lib/index.ts";
import { typeByName } from "../api/index.ts";
import { determiners, quantities } from "./grammar.ts";
import { nounAt } from "./nouns.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { isScalar } from "./vocabulary.ts";

export interface Piece {
  joint: string;
  tokens: Token[];
}

/** Words that begin a remark about the preceding item. */
const remarks = new RegExp(
  String.raw`^${anyOf(
    "which|that|who|whose|they|both|each|even|all|only|so|if|but|unless|like|such|later|then|new ones|read",
    "required|optional|unique|mandatory|nullable|uniq|req|opt|dflt|true|false|yes|no|positive",
    "max|min|maximum|minimum|up|at least|at most|exactly|between|one of|either|starting|initially",
    "default(?:s|ing)?|the default|by default|defaults|lower|upper|lowercase|e\\.g|for example",
    String.raw`never|not|must|can|cannot|may|no (?:two|other)|with \d|\d|>=|<=|=`,
    String.raw`with \w+ as (?:the |its |a )?default|\w+ (?:by default|initially|at first|as the default|unless)`,
    "an? (?:string|integer|boolean|decimal|float|datetime|timestamp|enum|uuid)",
    "string|int|integer|number(?! of)|boolean|bool|decimal|float|datetime|enum|uuid",
    String.raw`starts? (?:as|at|with|out|from) [a-z\d]+|begins? (?:as|at|with) [a-z\d]+`,
  )}\b`,
);

export function pieces(tokens: readonly Token[]): Piece[] {
  const all: Piece[] = [{ joint: "", tokens: [] }];
  for (const token of tokens) {
    const isJoint = /^(?:,|;|and|or|plus|&|\+)$/.test(token.low);
    if (!isJoint) {
      all.at(-1)?.tokens.push(token);
      continue;
    }
    const last = all.at(-1);
    if (last && last.tokens.length === 0) last.joint = token.low === "," ? last.joint : token.low;
    else all.push({ joint: token.low, tokens: [] });
  }
  return all.filter((piece) => piece.tokens.length > 0);
}

const startsWithArticle = ({ tokens }: Piece): boolean =>
  determiners.has(tokens[0]?.low ?? "") || quantities.has(tokens[0]?.low ?? "");

const isClauseLike = ({ tokens }: Piece): boolean =>
  /^(?:whether|how|when|where|what|who)$/.test(tokens[0]?.low ?? "");

/** Whether a piece is a bare word or two that can be a value. */
const isValue = (piece: Piece): boolean =>
  piece.tokens.length <= 3 &&
  !startsWithArticle(piece) &&
  !isClauseLike(piece) &&
  piece.tokens.every(({ kind }) => kind !== "group" && kind !== "sign");

/** `at least two images`: a name after a count. */
const counted =
  /^(?:up to|at (?:least|most)|exactly) \w+ (?!char|digit|letter|minute|hour|day|point)[a-z]+s\.?$/i;
/** `max seats`, `text colour`: a name that begins like a remark. */
const namedAlike = new RegExp(
  String.raw`^(?:max|min|maximum|minimum|required|default|unique|text|number)\s` +
    String.raw`(?!to\b|is\b|of\b|value|per\b|\d|true|false)[a-z]+(?: [a-z]+){0,3}\s*(?:=.*|\(.*)?$`,
  "i",
);

/** Names of texts, not numbers: `rooms (name, number)` have both. */
const aText = /(?:name|title|label|street|address|city|email|description)$/i;

/** Whether a piece is about the preceding item. */
function isRemark(raw: string, joint: string, before: string): boolean {
  if (!remarks.test(raw.toLowerCase())) return false;
  if (/^number$/i.test(raw) && aText.test(before)) return false;
  // `the date and who came`: a question of its own, unlike `a coach, who is paid`
  if (/^who\b/i.test(raw) && (joint === "and" || /^who\b/i.test(before))) return false;
  const first = /^default (\w+)$/i.exec(raw)?.[1];
  // `status open/closed, default open`
  if (first && new RegExp(String.raw`[/|,( ]${first}\b|\b${first}[/|]`, "i").test(before)) return true;
  return !(joint !== "," && counted.test(raw)) && !namedAlike.test(raw);
}

/** A remark that may concern the whole record. */
export const uniqueWithin = /^(?:must be |is |are )?uniq(?:ue)? (?:per|within|by|for each) /i;

/** Where the scopes of uniqueness end: `unique per depot and day`. */
function scopesEnd(all: readonly Piece[], index: number): number {
  const next = all[index + 1];
  const isScope =
    next?.joint === "and" && next.tokens.length < 4 && next.tokens.every(({ kind }) => kind === "word");
  return isScope ? scopesEnd(all, index + 1) : index;
}

/** Joins pieces that a comma or conjunction separated although they are one item: values, remarks, compound names. */
export function joined(all: readonly Piece[], text: string): readonly string[] {
  const items: Token[][] = [];
  const extra = new Map<Token[] | undefined, string>();
  const prefixes = new Map<Token[] | undefined, string>();
  for (let index = 0; index < all.length; index += 1) {
    const piece = all[index];
    if (!piece) continue;
    const raw = text.slice(piece.tokens[0]?.start, piece.tokens.at(-1)?.end);
    if (/^(?:though|although|because|while|however|except)$/.test(piece.tokens[0]?.low ?? "")) break;
    const before = items.at(-1);
    const through = (end: number): Token[] =>
      tokensBetween(text, piece.tokens[0]?.start ?? 0, all[end]?.tokens.at(-1)?.end ?? 0);
    const scopes = scopesEnd(all, index);
    if (/\buniq(?:ue)? (?:per|within) /i.test(raw) && (uniqueWithin.test(raw) || scopes > index)) {
      items.push(through(scopes));
      index = scopes;
      continue;
    }
    // `between 5 and 30`
    const isRange = piece.joint === "and" && /^-?\d/.test(raw);
    const earlier = text.slice(before?.[0]?.start, before?.at(-1)?.end);
    if (before && (isRange || isRemark(raw, piece.joint, earlier))) {
      before.push(...between(before, piece, text), ...piece.tokens);
      if (/^both\b/i.test(raw)) extra.set(items.at(-2), `, ${raw}`);
      continue;
    }
    // `belongs to a bed and a gardener`
    const holder = before && text.slice(before[0]?.start, before[1]?.end);
    const noun = piece.joint === "and" && startsWithArticle(piece) ? nounAt(piece.tokens) : undefined;
    if (noun && !isScalar(noun.words) && (prefixes.has(before) || /^belongs? to$/i.test(holder ?? ""))) {
      items.push([...piece.tokens]);
      prefixes.set(items.at(-1), "belongs to ");
      continue;
    }
    // `which can be assigned, resolved and reopened`
    const end = valuesEnd(all, index, text);
    items.push(end > index ? through(end) : [...piece.tokens]);
    index = end;
  }
  items.forEach((part, index) => {
    const shared = items[index + 1];
    const pair = part.at(-1)?.low ?? "";
    if (
      !shared ||
      !paired.test(pair) ||
      part.length > 2 ||
      text.slice(part.at(-1)?.end, shared[0]?.start).trim() === ","
    )
      return;
    const position = shared.findIndex(({ low }) => paired.test(low));
    if (position >= 0 && shared[position + 1]?.kind === "word")
      extra.set(part, ` ${text.slice(shared[position + 1]?.start, shared.at(-1)?.end)}`);
  });
  return items.map(
    (part) =>
      `${prefixes.get(part) ?? ""}${text.slice(part[0]?.start, part.at(-1)?.end)}${extra.get(part) ?? ""}`,
  );
}

/** Words of two things that share a noun: `first and last name`. */
const paired = wholly(
  "first|last|min|max|minimum|maximum|start|end|opening|closing|home|away|left|right|arrival|departure",
  "lowest|highest|given|family",
);

const between = (before: readonly Token[], piece: Piece, text: string): readonly Token[] =>
  tokensBetween(text, before.at(-1)?.end ?? 0, piece.tokens[0]?.start ?? 0);

const tokensBetween = (text: string, from: number, to: number): Token[] =>
  tokensOf(text.slice(from, to)).map((token) => ({
    ...token,
    start: token.start + from,
    end: token.end + from,
  }));

/** Drops the field's remarks after the last value: `evening (required)`. */
const beforeSign = (piece: Piece): Piece => {
  const sign = piece.tokens.findIndex(({ kind }) => kind === "group" || kind === "sign");
  return sign > 0 ? { ...piece, tokens: piece.tokens.slice(0, sign) } : piece;
};

/** `age rating U`: a name with its first value. */
const isNamedValue = ({ tokens }: Piece): boolean => /^(?:[A-Z\d].*)$/.test(tokens.at(-1)?.text ?? "");

/** `difficulty easy`: the name of a field with its first value. */
const opensValues = ({ tokens }: Piece): boolean =>
  tokens.length > 1 &&
  tokens.length < 4 &&
  tokens.every(({ kind }) => kind === "word") &&
  isScalar([tokens.at(-2)?.low ?? ""]) &&
  !isScalar([tokens.at(-1)?.low ?? ""]);

const valuesOpener = new RegExp(
  String.raw`^(.*?)(?:\s*[:=]\s*|\s+${anyOf(
    "out of|one of|of|either|being",
    "(?:which |that )?(?:is|are|can be|may be|(?:goes|runs|moves)(?: from)?)",
  )}\s+)([^:=]+)$`,
  "i",
);

/** Where the enum values that a piece opens end: `a status: open, held or closed`; its own index if it opens none. */
function valuesEnd(all: readonly Piece[], index: number, text: string): number {
  const first = all[index];
  if (!first || isClauseLike(first)) return index;
  const raw = text.slice(first.tokens[0]?.start, first.tokens.at(-1)?.end);
  const opener = valuesOpener.exec(raw);
  const opens =
    opener !== null &&
    !/^(?:date|time|number|name|list|place|country|year|point|type|kind) of/i.test(raw) &&
    !/^(?:a |an |the )?\d/.test(opener[2] ?? "");
  let orAt = -1;
  for (let position = index + 1; position < all.length; position += 1) {
    const piece = all[position];
    if (!piece || !isValue(piece.joint === "or" ? beforeSign(piece) : piece)) break;
    if (
      !opens &&
      !startsWithArticle(first) &&
      piece.joint === "," &&
      piece.tokens.length > 1 &&
      isNamedValue(piece)
    )
      return index;
    if (piece.joint === "and") break;
    if (position > index && opensValues(piece)) return index;
    if (piece.joint === "or" && piece.tokens[0]?.low === "not") return index;
    if (piece.joint === "or") {
      orAt = position;
      break;
    }
  }
  if (orAt > index) {
    // `a type, text or voice`, `age rating U, 12, 15 or 18`: the values begin with the first piece or after it.
    const isNamed =
      opens ||
      startsWithArticle(first) ||
      typeByName(raw.toLowerCase()).type === "string" ||
      first.tokens.length > 1;
    return isNamed ? orAt : index;
  }
  // `kind: hot/fixed, price`: slashes separate the values, so the comma ends them.
  if (!opens || opener[2]?.includes("/")) return index;
  // `status: new, open, closed`: without `or`, the values end at the last bare word.
  let last = index;
  for (let position = index + 1; position < all.length; position += 1) {
    const piece = all[position];
    if (!piece || !isValue(piece) || (piece.joint === "and" && all.length - 1 !== position)) break;
    if (piece.joint === "and" && last === index) break;
    last = position;
  }
  return opener && /[:=]/.test(raw) ? last : index;
}
