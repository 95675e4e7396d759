import { singular } from "../api/index.ts";
import { isAttributeList, isAttribute } from "./attributes.ts";
import { clausesIn } from "./clauses.ts";
import { baseOf } from "./grammar.ts";
import { grouped, groupsIn, withLists, doersIn } from "./inline.ts";
import { introduction, cutAt, lastNoun, isThings } from "./introduction.ts";
import { stackWords } from "./fillers.ts";
import { recordNames } from "./actions.ts";
import { withoutQuestions } from "./interview.ts";
import { isMany, itemsOf, type Item } from "./items.ts";
import { isPlainHeading, blocksOf, isNotation } from "./layout.ts";
import { phraseAt, ownedList } from "./lists.ts";
import { nounAt } from "./nouns.ts";
import { withoutPurpose } from "./purpose.ts";
import { request } from "./request.ts";
import { type Rule, ruleKind, besideRules } from "./rules.ts";
import { sentencesOf, clausesOf } from "./sentences.ts";
import { type Statement, labelOwner, linked } from "./statement.ts";
import { storedLists } from "./stored.ts";
import { tableStatements } from "./tables.ts";
import { tiesIn, placesIn, placed, existing, madeBy } from "./ties.ts";
import { type Token, tokensOf, rawOf } from "./tokens.ts";
import { spliced, unfolded } from "./unfold.ts";
import { valuesIn } from "./values.ts";
import { verbhood } from "./verbs.ts";
import { appNouns, isScalar, isKnownResource } from "./vocabulary.ts";

export interface Stated {
  readonly statements: readonly Statement[];
  /** What headings put out of scope. */
  readonly asides: readonly Rule[];
}

/** A name with the list of what it has: `book: title, isbn` or `Order lines of an order: SKU`. */
const labelled = /^([^:(=]{2,60}?(?:\s*\([^)]*\))?)\s*(?::|\s[-–—]\s|\s->\s|\s=\s(?=[^,+]+[,+]))\s*(.+)$/s;

const story =
  /^as (?:an?|the) ([^,(]+?)\s*(\([^)]*\))?,?\s+(?:i|we)\s+(?:(?:want|would like|wish|need)(?: to)?\s+|(?:(?:should|must) be able to|can|could|may)\s+)?(?:be able to\s+)?(.+)$/is;

