import { isPerson } from "../api/index.ts";
import { wordSet } from "../lib/index.ts";
import { keyOf } from "./evidence.ts";
import { type Clause, clausesIn } from "./clauses.ts";
import { connecting } from "./grammar.ts";
import { groupsIn, withLists, withoutGroups } from "./inline.ts";
import { cutAt, introduction } from "./introduction.ts";
import { phraseAt } from "./lists.ts";
import { request } from "./request.ts";
import { besideRules } from "./rules.ts";
import { clausesOf } from "./sentences.ts";
import { type Statement, linked } from "./statement.ts";
import { storedLists } from "./stored.ts";
import { placed } from "./ties.ts";
import { rawOf, tokensOf } from "./tokens.ts";

/** Maximum number of lists after nouns in one sentence. */
const mostLists = 6;

/** The statements of a text besides its rules. */
export const factsOf = (text: string): readonly Statement[] =>
  clausesOf(text).flatMap((part) => {
    const facts = besideRules(part);
    return facts ? clauseStatements(facts) : [];
  });

/** The statements of a text's clauses, and the lists in them. */
export function clauseStatements(clauseText: string): readonly Statement[] {
  const lists = storedLists(clauseText, tokensOf(clauseText));
  if (lists)
    return lists.map(({ owner, list }): Statement =>
      owner ? { kind: "attributes", owner, list, labelled: true } : { kind: "mention", list },
    );
  const requestMatch = request.exec(clauseText);
  const whole = requestMatch ? clauseText.slice(requestMatch[0].length) : clauseText;
  const all = tokensOf(whole);
  const clauses = clausesIn(all);
  const groups = groupsIn(all);
  const text = groups.length && clauses.length ? withoutGroups(whole, all) : whole;
  const tokens = text === whole ? all : tokensOf(text);
  const found = text === whole ? clauses : clausesIn(tokens);
  const [first] = found;
  const opening = first ? tokens.slice(0, cutAt(tokens, first)) : tokens;
  return [
    ...groups,
    ...withLists(tokens, text, found).slice(0, mostLists),
    ...(requestMatch || !first ? introduction(opening, text) : []).filter(
      (statement) => !isOwner(statement, groups),
    ),
    ...placed(tokens, first),
    ...found.flatMap(hangingOn),
    ...found.map((clause): Statement => ({ kind: "clause", clause, list: rawOf(clause.rest, text) })),
  ];
}

/** Whether a statement takes the owner of an attribute list for the application, although it is a record. */
const isOwner = (statement: Statement, lists: readonly Statement[]): boolean =>
  statement.kind === "application" &&
  lists.some((list) => list.kind === "attributes" && keyOf(list.owner) === keyOf(statement.noun));

/** `the door of a locker`: what a subject or object belongs to. */
const hangingOn = ({ subject, verb, rest }: Clause): readonly Statement[] =>
  [subject, connecting.has(verb.base) ? [] : rest].flatMap((part) => {
    const phrase = phraseAt(part, 0);
    if (!phrase) return [];
    const {
      head,
      parts: [first],
    } = phrase;
    // `orders of products`
    return first?.plural && !isPerson(first.words.at(-1) ?? "") && containers.has(head.words.at(-1) ?? "")
      ? [{ kind: "tie", from: head, to: first, many: true }]
      : linked(head, phrase.parts, true);
  });

/** Things that consist of others, which may be in several of them. */
const containers = wordSet("order cart basket collection playlist bundle kit menu set package");
