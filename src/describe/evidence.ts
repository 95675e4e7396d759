import { isPerson } from "../api/index.ts";
import { isAdministrative, recordNames } from "./actions.ts";
import { isQuantity, itemsOf, type Item } from "./items.ts";
import { isPronounAlone, nounAt, nounsOf, type Noun } from "./nouns.ts";
import { creating, having, prepositions, storing } from "./grammar.ts";
import { isAttribute, isAttributeList } from "./attributes.ts";
import { isKnownResource, isScalar, software } from "./vocabulary.ts";
import type { Statement } from "./statement.ts";
import type { Clause } from "./clauses.ts";
import type { Token } from "./tokens.ts";

/** A reason why a noun counts as a resource. */
export interface Evidence {
  readonly why: string;
  readonly weight: number;
}

export const keyOf = (noun: Pick<Noun, "words">): string => noun.words.join(" ");

/** `to a donor and a site`: the other nouns after the same preposition. */
function coordinated(tokens: readonly Token[], { to }: Noun): readonly Noun[] {
  if (tokens[to]?.low !== "and" || !/^(?:an?|one|the|its|exactly)$/.test(tokens[to + 1]?.low ?? ""))
    return [];
  const noun = nounAt(tokens, to + 1);
  return noun ? [noun] : [];
}

/** Nouns that say nothing about what is stored. */
const fillerNouns = new Set(
  "thing way time day week month year moment example case information detail data record field app system api user-friendly backend frontend need everything something anybody anyone part end beginning start list lot number kind type sort order-by front desk place spreadsheet world side hand notification reminder permission role rule right access feature page screen-view button ui login auth authentication authorization endpoint hour minute second value item-list change history background requirement email mail sms criteria criterion follow detection default thank wish greeting regard please accountant bonus one other others same max min each all".split(
    " ",
  ),
);

/** The weight of an item in a list of the application's parts. `sure`: the list contains only things. */
function listedWeight({ noun }: Item, sure = false): number {
  if (sure) return 2.3;
  return noun?.plural ? 2 : 1;
}

/** The minimum score of a noun that facts join to a resource. */
const leastJoined = 0.6;

/** Whether the noun of a subject may be a record of its own, rather than a role. */
const isDoer = (noun: Noun, subject: readonly Token[]): boolean =>
  noun.plural &&
  (!isScalar(noun.words) || isPerson(noun.words.at(-1) ?? "")) &&
  !isAdministrative(keyOf(noun)) &&
  subject.every(({ tags }) => !tags.has("Verb"));

const nounBehind = ([first, ...rest]: readonly Token[]): Noun | undefined =>
  first && prepositions.has(first.low) ? nounAt(rest) : undefined;

/** `in a room`, unlike `under review`. */
const articledBehind = (tokens: readonly Token[]): readonly Noun[] =>
  tokens.flatMap((_, index) =>
    /^(?:an?|the|one)$/.test(tokens[index + 1]?.low ?? "") ? (nounBehind(tokens.slice(index)) ?? []) : [],
  );

/** Adds up the evidence in a text for and against each noun. */
export class Nouns {
  readonly evidence = new Map<string, Evidence[]>();
  readonly nouns = new Map<string, Noun>();
  readonly #applications = new Set<string>();
  /** Words for software that name things here: `each tool`, `members borrow tools`. */
  readonly #things = new Set<string>();
  #subject: Noun | undefined;
  /** The noun that standalone fields belong to. */
  #topic: Noun | undefined;
  readonly topics = new Map<Statement, Noun>();
  /** For each noun those that facts join it to: its subject or object, what it has or belongs to. */
  readonly #joined = new Map<string, Set<string>>();

  add(noun: Noun | undefined, weight: number, why: string): void {
    if (!noun) return;
    const key = keyOf(noun);
    if (!this.nouns.has(key) || (noun.plural && !this.nouns.get(key)?.plural)) this.nouns.set(key, noun);
    const all = this.evidence.get(key) ?? [];
    // The same reason counts twice at most.
    if (all.filter((evidence) => evidence.why === why).length < 2) all.push({ why, weight });
    this.evidence.set(key, all);
  }

