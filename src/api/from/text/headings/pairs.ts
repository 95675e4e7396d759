import { counted } from "../facts/relations.ts";
import { passed } from "../sentences/between.ts";
import { introduced } from "../sentences/topic.ts";
import { knownIn, nameOf, open, relate } from "../state.ts";
import type { Rule } from "./heading.ts";

/** `blog: post 1-n comment, post n-m tag`: pairs of records, each with how many there are of either. */
export const countedPairs: Rule = (_state, { rest, read }) => {
  const pairs = rest.split(/\s*,\s*/);
  if (!pairs.every((pair) => counted.test(pair))) return false;
  for (const pair of pairs) read(pair);
  return true;
};

/** `Grades are given to pupils: a grade has a mark`: a relation as a head, and a sentence below it. */
export const relationHead: Rule = (state, { head, rest, read }) => {
  if (!passed(state, head)) return false;
  read(rest);
  return true;
};

/** `posts and tags: many-to-many` */
export const manyToMany: Rule = (state, { head, rest }) => {
  if (!/^many[ -]to[ -]many$/i.test(rest)) return false;
  const [one, other] = head.split(/\s+and\s+|\s*\/\s*/).map((noun) => nameOf(noun));
  if (one === undefined || other === undefined) return false;
  relate(open(state, one), { kind: "manyToMany", target: other });
  return true;
};

/** `relations: post to comment 1-n; author to post 1-n` */
export const listOfRelations: Rule = (_state, { head, rest, read }) => {
  if (!/^(?:relations?|relationships?|associations?)$/i.test(head)) return false;
  for (const one of rest.split(/[,;]/)) read(one);
  return true;
};

/** `books / authors: title, name`: several records in one head. */
export const severalInHead: Rule = (state, { head, rest, read }) => {
  const several = /(?:^|\s)[a-z]\/[a-z](?:\s|$)/i.test(head) ? [] : head.split(/\s*\/\s*/);
  if (several.length < 2) return false;
  for (const one of several) {
    const each = nameOf(one);
    if (each) open(state, each);
  }
  read(rest);
  return true;
};

/** `plays with their actors: play title, year`: two records in one head, of which the first goes on; makes both known anyway. */
export const twoInHead: Rule = (state, { head, rest, read }) => {
  const [, first = "", , second = ""] =
    /^([a-z]+(?: [a-z]+)?s) (?:with|and)( their)? ([a-z]+s)$/i.exec(
      introduced(head.replace(" with ", "-with-"))?.replace("-with-", " with ") ?? head,
    ) ?? [];
  if (first === "") return false;
  const [one, other] = [nameOf(first), nameOf(second)];
  if (one && /\s/.test(first)) state.known.add(one);
  const lead = rest.split(/\s+/)[0] ?? "";
  if (one && other && knownIn(state, lead) === undefined) state.known.add(other);
  if (!one || !other || knownIn(state, lead) !== one) return false;
  open(state, other);
  open(state, one);
  read(rest);
  return true;
};
