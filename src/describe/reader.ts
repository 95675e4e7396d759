import {
  type FieldDraft,
  type NotationDraft as Draft,
  isPerson,
  notationRules as rules,
  spell,
  takeRules,
} from "../api/index.ts";
import { baseVerb, laterDeeds, placing, recordNames } from "./actions.ts";
import { isAttributeList, isAttribute } from "./attributes.ts";
import type { Clause } from "./clauses.ts";
import { pascal, type Drafts } from "./drafts.ts";
import { keyOf, type Nouns } from "./evidence.ts";
import { prepositions, pronouns, particles, having, storing, creating } from "./grammar.ts";
import { type Item, itemsOf, itemOf, isMany, isQuantity } from "./items.ts";
import { phraseAt } from "./lists.ts";
import { type Noun, nounAt, isPronounAlone, nounsOf } from "./nouns.ts";
import { type Statement } from "./statement.ts";
import { type States, statesIn } from "./states.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { appNouns, isScalar } from "./vocabulary.ts";

/** Verbs that never say that something is done. */
const possessing = new Set(
  "contain include consist hold store need require own get reference involve concern".split(" "),
);

/** Reads statements into drafts, in their order. */
export class Reader {
  readonly #drafts: Drafts;
  #last: string | undefined;
  #object: string | undefined;
  /** What the application is called after. */
  #main: string | undefined;
  /** Who was spoken of before the last. */
  #before: string | undefined;

  readonly #nouns: Nouns;

  constructor(drafts: Drafts, nouns: Nouns) {
    this.#drafts = drafts;
    this.#nouns = nouns;
  }

