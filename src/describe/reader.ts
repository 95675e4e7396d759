import type { Expressed } from "./account.ts";
import { isAttributeList } from "./attributes.ts";
import { addBehind } from "./behind.ts";
import { addClause } from "./clause-facts.ts";
import { clausesIn, type Clause } from "./clauses.ts";
import { Discourse } from "./discourse.ts";
import { pascal, type Drafts } from "./drafts.ts";
import type { Nouns } from "./evidence.ts";
import { prepositions } from "./grammar.ts";
import { itemsOf } from "./items.ts";
import { isDone, nounAt, nounsOf } from "./nouns.ts";
import { addAttributes } from "./record-fields.ts";
import { uniqueWithin } from "./pieces.ts";
import type { Statement } from "./statement.ts";
import { tokensOf } from "./tokens.ts";

type Of<Kind extends Statement["kind"]> = Extract<Statement, { readonly kind: Kind }>;

/** Reads statements into drafts, in order. */
export function readStatements(statements: readonly Statement[], drafts: Drafts, nouns: Nouns): void {
  const discourse = new Discourse(drafts);
  const later: (() => void)[] = [];
  for (const statement of statements) {
    const about = statement.kind === "more" ? fieldOf(statement.list, drafts) : undefined;
    const { last } = discourse;
    if (about) later.push(() => addAttributes(drafts, about.owner, about.list));
    else if (statement.kind === "clause" && statement.clause.verb.copula && ofForm.test(statement.list))
      later.push(() => {
        discourse.last = last;
        readStatement(statement, discourse, nouns);
      });
    else readStatement(statement, discourse, nouns);
  }
  for (const read of later) read(); // whichever comes first, what is said of a field changes it
}

/** What is said of a field rather than of a thing. */
const ofForm = /\b(?:unique|required|optional|mandatory)\b/i;

/** The field that a sentence is about, by its owner: `the email of a member must be unique`, `each invoice number is unique`. */
function fieldOf(
  text: string,
  drafts: Drafts,
): { readonly owner: string; readonly list: string } | undefined {
  const tokens = tokensOf(text);
  const noun = nounAt(tokens);
  // `the owner of a dog is a person with a phone` is about another thing
  if (!noun || !clausesIn(tokens)[0]?.verb.copula || / with /i.test(text)) return undefined;
  const cut = (from: number, to: number): string =>
    text.slice(0, tokens[from]?.start) + text.slice(tokens[to]?.start);
  if (/^(?:of|for)$/.test(tokens[noun.to]?.low ?? "")) {
    const holder = nounAt(tokens, noun.to + 1);
    const owner = drafts.find(holder);
    return owner && holder ? { owner, list: cut(noun.to, holder.to) } : undefined;
  }
  const [first = "", ...rest] = noun.words;
  const owner = rest.length > 0 ? drafts.find({ ...noun, words: [first] }) : undefined;
  const from = noun.to - noun.words.length;
  return owner ? { owner, list: cut(from, from + 1) } : undefined;
}

function readStatement(statement: Statement, discourse: Discourse, nouns: Nouns): void {
  const { drafts } = discourse;
  switch (statement.kind) {
    case "attributes":
      return readAttributes(statement, discourse);
    case "more":
      return readMore(statement, discourse, drafts.find(nouns.topics.get(statement)));
    case "mention":
      return readMention(statement, discourse);
    case "clause":
      return drafts.express(verbOf(statement.clause), () =>
        addClause(discourse, statement.clause, statement.list),
      );
    case "application":
      return readApplication(statement, discourse);
    case "actions": {
      const owner = drafts.find(statement.of) ?? discourse.last;
      if (owner) for (const verb of statement.verbs) drafts.act(owner, verb);
      return;
    }
    case "tie": {
      const [from, to] = [drafts.find(statement.from), drafts.find(statement.to)];
      if (from && to)
        drafts.relate(from, { kind: statement.many ? "manyToMany" : "hasMany", target: pascal(to) });
      return;
    }
    case "link": {
      const [from, to] = [drafts.find(statement.from), drafts.find(statement.to)];
      if (from && to && from !== to && !(statement.weak && drafts.areRelated(from, to)))
        drafts.belongs(from, to);
    }
  }
}

/** The verb of a clause, or the participle coordinated with it that has the object, with the nouns around it. */
function verbOf({ subject, verb, rest }: Clause): Expressed {
  const start = rest.findIndex(
    (_, index) => (index === 0 || prepositions.has(rest[index - 1]?.low ?? "")) && nounAt(rest, index),
  );
  const nouns = [...nounsOf(subject), start < 0 ? undefined : nounAt(rest, start)];
  const before = start > 1 ? rest[start - 2]?.low : verb.word;
  return {
    verb: before === verb.word || (before !== undefined && isDone(before)) ? before : "",
    nouns: nouns.flatMap((noun) => noun?.words.slice(-1) ?? []),
  };
}

function readAttributes({ owner: noun, list, labelled }: Of<"attributes">, discourse: Discourse): void {
  const owner = discourse.drafts.find(noun);
  if (!owner) return;
  discourse.speakOf(owner);
  if (labelled || isAttributeList(list, noun)) addAttributes(discourse.drafts, owner, list);
}

function readMore({ list, labelled }: Of<"more">, discourse: Discourse, topic: string | undefined): void {
  const named = uniqueWithin.test(list) ? discourse.last : holderOf(list, discourse);
  const owner = named ?? (labelled ? discourse.main : undefined) ?? topic ?? discourse.last;
  if (owner) addAttributes(discourse.drafts, owner, list);
}

/** `the email has to be unique`: the resource that last got an email. */
function holderOf(list: string, { drafts, last }: Discourse): string | undefined {
  const name = /^(?:the|its|their) /i.test(list) ? itemsOf(list)[0]?.field.name : undefined;
  if (!name) return undefined;
  const holds = (key: string | undefined): boolean =>
    drafts.fieldsOf(key).some((field) => field.name === name);
  return holds(last) ? last : [...drafts.resources.keys()].findLast(holds);
}

function readMention({ list }: Of<"mention">, discourse: Discourse): void {
  const { drafts } = discourse;
  for (const { noun, raw, inner, tail } of itemsOf(list)) {
    const owner = drafts.find(noun);
    if (!owner) continue;
    const { last } = discourse;
    if (last && owner !== last && /^(?:their|its) /i.test(raw)) drafts.hasMany(last, owner);
    if (inner && noun && isAttributeList(inner, noun)) addAttributes(drafts, owner, inner);
    if (/^(?:of|for|in|on|per)\b/.test(tail)) addBehind(drafts, owner, tokensOf(tail));
    discourse.speakOf(owner);
  }
}

function readApplication({ noun }: Of<"application">, discourse: Discourse): void {
  const { drafts } = discourse;
  discourse.last = drafts.find(noun) ?? discourse.last;
  discourse.main ??= [...drafts.resources.keys()].find((key) => noun.words.includes(key));
}