/** What opens a sentence without saying anything of what is stored. */
const opener =
  /^(?:(?:hi|hello|hey|oh|yeah|btw|fyi|so|basically|well|okay|ok|right|now|anyway|actually|honestly|look|listen|think of|imagine|picture|consider|let['’]s say|in short|in a nutshell)\b[,:!]?\s+)+/i;

/** Contracted helpers in full. */
const spelledOut = (text: string): string =>
  text
    .replaceAll(/\be-mail/gi, "email")
    .replaceAll(/\bi['’]m\b/gi, "I am")
    .replaceAll(/\b(?:zero|none|one|0|1) (?:or|to) (?:more|many|several)\b/gi, "several")
    .replaceAll(/\s*\p{Extended_Pictographic}\uFE0F?\s*/gu, ". ")
    .replaceAll(
      /,? (?:who|which|that) (?:may|might|can) (?:only )?be (?:chosen|assigned|picked|named|decided|added|set) later\b/gi,
      " (optional)",
    )
    .replaceAll(/ ((?:their|its|the) [a-z]+s) [-–—] (?=[^.;:\n]+,)([^.;:\n]+)/g, " $1 ($2)")
    .replaceAll(/, being (?=[\w-]+,)/g, " being ")
    .replaceAll(/(?<=[a-z]) (?<!\b(?:or|and|is|yes) )(?:no|nr)\.(?=\s*(?:[,;(]|$))/gim, " number")
    .replaceAll(/ @ (?=\d)/g, " at ")
    .replaceAll(/ [-–—] ([^-–—.:;()\n]{3,80}) [-–—](?=,|\.| and\b)/g, " ($1)")
    .replaceAll(
      /, (?=(?:of|for|about) (?:(?:an?|the|each|every) )?\w+ (?:we|i) (?:keep|store|note|record|need|want)\b)/gi,
      ". ",
    )
    .replaceAll(/\b(we|i|you|they|[a-z]{3,}s) got (?!to\b|[a-z]+ed\b)/gi, "$1 have ")
    .replaceAll(/(?<=[a-z]{2})\+(?=[a-z]{2})/gi, " and ")
    .replaceAll(/\b(?:someone|somebody|anyone|anybody)(?: else)?['’]s\b/gi, "a")
    .replaceAll(/\b(have|has|['’]ve|['’]s) got\b/gi, (_, verb: string) =>
      verb.endsWith("s") ? " has" : " have",
    )
    .replaceAll(/\b(we|i|you|they|he|she|it)['’]d\b/gi, "$1 would")
    .replaceAll(/\b(\w+)['’]ll\b/gi, "$1 will")
    .replaceAll(/\b(we|i|you|they)['’]ve\b/gi, "$1 have")
    .replaceAll(/\b(it|that|he|she)['’]s\b/gi, "$1 is")
    .replaceAll(/\b(we|you|they)['’]re\b/gi, "$1 are");

/** What is noted when somebody does something: `when a band books a room we need the start and the end`. */
const notedOf =
  /^(?:when(?:ever)?|if|once|for) (.+?),? (?:we|i) (?:also )?(?:need|store|record|want|note|log|keep|save)(?: to (?:know|store|record|note))? (.+)$/is;

/** A sentence has no more lists behind nouns than these. */
const mostLists = 6;

/** What stands behind it in one sentence is told as not understood. */
const longestSentence = 1200;

/** Reads a description into statements. Sentences that are rules state nothing but themselves. */
export function statementsOf(description: string): Stated {
  const statements: Statement[] = [];
  const asides: Rule[] = [];
  for (const block of blocksOf(spelledOut(withoutQuestions(description)))) {
    if (block.kind === "aside") asides.push({ kind: "scope", text: block.text });
    else if (block.kind === "list") {
      const owner = labelOwner(block.label);
      if (owner) statements.push({ kind: "attributes", owner, list: block.items.join(", "), labelled: true });
    } else if (block.kind === "table") statements.push(...tableStatements(block));
    else
      for (const { text: whole, goesOn } of sentencesOf(block.text)) {
        const text = whole.slice(0, longestSentence);
        const before = statements.at(-1);
        const isList = /^(?:attributes|more|clause|link)$/.test(before?.kind ?? "");
        if (moreFields(text, isList && goesOn)) statements.push({ kind: "more", list: withoutEnd(text) });
        else if (isList && bareVerbs(text))
          statements.push({ kind: "actions", verbs: bareVerbs(text) ?? [] });
        else for (const part of unfolded(text).flatMap(spliced)) statements.push(...sentence(part));
      }
  }
  return { statements, asides };
}

const withoutEnd = (text: string): string =>
  text
    .replace(/[.;]\s*$/, "")
    .replace(/^(?:fields?|attributes?|properties|columns|attrs|props)\s*(?:are\s*)?(?::\s*)?(?=[\w"])/i, "");

/** Whether a sentence only says what fields are like, without an owner: `Amount: required, min 1`, `the email must be unique and the name is optional`. */
function moreFields(text: string, goesOn: boolean): boolean {
  if (/^(?:fields?|attributes?|properties|columns|attrs|props)\s*(?:are\s*)?:/i.test(text)) return true;
  const tokens = tokensOf(text);
  const noun = nounAt(tokens);
  const next = tokens[noun?.to ?? 0];
  const [clause] = clausesIn(tokens);
  if (
    goesOn &&
    !opensRecord(text) &&
    !clause &&
    !/:|^(?:for|of|on) | (?:of|for) (?:an?|the|each|every) [\w-]+(?: [\w-]+)?[.;]?$/.test(text) &&
    !ruleKind(text)
  ) {
    const items = itemsOf(withoutEnd(text));
    return items.length > 0 && items.every((item) => isAttribute(item) || item.field.required !== undefined);
  }
  if (!noun || !next || noun.group || request.test(text)) return false;
  if (clause && (!isScalar(noun.words) || isKnownResource(noun.words) || !clause.verb.copula)) return false;
  const told = next.text === ":" ? (text.slice(next.end).split(/[,;]/)[0] ?? "") : "";
  if (told && !isScalar(noun.words)) return /^\s*(?:required|optional|mandatory)\s*$/i.test(told);
  if (told && isNotation(told)) return true;
  if (clause && ruleKind(text) && !/^(?:the|its|their) /i.test(text)) return false;
  if (clause) return itemsOf(withoutEnd(text)).every(({ field }) => field.name !== "");
  return false;
}

/** `archive, restore`: nothing but verbs. */
function bareVerbs(text: string): readonly string[] | undefined {
  const parts = withoutEnd(text).split(/\s*,\s*(?:and\s+)?|\s+and\s+/);
  const isVerb = (part: string): boolean => {
    const [verb, ...more] = tokensOf(part);
    return (
      verb !== undefined &&
      more.length < 2 &&
      (verbhood(verb) !== "none" || /[a-z][A-Z]/.test(verb.text)) &&
      baseOf(verb.low) === verb.low &&
      !isScalar([verb.low])
    );
  };
  return parts.every(isVerb) ? parts : undefined;
}

function sentence(sentenceText: string): readonly Statement[] {
  const given = sentenceText.replace(/^[A-Z]+-\d+\s*:?\s*/, "").replace(opener, "");
  const statements: Statement[] = [];
  const deeds =
    /^(?:actions?|operations?|endpoints?|verbs|commands|methods)\b\s*[:-]?\s*([a-z][\w-]*(?:(?:\s*,\s*|\s+and\s+)(?:and\s+)?[a-z][\w-]*)*)[.]?$/i.exec(
      given,
    )?.[1];
  if (deeds) return [{ kind: "actions", verbs: deeds.split(/\s*,\s*(?:and\s+)?|\s+and\s+/) }];
  const dotted =
    /^(?:(?:actions?|operations?|endpoints?|verbs|commands|methods)\s*:\s*)?((?:[a-z]\w*\.[a-z]\w*(?:,\s*|$))+)/i.exec(
      withoutEnd(given),
    )?.[1];
  if (dotted)
    return dotted.split(/,\s*/).flatMap((one): readonly Statement[] => {
      const [owner = "", verb = ""] = one.split(".");
      const of = labelOwner(owner);
      return of && verb ? [{ kind: "actions", verbs: [verb], of }] : [];
    });
  const called = endpointActions(given);
  if (called) return called;
  const ofLast = /^(?:actions?|operations?) (?:on|for|of) (?:it|them|these|those):\s*([a-z, -]+)\.?$/i.exec(
    given,
  )?.[1];
  if (ofLast) return [{ kind: "actions", verbs: ofLast.split(/\s*,\s*(?:and\s+)?|\s+and\s+/) }];
  const ofLabel =
    /^(?:actions?|operations?|endpoints?) (?:for|of|on) (?:an? |the )?([\w ]+):\s*(.+)$/i.exec(given) ??
    /^([\w ]{3,30}):\s*([a-z, -]+)\.?$/.exec(given);
  const verbs = ofLabel ? bareVerbs(ofLabel[2] ?? "") : undefined;
  if (verbs && verbs.length > 1) {
    const of = labelOwner((ofLabel?.[1] ?? "").replace(/^what happens (?:with|to) /i, ""));
    if (of) return [{ kind: "actions", verbs, of }];
  }
  const drawn = /^([\w -]{2,40}?)\s*[({](.+)[)}]\s*(?:->|→|=>|,? belongs to)\s*([\w, ]+)[.]?$/s.exec(given);
  const drawnOwner = drawn ? labelOwner(drawn[1] ?? "") : undefined;
  if (drawn && drawnOwner)
    return [
      { kind: "attributes", owner: drawnOwner, list: drawn[2] ?? "", labelled: true },
      ...linked(
        drawnOwner,
        (drawn[3] ?? "").split(/,|\band\b/).map((to) => labelOwner(to.trim())),
      ),
    ];
  const ties = [...tiesIn(given), ...placesIn(given)];
  if (ties.length) return ties;
  const where = /^([^.:]{3,80}?),? (?:where|in which) (.+)$/is.exec(given);
  if (where && clausesIn(tokensOf((where[1] ?? "").replace(request, ""))).length === 0)
    return [...clauses(where[1] ?? "", false), ...sentence(where[2] ?? "")];
  const noted = notedOf.exec(given);
  const done = noted ? clausesIn(tokensOf(noted[1] ?? ""))[0] : undefined;
  if (noted && done && recordNames(done.verb.base)) {
    const made: Statement = { kind: "made", verb: done.verb.base, list: withoutEnd(noted[2] ?? "") };
    return [...sentence(noted[1] ?? ""), made];
  }
  const scene = /^(?:when|given|once) ((?:[^,(]|\([^)]*\))+), (?:then )?((?:it|they|the|an?|we) .+)$/is.exec(
    given,
  );
  if (scene && clausesIn(tokensOf(scene[1] ?? "")).length)
    return [...sentence(scene[1] ?? ""), ...sentence(scene[2] ?? "")];
  const told = story.exec(given);
  const text = told ? withoutReason(told[3] ?? "") : withoutPurpose(given);
  const role = told ? labelOwner(told[1] ?? "") : undefined;
  if (role && told?.[2]) statements.push({ kind: "attributes", owner: role, list: told[2].slice(1, -1) });
  if (told) {
    const full = `${role?.words.join(" ") ?? told[1] ?? ""} can ${text}`;
    return [...statements, ...sentence(full)];
  }
  const asked = request.exec(text)?.[0] ?? "";
  const label = labelled.exec(asked.length < text.length ? text.slice(asked.length) : text);
  if (label && !/^(?:e\.g|i\.e)/.test(label[2] ?? "") && isName(label[1] ?? "")) {
    const name = label[1] ?? "";
    if (/^(?:actions?|relations?|relationships?)$/i.test(name)) return sentence(label[2] ?? "");
    const owner = labelOwner(name.replace(/\([^)]*\)/, ""));
    const inner = /\(([^)]*)\)/.exec(name)?.[1];
    const list = label[2] ?? "";
    const nested = labelled.exec(list);
    if (owner && isScalar(owner.words) && ruleKind(given) === "computed") return [];
    const states = stateLabel.exec(name) ? valuesIn(list) : undefined;
    if (states) return [{ kind: "more", list: `status (${states.join(", ")})`, labelled: true }];
    if (owner && !owner.plural && !isKnownResource(owner.words) && isThings(list))
      return [
        { kind: "application", noun: owner },
        { kind: "mention", list, sure: true },
      ];
    const made = owner ? madeBy(owner, list) : [];
    if (made.length) return made;
    if (owner && !inner && opensRecord(list))
      return [{ kind: "application", noun: { ...owner, plural: false } }, ...sentence(list)];
    if (owner && !inner && isThird(tokensOf(list)) && !/^\w+\s*:/.test(list))
      return sentence(`${/^[A-Z]/.test(name) && !owner.plural ? "a " : ""}${name} ${list}`);
    if (
      owner &&
      nested &&
      isName(nested[1] ?? "") &&
      /,/.test(nested[2] ?? "") &&
      !/[,(]/.test(nested[1] ?? "") &&
      !isScalar(labelOwner(nested[1] ?? "")?.words ?? ["name"])
    )
      return [{ kind: "application", noun: { ...owner, plural: false } }, ...sentence(list)];
    const lists = owner
      ? itemsOf(list).filter(
          (item) =>
            item.inner && item.noun && !isScalar(item.noun.words) && isAttributeList(item.inner, item.noun),
        )
      : [];
    if (owner && lists.length > 1)
      return [
        { kind: "application", noun: { ...owner, plural: false } },
        { kind: "mention", list },
        ...groupsIn(tokensOf(list)),
      ];
    const named =
      owner && owner.words.length > 1 && appNouns.test(owner.words.at(-1) ?? "") && !isClause(list)
        ? labelOwner(owner.words.slice(0, -1).join(" "))
        : undefined;
    const isStack = named?.words.every((word) => stackWords.has(word)) === true;
    if (named && !isStack && isAttributeList(list, named))
      return [{ kind: "attributes", owner: named, list, labelled: true }];
    const isHeading = isPlainHeading(name) && !(owner && /,/.test(list) && isAttributeList(list, owner));
    if (isHeading || (owner && !owner.plural && appNouns.test(owner.words.at(-1) ?? "")))
      return isClause(list) || / of (?:an?|the|each|every) [\w-]+(?: [\w-]+)?[.;]?$/.test(list)
        ? sentence(list)
        : [{ kind: "mention", list }];
    const [only, ...others] = itemsOf(list);
    const isTitle = !inner && /^[A-Z]/.test(name) && /^[A-Za-z][a-z ,]+$/.test(list) && others.length === 0;
    if (owner && isTitle && only && !isAttribute(only) && only.noun && only.field.required === undefined)
      return [{ kind: "application", noun: owner }, ...clauses(list, false)];
    if (owner) {
      const whole =
        /^(?:(?:one|several) )?(?:per|of|for|in) (?:(?:an?|the|each|every) )?([\w-]+(?: [\w-]+)?)$/i.exec(
          inner ?? "",
        )?.[1];
      if (whole) statements.push(...linked(owner, [labelOwner(whole)]));
      else if (inner) statements.push({ kind: "attributes", owner, list: inner });
      statements.push(...linked(owner, phraseAt(tokensOf(name.replace(/\([^)]*\)/, "")), 0)?.parts ?? []));
      if (isClause(list)) return [...statements, ...sentence(list)];
      if (/^(?:can|is) /i.test(list) || isThird(tokensOf(list))) {
        statements.push(...factsOf(`${name} ${list}`));
      } else statements.push({ kind: "attributes", owner, list, labelled: true });
      return statements;
    }
  }
  const tokens = tokensOf(text);
  const owned = ownedList(tokens, text);
  if (owned) {
    statements.push({ kind: "attributes", owner: owned.owner, list: owned.list, labelled: true });
    statements.push(...linked(owned.owner, owned.parts, true));
    if (owned.before) statements.push(...factsOf(owned.before));
    return owned.after ? [...statements, ...sentence(owned.after)] : statements;
  }
  return [...statements, ...factsOf(text)];
}

/** `POST /sightings/:id/verify`: what can be done to a sighting; undefined for a sentence without paths. */
function endpointActions(text: string): readonly Statement[] | undefined {
  if (!/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{]/.test(text)) return undefined;
  const found = text.matchAll(
    /\b(?:POST|PUT|PATCH) \/(?:[\w-]+\/)*?([\w-]+)\/(?::\w+|[{<]\w+[}>])\/([\w-]+)/g,
  );
  return [...found].flatMap(([, name = "", verb = ""]): readonly Statement[] => {
    const of = labelOwner(name);
    return of ? [{ kind: "actions", verbs: [verb.replaceAll("-", " ")], of }] : [];
  });
}

/** A label of what states there are: `Status flow: draft -> sent -> paid`. */
const stateLabel =
  /^(?:the )?(?:status(?:es)?|states?|lifecycle|workflow)(?: (?:flow|values|transitions|lifecycle))?$/i;

/** What a text states beside its rules. */
const factsOf = (text: string): readonly Statement[] =>
  clausesOf(text).flatMap((part) => {
    const facts = besideRules(part);
    return facts ? clauses(facts, false) : [];
  });

/** `doc with title, words int`: a record of its own with its fields. */
const opensRecord = (text: string): boolean => {
  const [, name = "", list = ""] = /^([a-z][\w-]*(?: [a-z][\w-]*)?) with\s+(.+)$/is.exec(text) ?? [];
  const noun = name ? nounAt(tokensOf(name)) : undefined;
  return noun !== undefined && !isScalar(noun.words) && /,/.test(list) && isAttributeList(list, noun);
};

/** `takes a ball`: a verb with what it is done to, rather than `coats (colour, size)`. */
const isThird = ([token, next]: readonly Token[]): boolean =>
  token !== undefined &&
  next?.kind === "word" &&
  verbhood(token) !== "none" &&
  baseOf(token.low) !== token.low &&
  !isScalar([singular(token.low)]);

const withoutReason = (text: string): string =>
  text.replace(/,?\s+(?:so that|so|in order to|because)\s+.*$/is, "").replace(/[.]$/, "");

const isName = (text: string): boolean => text.split(/\s+/).length <= 6 && !clausesIn(tokensOf(text)).length;
const isClause = (text: string): boolean => {
  const [first] = clausesIn(tokensOf(text));
  const noun = first && nounAt(first.subject);
  if (noun && isScalar(noun.words) && !isKnownResource(noun.words)) return false;
  return (
    first !== undefined &&
    first.subject.length > 0 &&
    first.subject.length < 6 &&
    !/^[^,]*,[^,]*,/.test(text.slice(0, first.subject.at(-1)?.end ?? 0))
  );
};

/** `we note the length, the draught and the flag`: single things with articles are fields of what was spoken of. */
const isOfTopic = (list: string): boolean => {
  const items = itemsOf(list);
  const isField = (item: Item): boolean =>
    isAttribute(item) || (/^(?:an?|the) /i.test(item.raw) && !isMany(item));
  return items.length > 1 && /^(?:an?|the) /i.test(list) && items.every(isField);
};

function clauses(given: string, isStory: boolean): readonly Statement[] {
  const statements: Statement[] = [];
  const asked = request.exec(given);
  const text = asked && asked[0].length < given.length ? given.slice(asked[0].length) : given;
  const tokens = tokensOf(text);
  const found = clausesIn(tokens);
  const lists = storedLists(given, tokensOf(given));
  if (lists)
    return lists.map((one): Statement =>
      one.owner
        ? { kind: "attributes", owner: one.owner, list: one.list, labelled: true }
        : { kind: isOfTopic(one.list) ? "more" : "mention", list: one.list },
    );
  const drawn = found.length === 0 && !asked ? grouped(tokens) : undefined;
  if (drawn) return drawn;
  statements.push(...groupsIn(tokens), ...withLists(tokens, text).slice(0, mostLists));
  const first = found[0];
  const isIntroduction = asked !== null || first === undefined;
  if (isIntroduction)
    statements.push(...introduction(first ? tokens.slice(0, cutAt(tokens, first)) : tokens, text));
  statements.push(...doersIn(tokens, text));
  statements.push(...placed(tokens, first), ...existing(found));
  for (const clause of found)
    for (const part of [clause.subject, clause.rest]) {
      const phrase = phraseAt(part, 0);
      if (phrase) statements.push(...linked(phrase.head, phrase.parts, true));
    }
  for (const clause of found) {
    if (asked && clause === first && clause.subject.length > 6) {
      const subject = lastNoun(clause.subject);
      statements.push({
        kind: "clause",
        clause: { ...clause, subject },
        text,
        list: rawOf(clause.rest, text),
        story: isStory,
      });
    } else statements.push({ kind: "clause", clause, text, list: rawOf(clause.rest, text), story: isStory });
  }
  return statements;
}