  read(statement: Statement): void {
    if (statement.kind === "attributes") {
      const owner = this.#drafts.find(statement.owner);
      if (!owner) return;
      if (owner !== this.#last) [this.#before, this.#last] = [this.#last, owner];
      if (statement.labelled || isAttributeList(statement.list, statement.owner))
        this.attributes(owner, statement.list);
    } else if (statement.kind === "more") {
      const owner =
        this.#holderOf(statement.list) ??
        (statement.labelled ? this.#main : undefined) ??
        this.#drafts.find(this.#nouns.topics.get(statement)) ??
        this.#last;
      if (owner) this.attributes(owner, statement.list);
    } else if (statement.kind === "mention") {
      for (const item of itemsOf(statement.list)) {
        const owner = this.#drafts.find(item.noun);
        if (owner && this.#last && owner !== this.#last && /^(?:their|its) /i.test(item.raw))
          this.#drafts.relate(this.#last, { kind: "hasMany", target: pascal(owner) });
        if (owner && item.inner && item.noun && isAttributeList(item.inner, item.noun))
          this.attributes(owner, item.inner);
        if (owner && /^(?:of|for|in|on)\b/.test(item.tail)) this.#behind(owner, tokensOf(item.tail));
        if (owner) [this.#before, this.#last] = [this.#last, owner];
      }
    } else if (statement.kind === "tie") {
      const [from, to] = [this.#drafts.find(statement.from), this.#drafts.find(statement.to)];
      if (from && to)
        this.#drafts.relate(from, { kind: statement.many ? "manyToMany" : "hasMany", target: pascal(to) });
    } else if (statement.kind === "made") {
      const owner = this.#drafts.recordOf(statement.verb);
      if (owner) this.attributes(owner, statement.list);
    } else if (statement.kind === "actions") {
      const owner = this.#drafts.find(statement.of) ?? this.#last;
      if (owner) for (const verb of statement.verbs) this.#drafts.act(owner, verb);
    } else if (statement.kind === "application") {
      this.#last = this.#drafts.find(statement.noun) ?? this.#last;
      const { words } = statement.noun;
      this.#main ??= [...this.#drafts.resources.keys()].find((key) => words.includes(key));
    } else if (statement.kind === "link") {
      const [from, to] = [this.#drafts.find(statement.from), this.#drafts.find(statement.to)];
      if (from && to && from !== to && !(statement.weak && this.#drafts.areRelated(from, to)))
        this.#drafts.belongs(from, to);
    } else if (statement.kind === "clause") this.clause(statement.clause, statement.list);
  }

  /** `the email has to be unique`: who was given an email last. */
  #holderOf(list: string): string | undefined {
    const name = /^(?:the|its|their) /i.test(list) ? itemsOf(list)[0]?.field.name : undefined;
    const holds = (key: string): boolean =>
      this.#drafts.resources.get(key)?.fields.some((field) => field.name === name) === true;
    if (!name) return undefined;
    return this.#last && holds(this.#last) ? this.#last : [...this.#drafts.resources.keys()].findLast(holds);
  }

  attributes(owner: string, list: string): void {
    const inner = /^(.*?\b([\w-]+)) with (.+)$/is.exec(list);
    const target = inner ? this.#drafts.find(nounAt(tokensOf(inner[2] ?? ""))) : undefined;
    if (inner && target && target !== owner) {
      this.attributes(target, inner[3] ?? "");
      return this.attributes(owner, inner[1] ?? "");
    }
    for (const item of itemsOf(list)) this.item(owner, item);
  }

  item(owner: string, item: Item): void {
    const resource = this.#drafts.resources.get(owner);
    if (!resource) return;
    const { noun, field } = item;
    if (
      /^(?:belongs? to|linked to|by|for|in|on|at|of|about|between|[a-z]+(?:ed|en|ld|de) (?:by|to|in|on|at|from)|fk)\b/i.test(
        item.raw,
      )
    ) {
      const tokens = tokensOf(item.raw);
      const isTwo = /^\w+ (?:to|by|in|on|at|from)\b/i.test(item.raw);
      const phrase = phraseAt(tokens, isTwo ? 2 : 1);
      const target = this.#drafts.find(phrase?.head);
      if (target) {
        for (const noun of [phrase?.head, ...(phrase?.parts ?? [])]) {
          const other = this.#drafts.find(noun);
          if (other && other !== owner) this.#drafts.belongs(owner, other, isOptional(item));
        }
        return;
      }
      if (/^(?:belongs? to|owned by|fk)/i.test(item.raw)) return;
    }
    const deeds = /^can be (.+)$/i.exec(item.raw)?.[1];
    if (deeds) {
      for (const verb of deeds.split(/,|\band\b|\bor\b/)) this.#drafts.act(owner, baseVerb(verb.trim()));
      return;
    }
    const parent = /\bparent (\w+(?: \w+)?)/i.exec(item.raw)?.[1];
    if (parent && this.#drafts.find(nounAt(tokensOf(parent))) === owner)
      return this.#drafts.relate(owner, { kind: "belongsTo", target: pascal(owner), optional: true });
    const many = /^(?:has )?(?:many|several|multiple) (.+)$/i.exec(item.raw);
    const target = isQuantity(item) ? undefined : this.#drafts.find(noun);
    const isReference = /\bfk\b|\breference\b|\bref\b|^[^>]*-> ?\w[^>]*$/i.test(item.raw) && noun;
    if (
      target &&
      (noun?.words.length === target.split(" ").length ||
        keyOf(noun ?? { words: [] }) === target ||
        isMany(item) ||
        this.#drafts.resources.has(keyOf(noun ?? { words: [] })))
    ) {
      if (isMany(item) || many) this.#drafts.relate(owner, { kind: "hasMany", target: pascal(target) });
      else if (
        noun?.single &&
        !isPerson(target.split(" ").at(-1) ?? "") &&
        this.#drafts.resources.get(target)
      )
        this.#drafts.relate(owner, { kind: "hasOne", target: pascal(target) });
      else this.#drafts.belongs(owner, target, field.required === false || item.noun?.optional === true);
      if (item.inner && noun && isAttributeList(item.inner, noun)) this.attributes(target, item.inner);
      return;
    }
    if (isReference && noun) {
      const arrow = /-> ?([\w ]+)/.exec(item.raw)?.[1];
      const named =
        arrow === undefined
          ? undefined
          : this.#drafts.find(nounAt(tokensOf(arrow.replace(/^people\b/i, "person"))));
      if (named && named !== owner) return this.#drafts.belongs(owner, named, field.required === false);
      const words = noun.words.filter((word) => !/^(?:ref|fk|reference|id)$/.test(word));
      if (words.length)
        return this.#drafts.belongs(
          owner,
          this.#drafts.find({ words }) ?? words.join(" "),
          field.required === false,
        );
    }
    const possessor = /^(?:the |its |an? |their )?(\w+)['’]s? /i.exec(item.raw)?.[1];
    const name =
      possessor && this.#drafts.find({ words: [possessor.toLowerCase()] }) === owner
        ? uncapital(field.name.slice(possessor.length))
        : field.name;
    const from =
      /^(?:from|to|start|end)$/.test(name) && field.type === "string" && !isTimed(resource.fields)
        ? { type: "date" as const }
        : {};
    const at = resource.fields.findIndex((other) => other.name === name);
    if (at === -1) resource.fields.push({ ...field, name, ...from });
    else resource.fields[at] = { ...field, ...resource.fields[at], name };
    const moment = /^(?:at|on) (?:an?|the) (?:\w+ )?(time|date|day)$/i.exec(item.tail)?.[1];
    const more = moment ? itemOf(moment, true) : undefined;
    if (more) this.item(owner, more);
  }

  clause(clause: Clause, list: string): void {
    const { subject, verb, rest } = clause;
    const nouns = nounsOf(subject);
    const lone = subject.length === 1 ? subject[0]?.low : undefined;
    const isPronoun = isPronounAlone(subject);
    // `a trip has stops: place, minutes, and it has guests`: whoever has them is none of them.
    const isObject = isPronoun && this.#last !== undefined && this.#drafts.find(nounAt(rest)) === this.#last;
    const spoken = isObject ? (this.#before ?? this.#last) : this.#last;
    const subjects =
      isPronoun && spoken
        ? [spoken]
        : nouns.map((noun) => this.#drafts.find(noun)).filter((key) => key !== undefined);
    const [first] = subjects;
    const able = verb.modal !== undefined && /^(?:can|may|could|must|should|might)/.test(verb.modal);
    if (verb.negated) return;
    if (first && this.#last && first !== this.#last && /^(?:their|its|his|her)$/.test(subject[0]?.low ?? ""))
      this.#drafts.relate(this.#last, { kind: "hasMany", target: pascal(first) });
    if (first && !isPronoun) {
      if (this.#last !== first) {
        this.#object = undefined;
        this.#before = this.#last;
      }
      this.#last = first;
    }
    const start =
      first && /^new$/i.test(subject[0]?.text ?? "") ? (verb.passive ? verb.word : rest[0]?.low) : undefined;
    if (first && start && !verb.modal) return this.#state(first, { values: [], first: start });
    if (verb.passive && !able && first) {
      const said = `${verb.word} ${list}`;
      const states = statesIn(`${verb.word}${/^(?:or|and)\b/.test(list) ? " " : ", "}${list}`);
      if (states && !/\b(?:by|with|in|to|for|of|on|at)\b/.test(list)) return this.#state(first, states);
      if (/^\w+ or not\b/.test(said))
        return this.#being(
          first,
          { ...clause, rest: [{ ...(subject[0] as Token), low: verb.word, text: verb.word }, ...rest] },
          said,
        );
    }
    if (verb.passive && able && first) return subjects.forEach((owner) => this.#deeds(owner, clause));
    if (!first && nouns.length === 1) if (this.#ofField(nouns[0], subject, clause)) return;
    const isOurs = lone !== undefined && pronouns.has(lone) && !isPronoun;
    const isApp = nouns.length > 0 && appNouns.test(nouns[0]?.words.at(-1) ?? "") && !first;
    if ((isOurs || isApp) && !verb.passive && storing.has(verb.base)) return;
    if (!first) {
      this.#deed(undefined, clause, list);
      return;
    }
    if (verb.base === "have" || (having.has(verb.base) && !verb.passive && !this.#isDeed(verb.base, rest))) {
      const other = this.#before ?? this.#object;
      if (/^(?:several|many|more than one)(?: of them)?\W*$/i.test(list) && other && other !== first)
        return this.#drafts.relate(first, { kind: "hasMany", target: pascal(other) });
      const optional = verb.modal === "may" || verb.modal === "can" || verb.modal === "might";
      for (const owner of subjects) {
        this.attributes(owner, list.replace(/^of /i, ""));
        if (optional && nounsOf(rest).length === 1) this.#loosen(owner, rest);
      }
      return;
    }
    const next = rest[0]?.low ?? "";
    if (verb.base === "become" && rest.length === 1 && this.#drafts.find(nounAt(rest)) === undefined)
      return subjects.forEach((owner) => this.#mayBecome(owner, next));
    if (/^(?:each other|one another)$/.test(`${next} ${rest[1]?.low ?? ""}`))
      return this.#drafts.relate(first, { kind: "manyToMany", target: pascal(first) });
    if (verb.copula) return subjects.forEach((owner) => this.#being(owner, clause, list));
    if (
      verb.passive &&
      /^(?:by|with|through)$/.test(rest[0]?.low ?? "") &&
      this.#drafts.find(nounAt(rest, 1)) === undefined
    )
      return subjects.forEach((owner) =>
        this.attributes(owner, list.replace(/^\w+\s+/, "").replace(/ (?:who|that|which) .*$/is, "")),
      );
    if (verb.base === "belong") {
      const cut = list.indexOf(",");
      const behind = cut === -1 ? [] : itemsOf(list.slice(cut + 1));
      if (
        behind.length &&
        first &&
        behind.every((item) => isAttribute(item) && this.#drafts.find(item.noun) === undefined)
      ) {
        this.#behind(first, tokensOf(list.slice(0, cut)), nouns[0]?.plural);
        return this.attributes(first, list.slice(cut + 1));
      }
    }
    if (/^(?:reference|concern)$/.test(verb.base) && rest[0])
      return this.#behind(first, [{ ...rest[0], low: "to" }, ...rest]);
    if (verb.base === "belong" || verb.passive)
      return subjects.forEach((owner) => this.#behind(owner, rest, nouns[0]?.plural));
    this.#deed(first, clause, list);
  }

  /** A single thing that may be had is optional. */
  #loosen(owner: string, rest: readonly Token[]): void {
    const noun = nounAt(rest);
    const relation =
      this.#drafts.resources
        .get(owner)
        ?.relations.findIndex(
          ({ target, kind }) =>
            kind === "belongsTo" && target === pascal(noun ? (this.#drafts.find(noun) ?? "") : ""),
        ) ?? -1;
    const all = this.#drafts.resources.get(owner)?.relations;
    const found = all?.[relation];
    if (all && found) all[relation] = { ...found, optional: true };
  }

  /** `members keep cats`: a deed rather than a list, where its object is a resource and a person does it. */
  #isDeed(base: string, rest: readonly Token[]): boolean {
    return (
      !possessing.has(base) && this.#drafts.find(nounAt(rest)) !== undefined && nounsOf(rest).length === 1
    );
  }

  /** What is said of a field in a sentence of its own: `its status is open at first`, `the email must be unique`. */
  #ofField(noun: Noun | undefined, subject: readonly Token[], clause: Clause): boolean {
    if (!noun) return false;
    const of = subject.findIndex(({ low }) => low === "of" || low === "for");
    const owner = (of > 0 ? this.#drafts.find(nounAt(subject, of + 1)) : undefined) ?? this.#last;
    const resource = owner ? this.#drafts.resources.get(owner) : undefined;
    if (!resource || !owner) return false;
    const name = spell(noun.words).camel;
    const field = resource.fields.find(
      (one) =>
        one.name.toLowerCase() === name.toLowerCase() || one.name.toLowerCase().endsWith(name.toLowerCase()),
    );
    const said = clause.rest.map(({ text }) => text).join(" ");
    const isTheirs = /^(?:its|their|his|her|the)$/.test(subject[0]?.low ?? "");
    if (!field && !(isTheirs && isScalar(noun.words))) return false;
    const read = itemOf(
      `${noun.words.join(" ")} ${clause.verb.copula ? "is" : clause.verb.word} ${said}`,
      true,
    )?.field;
    const values = statesIn(said);
    const draft: Draft = { name: field?.name ?? name, sizes: [] };
    takeRules(
      `${clause.verb.modal ?? ""} ${clause.verb.copula ? "be" : clause.verb.word} ${said}`,
      draft,
      rules,
    );
    const amended: FieldDraft = {
      ...(field ?? read ?? { name }),
      name: field?.name ?? name,
      ...(values && !field?.values
        ? { values: values.values, type: "enum", ...(values.first ? { default: values.first } : {}) }
        : {}),
    };
    if (draft.unique) amended.unique = true;
    if (draft.required !== undefined) amended.required = draft.required;
    if (draft.default !== undefined && amended.default === undefined) amended.default = draft.default;
    if (field) resource.fields[resource.fields.indexOf(field)] = amended;
    else resource.fields.push(amended);
    return true;
  }

  #deeds(owner: string, { verb, rest }: Clause): void {
    const said = rest.map(({ text }) => text).join(" ");
    const by = rest[0]?.low === "by" ? nounAt(rest, 1) : undefined;
    const doer = this.#drafts.find(by);
    if (by?.many && doer) return this.#drafts.relate(owner, { kind: "hasMany", target: pascal(doer) });
    if (/^(?:added|assigned|linked|attached|put|tagged|booked|applied)$/.test(verb.word)) {
      const target = this.#drafts.find(nounAt(rest, 1));
      if (target && prepositions.has(rest[0]?.low ?? "")) {
        if (nounAt(rest, 1)?.plural)
          this.#drafts.relate(owner, { kind: "manyToMany", target: pascal(target) });
        else this.#drafts.belongs(owner, target, true);
        return;
      }
    }
    const whole = `${verb.word} ${said.split(/ ?(?:,|\band\b|\bor\b|\bby\b)/)[0] ?? ""}`.trim();
    const first =
      placing.test(whole) || /^\w+ (?:in|over|through)$/.test(whole)
        ? whole
        : particles.has(rest[0]?.low ?? "") && !/^(?:in|on|over) (?:an?|the) /.test(said)
          ? `${verb.word} ${rest[0]?.low ?? ""}`
          : verb.word;
    const marked = /^(?:marked|flagged|declared)$/.test(verb.word)
      ? /^(as (?:an? )?[\w-]+|[\w-]+)/.exec(said)?.[1]?.replace(/ an? /, " ")
      : undefined;
    const made = this.#drafts.recordOf(baseVerb(verb.word));
    if (made && made !== owner) {
      if (/\b(?:many|several|multiple) times\b/.test(said))
        return this.#drafts.relate(owner, { kind: "hasMany", target: pascal(made) });
      return this.#drafts.belongs(made, owner);
    }
    this.#drafts.act(
      owner,
      marked && !/^(?:and|or|by|as by)$/.test(marked) ? `${baseVerb(verb.word)} ${marked}` : baseVerb(first),
    );
    // `confirmed by us or cancelled by the band`
    const deeds = said.replaceAll(/\bby (?:(?:an?|the|its|our|their) )?\w+(?=,| and | or |\.|$)/g, "");
    const cut = deeds
      .replaceAll(/\([^)]*\)/g, "")
      .replaceAll(
        /\b(?:to|from|for) (?:(?:an?|the|its|their|our) )?\w+(?: \w+){0,2}?(?= ?(?:,|\band\b|\bor\b|$))/g,
        "",
      )
      .split(/\b(?:by|until|when|if|only|within|unless|but|before|after|to|from)\b/)[0];
    for (const whole of (cut ?? "").split(/,|\band\b|\bor\b/)) {
      const part = whole.trim().replace(/^(?:then|later|also|again) /, "");
      const words = part.split(/\s+/);
      const as = /^(marked|flagged|declared) ((?:as (?:an? )?)?[\w-]+)/.exec(part.trim());
      if (as) this.#drafts.act(owner, `${baseVerb(as[1] ?? "")} ${(as[2] ?? "").replace(/ an? /, " ")}`);
      else if (
        /(?:ed|en|wn|un|id|ld|ut|nt|lit)$/.test(words[0] ?? "") &&
        (words.length < 3 || placing.test(part.trim()))
      )
        this.#drafts.act(owner, baseVerb(part.trim()));
    }
  }

  /** What something is: a state, or of others. */
  #being(owner: string, { rest, verb }: Clause, list: string): void {
    const [first] = rest;
    if (!first) return;
    const one = this.#drafts.find(nounAt(rest));
    if (
      one &&
      one !== owner &&
      !verb.modal &&
      /\bplus\b|,|\band (?:an?|one)\b/.test(list) &&
      /^(?:an?|one)$/.test(first.low)
    )
      return this.attributes(owner, list);
    if (
      one &&
      one !== owner &&
      !verb.modal &&
      nounAt(rest)?.to !== rest.length &&
      /^(?:an?|one)$/.test(first.low)
    )
      this.#drafts.belongs(owner, one);
    if (prepositions.has(first.low)) return this.#behind(owner, rest);
    const noun = nounAt(rest);
    const at = noun ? rest[noun.to] : undefined;
    const states = statesIn(list);
    if (states && !verb.modal && !/^(?:an?|the)$/.test(first.low)) return this.#state(owner, states);
    if (at && /^(?:of|for|by|in|on)$/.test(at.low)) this.#behind(owner, rest.slice(noun?.to));
    const another = /\banother (\w+(?: \w+)?)/i.exec(list)?.[1];
    if (another && this.#drafts.find(nounAt(tokensOf(another))) === owner)
      return this.#drafts.relate(owner, { kind: "belongsTo", target: pascal(owner), optional: true });
    const yesNo = /^(?:either )?(\w+) or not\b(.*)$/i.exec(list);
    if (yesNo?.[1]) {
      const item = itemOf(`${yesNo[1]} flag ${yesNo[2] ?? ""}`, true);
      if (item) this.item(owner, item);
    } else if (
      /^(?:at first|initially)/.test(list) ||
      /\b(?:at first|initially|by default|when created)\b/.test(list)
    )
      this.#state(owner, { values: [], first: first.low });
  }

  /** `a sent invoice can also become overdue`: one more value of its state. */
  #mayBecome(owner: string, value: string): void {
    const field = this.#drafts.resources
      .get(owner)
      ?.fields.find(({ name, values }) => values && /status|state/i.test(name));
    if (field?.values && !field.values.includes(value)) field.values = [...field.values, value];
  }

  #state(owner: string, { values, first }: States): void {
    const fields = this.#drafts.resources.get(owner)?.fields;
    const field = fields?.find(
      ({ name, type }) => /status|state/i.test(name) || (type === "enum" && first !== undefined),
    );
    if (field) {
      if (first && field.values?.includes(first)) field.default = first;
      if (values.length && !field.values) Object.assign(field, { values, type: "enum" });
    } else if (values.length > 1)
      fields?.push({
        name: "status",
        type: "enum",
        values: [...values],
        ...(first ? { default: first } : {}),
      });
  }

  /** Each preposition with a resource behind it: it belongs there; with anything else: a field. */
  #behind(owner: string, rest: readonly Token[], plural = false): void {
    for (let at = 0; at < rest.length; at += 1) {
      const token = rest[at];
      if (!token || !(prepositions.has(token.low) || (token.low === "and" && at > 0))) continue;
      const noun = nounAt(rest, at + 1);
      const target = this.#drafts.find(noun);
      if (!noun) continue;
      if (target && target !== owner) {
        if (noun.many && plural) this.#drafts.relate(owner, { kind: "manyToMany", target: pascal(target) });
        else if (noun.many) this.#drafts.relate(owner, { kind: "hasMany", target: pascal(target) });
        else if (noun.plural && /^(?:with|into)$/.test(token.low))
          this.#drafts.relate(owner, { kind: "hasMany", target: pascal(target) });
        else this.#drafts.belongs(owner, target, noun.optional);
      } else if (token.low === "with") {
        const text = rest
          .slice(at + 1)
          .map(({ text: word }) => word)
          .join(" ")
          .replaceAll(/ ([,.;:)])/g, "$1");
        return this.attributes(owner, text);
      } else if (token.low === "at" && /^(?:time|date)$/.test(noun.words.at(-1) ?? "")) {
        const item = itemOf(noun.words.join(" "), true);
        if (item) this.item(owner, item);
      }
    }
  }

  /** Somebody does something with something. */
  #deed(actor: string | undefined, clause: Clause, list: string): void {
    const { verb, rest, subject } = clause;
    const able = verb.modal !== undefined;
    const person = nounsOf(subject)[0];
    const prepositional = prepositions.has(rest[0]?.low ?? "") && !particles.has(rest[0]?.low ?? "");
    const pronoun = /^(?:it|them|one|this)$/.test(rest[0]?.low ?? "");
    const particle = [rest[0]?.low ?? "", pronoun ? (rest[1]?.low ?? "") : ""].find((low) =>
      particles.has(low),
    );
    const first = rest[particle && !pronoun ? 1 : 0]?.low ?? "";
    const isPronoun = /^(?:it|them|one|this)$/.test(first);
    let start = prepositional || particle ? 1 : 0;
    if (particle && prepositions.has(rest[start]?.low ?? "")) start += 1;
    const as = /^(?:mark|flag|declare)$/.test(verb.base)
      ? / (as (?:an? )?(?!of\b)[\w-]+)/.exec(` ${list}`)?.[1]?.replace(/ an? /, " ")
      : undefined;
    const deeds = [[baseVerb(verb.base), as ?? particle].filter(Boolean).join(" ")];
    // `approve, reject or waitlist an application`
    while (/^(?:and|or|,)$/.test(rest[start]?.low ?? "") && rest[start + 1]?.kind === "word") {
      const word = rest[start + 1];
      if (!word || nounAt(rest, start + 1)?.plural) break;
      if (!/^(?:and|or|,)$/.test(word.low)) deeds.push(baseVerb(word.low));
      start += /^(?:and|or)$/.test(word.low) ? 1 : 2;
    }
    const alone = rest.length === start + 1 && /^(?:many|several)$/.test(rest[start]?.low ?? "");
    if (alone && actor && this.#object && this.#object !== actor)
      return this.#drafts.relate(actor, { kind: "hasMany", target: pascal(this.#object) });
    const noun = nounAt(rest, start);
    const spoken = this.#object ?? this.#last;
    const target = isPronoun ? (spoken === actor ? this.#before : spoken) : this.#drafts.find(noun);
    const record = target ? undefined : this.#drafts.recordOf(deeds[0] ?? "");
    if (record && noun && actor && actor !== record) {
      this.#drafts.belongs(record, actor);
      return this.#behind(record, rest.slice(noun.to));
    }
    if (!target) {
      const given = /^(?:up )?with (?:my |his |her |their |an? )?(.+)$/is.exec(list)?.[1];
      if (actor && given && this.#drafts.find(nounAt(tokensOf(given))) === undefined)
        this.attributes(actor, given);
      else if (actor && prepositional) this.#behind(actor, rest);
      else if (actor && creating.has(verb.base) && person && this.#drafts.resources.has(actor))
        this.attributesOfStory(actor, rest, list);
      return;
    }
    this.#object = target;
    if (!actor) this.#last = target;
    const deed = deeds[0] ?? "";
    const made = this.#drafts.recordOf(deed);
    if (made && made !== target) {
      if (actor) this.#drafts.belongs(made, actor);
      this.#drafts.belongs(made, target);
      return;
    }
    if (actor && actor !== target && first === "them" && recordNames(deed))
      return this.#drafts.relate(actor, { kind: "manyToMany", target: pascal(target) });
    const next = rest[noun?.to ?? 0]?.low;
    if (creating.has(deed) || made === target) {
      if (actor && actor !== target && !isAdministrative(actor)) {
        if (noun?.many) this.#drafts.relate(actor, { kind: "hasMany", target: pascal(target) });
        else this.#drafts.belongs(target, actor);
      }
      if (noun && next && /^(?:with|giving|including)$/.test(next))
        this.attributes(target, textBehind(list, rest[noun.to]));
      else if (noun)
        this.#behind(
          target,
          rest.slice(noun.to).filter(({ low }) => low !== "by"),
        );
      if (!actor && able) this.#drafts.act(target, deed);
      for (const other of deeds.slice(1)) this.#drafts.act(target, other);
      return;
    }
    if (!able && !actor && !isPronoun && !isPerson(person?.words.at(-1) ?? "")) return;
    if (actor && actor !== target && noun?.many && !isPronoun)
      return this.#drafts.relate(actor, { kind: "hasMany", target: pascal(target) });
    if (actor && subjectMany(subject) && !isPronoun && prepositional)
      return this.#drafts.relate(target, { kind: "hasMany", target: pascal(actor) });
    if (able || !actor || isPronoun) {
      for (const word of deeds) this.#drafts.act(target, word);
      if (noun) for (const more of laterDeeds(rest.slice(noun.to))) this.#drafts.act(target, more);
      return;
    }
    if (actor === target) return;
    if (prepositional || (particle && !noun?.plural)) {
      if (noun?.many) this.#drafts.relate(actor, { kind: "hasMany", target: pascal(target) });
      else this.#drafts.belongs(actor, target);
      this.#behind(actor, rest.slice(noun?.to));
    } else if (noun?.many) this.#drafts.relate(actor, { kind: "hasMany", target: pascal(target) });
    else if (noun?.plural) this.#drafts.belongs(target, actor);
    else if (isPerson(actor.split(" ").at(-1) ?? ""))
      for (const word of deeds) this.#drafts.act(target, word);
    else this.#drafts.belongs(actor, target);
  }

  /** `store my name and email`, said by somebody of himself. */
  attributesOfStory(actor: string, rest: readonly Token[], list: string): void {
    if (rest[0]?.low === "my") this.attributes(actor, list);
  }
}

/** Where a time is named, `from` and `to` are places. */
const isTimed = (fields: readonly FieldDraft[]): boolean =>
  fields.some(({ name, type }) => type?.startsWith("date") === true && !/^(?:from|to|start|end)$/.test(name));

/** `held by a character or nobody`: there may be none. */
const isOptional = ({ raw, field }: Item): boolean =>
  field.required === false || / or (?:by |to |in )?(?:nobody|none|no one|no \w+|nothing|not)\b/i.test(raw);

const subjectMany = (subject: readonly Token[]): boolean => nounsOf(subject)[0]?.many === true;

const isAdministrative = (key: string): boolean =>
  /admin|administrator|manager|staff|receptionist|officer|clerk|support|librarian|operator/.test(key);

const textBehind = (list: string, token: Token | undefined): string => {
  const at = token ? list.indexOf(` ${token.text} `) : -1;
  return at === -1 ? "" : list.slice(at + (token?.text.length ?? 0) + 2);
};

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
