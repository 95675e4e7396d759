import { isPerson } from "../api/index.ts";
import { isAdministrative, recordNames } from "./actions.ts";
import { isQuantity, itemsOf, type Item } from "./items.ts";
import { describesPlural, isPronounAlone, nounAt, nounsOf, type Noun } from "./nouns.ts";
import { creating, prepositions, storing } from "./grammar.ts";
import { isAttribute, isAttributeList } from "./attributes.ts";
import { kinds, type Kind } from "./evidence-kinds.ts";
import { appNouns, isKnownResource, isScalar, software } from "./vocabulary.ts";
import type { Statement } from "./statement.ts";
import { statesIn } from "./values.ts";
import { mayHave, type Clause } from "./clauses.ts";
import { tokensOf, type Token } from "./tokens.ts";

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

  add(noun: Noun | undefined, kind: Kind): void {
    const [why, weight] = kinds[kind];
    this.#add(noun, { why, weight });
  }

  #add(noun: Noun | undefined, evidence: Evidence): void {
    if (!noun) return;
    const key = keyOf(noun);
    if (!this.nouns.has(key) || (noun.plural && !this.nouns.get(key)?.plural)) this.nouns.set(key, noun);
    const all = this.evidence.get(key) ?? [];
    // The same reason counts twice at most.
    if (all.filter(({ why }) => why === evidence.why).length < 2) all.push(evidence);
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
    for (const [key, noun] of this.nouns) this.#weighWord(key, noun);
  }

  /** Weighs what a noun is by itself. */
  #weighWord(key: string, noun: Noun): void {
    const last = noun.words.at(-1) ?? "";
    const [isKnown, person] = [isKnownResource(noun.words), isPerson(last)];
    if (isKnown) this.add(noun, "known");
    if (person) this.add(noun, "person");
    const evidence = this.evidence.get(key) ?? [];
    const isListed = evidence.some(
      ({ why, weight }) => (/attributes|have/.test(why) && weight >= 3) || (/belong/.test(why) && weight > 2),
    );
    const has = evidence.some(({ why, weight }) => weight >= 2 && /attributes|have/.test(why));
    const isThing = isListed || (noun.plural && (person || has));
    if (isScalar(noun.words) && !isKnown && !isThing) this.add(noun, "scalar");
    const isNamed = noun.words.length > 1 && /^(?:record|part|item|list)$/.test(last);
    if (fillerNouns.has(last) && !isListed && !isNamed) this.add(noun, "filler");
    if (this.#applications.has(key) && !has) this.add(noun, "application");
  }

  #count({ subject, rest }: Clause): void {
    const isEach = /^(?:each|every)$/.test(subject[0]?.low ?? "");
    const plurals = [...nounsOf(subject), nounAt(rest)].filter((noun) => noun?.plural);
    for (const noun of isEach ? nounsOf(subject) : plurals)
      if (noun) this.#things.add(noun.words.at(-1) ?? "");
  }

  #isSoftware({ plural, words }: Noun, subject: readonly Token[] = []): boolean {
    const last = words.at(-1) ?? "";
    // `our club`
    if (!plural && /^(?:our|my)$/.test(subject[0]?.low ?? "") && appNouns.test(last)) return true;
    return !plural && software.test(last) && !this.#things.has(last);
  }

  #weigh(statement: Statement): void {
    if (statement.kind === "application") {
      if (statement.noun.plural) this.add(statement.noun, "listedInPlural");
      else this.#applications.add(keyOf(statement.noun));
      this.#topic = statement.noun;
    } else if (statement.kind === "attributes") {
      if (!statement.labelled && !isAttributeList(statement.list, statement.owner)) return;
      const items = itemsOf(statement.list);
      this.#topic = statement.owner;
      this.add(statement.owner, items.length > 1 || statement.labelled ? "attributes" : "attribute");
      this.#had(items);
    } else if (statement.kind === "more") {
      if (this.#topic) this.topics.set(statement, this.#topic);
      this.add(this.#topic, "attribute");
      this.#had(itemsOf(statement.list));
    } else if (statement.kind === "mention") {
      for (const item of itemsOf(statement.list)) this.#mentioned(item, statement.sure);
    } else if (statement.kind === "tie") {
      for (const noun of [statement.from, statement.to]) this.add(noun, "tied");
    } else if (statement.kind === "link") {
      this.add(statement.from, statement.weak ? "belongsWeakly" : "belongs");
      this.add(statement.to, statement.weak ? "ownsWeakly" : "owns");
    } else if (statement.kind === "clause") this.#clause(statement.clause, statement.list);
  }

  /** Weighs an item in a list of the application's parts. `sure`: the list contains only things. */
  #mentioned({ noun, inner }: Item, sure = false): void {
    if (!this.#topic || !this.score(keyOf(this.#topic))) this.#topic = noun ?? this.#topic;
    this.add(noun, sure ? "listedSurely" : noun?.plural ? "listedInPlural" : "listed");
    if (inner && noun && isAttributeList(inner, noun)) this.add(noun, "attributes");
  }

  #had(items: readonly Item[]): void {
    for (const item of items) {
      const { noun } = item;
      if (/^belongs? to /i.test(item.raw)) this.add(nounAt(tokensOf(item.raw), 2), "ownsBelonging");
      if (!noun || isQuantity(item) || /\blist of\b/i.test(item.raw)) continue;
      if (item.inner && (noun.plural || isKnownResource(noun.words)) && isAttributeList(item.inner, noun))
        this.add(noun, "attributes");
      else if (noun.single && !isScalar(noun.words)) this.add(noun, "hadSingly");
      else if ((noun.plural || noun.many) && item.field.type !== "boolean" && !isScalar(noun.words))
        this.add(noun, noun.many ? "hadMany" : "hadInPlural");
    }
  }

  #clause(clause: Clause, list: string): void {
    const { subject, verb, rest } = clause;
    const subjects = this.#subjectsOf(subject);
    const isAble = verb.modal !== undefined;
    if (verb.passive && isAble) for (const noun of subjects) this.add(noun, "canBeDone");
    if (mayHave(clause)) return this.#having(clause, subjects, list);
    // `the tickets are adult or child`
    if (verb.copula && subjects[0]?.plural && statesIn(list)) this.add(subjects[0], "hasField");
    const index = rest.findIndex(({ low }, at) => low === "with" && !describesPlural(rest, at));
    const behind = list.slice((rest[index]?.end ?? 0) - (rest[0]?.start ?? 0)).trim();
    if (index >= 0 && behind && !isAble && itemsOf(behind).length > 1)
      for (const noun of subjects) this.add(noun, "attributes");
    if (verb.base === "belong" || verb.passive || verb.copula) this.#belonging(clause, subjects);
    else this.#doing(clause, subjects);
  }

  /** The nouns of a subject, which a pronoun takes from the clause before; remembers them for the next clauses. */
  #subjectsOf(subject: Clause["subject"]): readonly Noun[] {
    const isPronoun = isPronounAlone(subject);
    const earlier = this.#subject ?? this.#topic;
    const nouns = isPronoun ? [] : nounsOf(subject);
    const [first] = nouns;
    if (first && !this.#isSoftware(first, subject)) {
      this.#subject = first;
      if (!isScalar(first.words) || isKnownResource(first.words)) this.#topic = first;
    }
    return isPronoun && earlier ? [earlier] : nouns;
  }

  /** `members have a name`, `we store books`. */
  #having({ subject, verb, rest }: Clause, subjects: readonly Noun[], list: string): void {
    const [first] = subjects;
    const isThing = first !== undefined && !this.#isSoftware(first, subject);
    const items = itemsOf(list);
    const fields = items.filter(
      (item) => isAttribute(item) || !(item.noun?.plural || item.noun?.many || item.noun?.single),
    );
    if (isThing)
      for (const noun of subjects)
        this.add(noun, fields.length > 1 ? "hasSeveral" : fields.length ? "hasField" : "hasThing");
    if (!isThing || storing.has(verb.base)) {
      const object = nounAt(rest);
      if (object?.plural) this.add(object, "stored");
    }
    this.#had(items);
    if (!first) return;
    for (const { noun } of items)
      if (noun?.plural && isDoer(first, subject)) this.#join(first, noun);
      else if (noun && !noun.plural && !isScalar(noun.words)) this.#join(noun, first);
    this.#prepositional(rest);
  }

  /** `tasks belong to a project`, `a room is booked by guests`, `a book is in a library`. */
  #belonging({ subject, verb, rest }: Clause, subjects: readonly Noun[]): void {
    const [first] = subjects;
    const isAble = verb.modal !== undefined;
    const parts = this.#prepositional(rest);
    const belongs = verb.base === "belong";
    const owner = nounAt(rest, 1);
    if (belongs && owner && !verb.negated)
      for (const noun of [owner, ...coordinated(rest, owner)]) this.add(noun, "ownsBelonging");
    if (first && verb.passive && !isAble) {
      if (isDoer(first, subject)) this.#join(first, nounBehind(rest));
      for (const noun of articledBehind(rest)) this.#join(noun, first);
    }
    if (parts > 0 && !isAble)
      for (const noun of subjects) this.add(noun, belongs && noun.plural ? "belongsInPlural" : "belongsIn");
  }

  /** `customers place orders`. */
  #doing({ subject, verb, rest }: Clause, subjects: readonly Noun[]): void {
    const [first] = subjects;
    const records = recordNames(verb.base) !== undefined;
    const object = nounAt(rest, /^(?:in|for|to)$/.test(rest[0]?.low ?? "") && records ? 1 : 0);
    if (first && object) {
      const isShared = object.plural && records;
      const isRole = isPerson(first.words.at(-1) ?? "") && !isKnownResource(first.words);
      this.add(first, isShared && first.plural ? "sharesAct" : isRole ? "actsInRole" : "acts");
      const creates = creating.has(verb.base);
      const isRecorded = isShared && verb.modal !== undefined;
      this.add(object, isRecorded ? "recorded" : creates || object.plural ? "created" : "used");
      if (object.plural && creates)
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
    for (const [index, { low }] of tokens.entries()) {
      if (!prepositions.has(low)) continue;
      const noun = nounAt(tokens, index + 1);
      if (!noun) continue;
      count += 1;
      const isKnown = noun.plural && isKnownResource(noun.words);
      this.add(noun, low === "into" ? "ownsInto" : isKnown ? "ownsKnown" : "ownsBehind");
      for (const other of coordinated(tokens, noun)) this.add(other, "ownsBehind");
    }
    return count;
  }

  /**
   * The nouns that are resources, by key.
   * @param least the minimum score of a resource
   */
  decide(least = 2): ReadonlyMap<string, Noun> {
    const found = this.#decided(least, () => 0);
    // `A case has a title.`, and nothing else
    const isHolder = (key: string): boolean =>
      [kinds.filler, kinds.hasField].every(([reason]) =>
        this.evidence.get(key)?.some(({ why }) => why === reason),
      );
    return found.size > 0 ? found : this.#decided(least, (key) => (isHolder(key) ? -kinds.filler[1] : 0));
  }

  #decided(least: number, more: (key: string) => number): ReadonlyMap<string, Noun> {
    const isDecided = (key: string): boolean =>
      this.score(key) + more(key) >= least && /^[a-z][a-z\d ]*$/.test(key);
    const open = new Set([...this.nouns.keys()].filter((key) => !isDecided(key)));
    // Each noun that is decided may decide those that facts join to it.
    for (let size = -1; size !== open.size;) {
      size = open.size;
      for (const key of open) {
        const partner = [...(this.#joined.get(key) ?? [])].find((other) => other !== key && isDecided(other));
        const noun = this.nouns.get(key);
        const isRecord = noun?.plural || (noun && isKnownResource(noun.words));
        if (partner === undefined || !noun || !isRecord || this.score(key) < leastJoined) continue;
        this.#add(noun, { why: `a fact joins it to a ${partner}`, weight: 1.4 });
        open.delete(key);
      }
    }
    return new Map([...this.nouns].filter(([key]) => isDecided(key)));
  }
}