  /** If `other` is a resource, `noun` probably is one. */
  #join(noun: Noun, other: Noun | undefined): void {
    if (!other) return;
    const all = this.#joined.get(keyOf(noun)) ?? new Set();
    this.#joined.set(keyOf(noun), all.add(keyOf(other)));
  }

  score(key: string): number {
    return (this.evidence.get(key) ?? []).reduce((sum, { weight }) => sum + weight, 0);
  }

  weigh(statements: readonly Statement[]): void {
    for (const statement of statements) if (statement.kind === "clause") this.#count(statement.clause);
    for (const statement of statements) this.#weigh(statement);
    for (const [key, noun] of this.nouns) {
      const last = noun.words.at(-1) ?? "";
      if (isKnownResource(noun.words)) this.add(noun, 0.9, "in the lexicon");
      if (isPerson(last)) this.add(noun, 0.3, "a person");
      const isListed = this.evidence
        .get(key)
        ?.some(
          ({ why, weight }) =>
            (/attributes|have/.test(why) && weight >= 3) || (/belong/.test(why) && weight > 2),
        );
      const isPeople = noun.plural && isPerson(last);
      if (isScalar(noun.words) && !isKnownResource(noun.words) && !isListed && !isPeople)
        this.add(noun, -2, "mostly a field");
      const isNamed = noun.words.length > 1 && /^(?:record|part|item|list)$/.test(last);
      if (fillerNouns.has(last) && !isListed && !isNamed) this.add(noun, -3, "no thing of its own");
      const has = this.evidence
        .get(key)
        ?.some(({ why, weight }) => weight >= 2 && /attributes|have/.test(why));
      if (this.#applications.has(key) && !has) this.add(noun, -3, "what the application is called");
    }
  }

  #count({ subject, rest }: Clause): void {
    const isEach = /^(?:each|every)$/.test(subject[0]?.low ?? "");
    const plurals = [...nounsOf(subject), nounAt(rest)].filter((noun) => noun?.plural);
    for (const noun of isEach ? nounsOf(subject) : plurals)
      if (noun) this.#things.add(noun.words.at(-1) ?? "");
  }

  #isSoftware({ plural, words }: Noun): boolean {
    const last = words.at(-1) ?? "";
    return !plural && software.test(last) && !this.#things.has(last);
  }

  #weigh(statement: Statement): void {
    if (statement.kind === "application") {
      if (statement.noun.plural) this.add(statement.noun, 2, "listed as part of the application");
      else this.#applications.add(keyOf(statement.noun));
      this.#topic = statement.noun;
      return;
    }
    if (statement.kind === "attributes") {
      if (!statement.labelled && !isAttributeList(statement.list, statement.owner)) return;
      const items = itemsOf(statement.list);
      this.#topic = statement.owner;
      this.add(statement.owner, items.length > 1 || statement.labelled ? 3 : 2, "has a list of attributes");
      this.#had(items);
      return;
    }
    if (statement.kind === "more") {
      if (this.#topic) this.topics.set(statement, this.#topic);
      this.add(this.#topic, 2, "has a list of attributes");
      this.#had(itemsOf(statement.list));
      return;
    }
    if (statement.kind === "mention") {
      for (const item of itemsOf(statement.list)) {
        if (!this.#topic || !this.score(keyOf(this.#topic))) this.#topic = item.noun ?? this.#topic;
        this.add(item.noun, listedWeight(item, statement.sure), "listed as part of the application");
        if (item.inner && item.noun && isAttributeList(item.inner, item.noun))
          this.add(item.noun, 3, "has a list of attributes");
      }
      return;
    }
    if (statement.kind === "tie") {
      this.add(statement.from, 1.5, "related to another");
      this.add(statement.to, 1.5, "related to another");
      return;
    }
    if (statement.kind === "actions" || statement.kind === "made") return;
    if (statement.kind === "link") {
      this.add(statement.from, statement.weak ? 0.4 : 1, "belongs to another");
      this.add(statement.to, statement.weak ? 0.2 : 1, "others belong to it");
      if (statement.from.plural) this.#join(statement.from, statement.to);
      return;
    }
    this.#clause(statement.clause, statement.list);
  }

  #had(items: readonly Item[]): void {
    for (const item of items) {
      const { noun } = item;
      if (!noun || isQuantity(item) || /\blist of\b/i.test(item.raw)) continue;
      if (item.inner && (noun.plural || isKnownResource(noun.words)) && isAttributeList(item.inner, noun))
        this.add(noun, 3, "has a list of attributes");
      else if (noun.single && !isScalar(noun.words)) this.add(noun, 1.2, "had as one");
      else if ((noun.plural || noun.many) && item.field.type !== "boolean" && !isScalar(noun.words))
        this.add(noun, noun.many ? 1.2 : 1, "had in the plural");
    }
  }

  #clause({ subject, verb, rest }: Clause, list: string): void {
    const clauseNouns = isPronounAlone(subject) ? [] : nounsOf(subject);
    const earlierSubject = this.#subject ?? this.#topic;
    const subjects = earlierSubject && isPronounAlone(subject) ? [earlierSubject] : clauseNouns;
    const [first] = subjects;
    if (clauseNouns[0] && !this.#isSoftware(clauseNouns[0])) {
      this.#subject = clauseNouns[0];
      if (!isScalar(clauseNouns[0].words) || isKnownResource(clauseNouns[0].words))
        this.#topic = clauseNouns[0];
    }
    const able = verb.modal !== undefined;
    if (verb.passive && able) for (const noun of subjects) this.add(noun, 1.5, "something can be done to it");
    if (having.has(verb.base) && !verb.passive) {
      const items = itemsOf(list);
      const fields = items.filter(
        (item) =>
          isAttribute(item) ||
          item.noun === undefined ||
          !(item.noun.plural || item.noun.many || item.noun.single),
      );
      if (first && !this.#isSoftware(first))
        for (const noun of subjects)
          this.add(noun, fields.length > 1 ? 3 : fields.length ? 2 : 1, "subject of have");
      if (!first || this.#isSoftware(first) || storing.has(verb.base)) {
        const object = nounAt(rest);
        if (object?.plural) this.add(object, 1.5, "what is stored");
      }
      this.#had(items);
      for (const { noun } of items)
        if (first && noun?.plural && isDoer(first, subject)) this.#join(first, noun);
        else if (first && noun && !noun.plural && !isScalar(noun.words)) this.#join(noun, first);
      if (first) this.#prepositional(rest);
      return;
    }
    const index = rest.findIndex(({ low }) => low === "with");
    const behind =
      index === -1 ? undefined : list.slice((rest[index]?.end ?? 0) - (rest[0]?.start ?? 0)).trim();
    if (first && behind && !verb.modal && itemsOf(behind).length > 1)
      for (const noun of subjects) this.add(noun, 3, "has a list of attributes");
    if (verb.base === "belong" || verb.passive || verb.copula) {
      const parts = this.#prepositional(rest);
      if (verb.base === "belong" && !verb.negated) this.add(nounAt(rest, 1), 2.2, "others belong to it");
      if (first && verb.passive && !able) {
        if (isDoer(first, subject)) this.#join(first, nounBehind(rest));
        for (const noun of articledBehind(rest)) this.#join(noun, first);
      }
      if (parts > 0 && !able)
        for (const noun of subjects)
          this.add(noun, verb.base === "belong" && noun.plural ? 2.2 : 1.3, "belongs to another");
      return;
    }
    const object = nounAt(rest, /^(?:in|for|to)$/.test(rest[0]?.low ?? "") && recordNames(verb.base) ? 1 : 0);
    if (first && object) {
      const isShared = object.plural && recordNames(verb.base) !== undefined;
      const isRole = isPerson(first.words.at(-1) ?? "") && !isKnownResource(first.words);
      this.add(first, isShared && first.plural ? 2 : isRole ? 0.4 : 0.8, "does something");
      const isKept = isShared && verb.modal !== undefined;
      const weight = isKept ? 2.2 : creating.has(verb.base) || object.plural ? 1.2 : 0.8;
      this.add(object, weight, "something is done with it");
      if (object.plural && creating.has(verb.base))
        for (const doer of subjects.filter((noun) => isDoer(noun, subject))) {
          this.#join(doer, object);
          this.#join(object, doer);
        }
    }
    this.#prepositional(rest);
  }

  /** Counts nouns after prepositions, on which others depend. */
  #prepositional(tokens: Clause["rest"]): number {
    let count = 0;
    tokens.forEach((token, index) => {
      if (!prepositions.has(token.low) && !/^(?:and)$/.test(token.low)) return;
      const noun = nounAt(tokens, index + 1);
      if (!noun || !prepositions.has(token.low)) return;
      count += 1;
      this.add(
        noun,
        token.low === "into" ? 1.5 : noun.plural && isKnownResource(noun.words) ? 1.2 : 0.8,
        "others belong to it",
      );
      for (const other of coordinated(tokens, noun)) this.add(other, 0.8, "others belong to it");
    });
    return count;
  }

  /**
   * The nouns that are resources, by key.
   * @param least the minimum score of a resource
   */
  decide(least = 2): ReadonlyMap<string, Noun> {
    const isDecided = (key: string): boolean => this.score(key) >= least && /^[a-z][a-z\d ]*$/.test(key);
    const open = new Set([...this.nouns.keys()].filter((key) => !isDecided(key)));
    // Each noun that is decided may decide those that facts join to it.
    for (let size = -1; size !== open.size;) {
      size = open.size;
      for (const key of open) {
        const partner = [...(this.#joined.get(key) ?? [])].find((other) => other !== key && isDecided(other));
        const noun = this.nouns.get(key);
        const isRecord = noun?.plural || (noun && isKnownResource(noun.words));
        if (partner === undefined || !noun || !isRecord || this.score(key) < leastJoined) continue;
        this.add(noun, 1.4, `a fact joins it to a ${partner}`);
        open.delete(key);
      }
    }
    return new Map([...this.nouns].filter(([key]) => isDecided(key)));
  }
}
