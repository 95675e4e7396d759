import { entryFor } from "../../lexicon/index.ts";
import { namesFrom, spell, wordsOf } from "../../names.ts";
import type { FieldDraft, RelationDraft, ResourceDraft, TextDraft } from "./draft.ts";
import { numeral, onlySays, readField } from "./field.ts";
import { mark } from "./marks.ts";
import { inFull, mended, verbOf } from "./words.ts";

interface State {
  readonly resources: Map<string, ResourceDraft>;
  readonly known: Set<string>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly ignored: string[];
  current: ResourceDraft | undefined;
  /** The part before spoke of what can be done, so a lone participle goes on with it. */
  acting: boolean;
}

const determiner =
  /^(?:(?:an?|the|each|every|all|any|our|my|their|its|some|one|several|many|multiple|lots of|any number of|a number of|another|both|such|these|those|new|single|given)\s+)+/i;

/** PascalCase singular of a noun phrase. */
function nameOf(phrase: string): string | undefined {
  const bare = phrase
    .replaceAll(/\([^)]*\)|["'’*•:#]/g, " ")
    .trim()
    .replace(determiner, "")
    .trim();
  const words = bare
    .split(/[\s/]+/)
    .filter(Boolean)
    .map(inFull);
  if (!words.length || words.length > 3 || !/^[A-Za-z][\w-]*$/.test(words.join(""))) return undefined;
  return namesFrom(words.join("-")).pascal;
}

function open(state: State, name: string): ResourceDraft {
  const found = state.resources.get(name) ?? { name, fields: [], relations: [], actions: [] };
  state.resources.set(name, found);
  state.known.add(name);
  state.current = found;
  return found;
}

/** The resource with fields or relations that a noun phrase means, by its name or last word. */
function standing(state: State, phrase: string): ResourceDraft | undefined {
  const exact = state.resources.get(knownIn(state, phrase) ?? "");
  if (exact) return exact;
  const last = wordsOf(nameOf(phrase) ?? "").at(-1);
  return [...state.resources.values()].find(({ name }) => wordsOf(name).at(-1) === last);
}

/** The known resource that a noun phrase means, by its last words. */
function knownIn(state: State, phrase: string): string | undefined {
  const name = nameOf(phrase);
  if (name === undefined) return undefined;
  if (state.known.has(name)) return name;
  const words = wordsOf(name);
  for (let start = 1; start < words.length; start++) {
    const shorter = spell(words.slice(start)).pascal;
    if (state.known.has(shorter)) return shorter;
  }
  return [...state.known].find(
    (candidate) =>
      words.length === 1 && wordsOf(candidate).length > 1 && wordsOf(candidate).at(-1) === words[0],
  );
}

function relate(resource: ResourceDraft, relation: RelationDraft): void {
  const there = resource.relations.findIndex(
    ({ kind, target }) => kind === relation.kind && target === relation.target,
  );
  if (there === -1) resource.relations.push(relation);
  else if (relation.optional) resource.relations[there] = relation;
}

function act(resource: ResourceDraft, verb: string): void {
  const name = spell(wordsOf(verb.replaceAll(/[^\w\s-]/g, " "))).camel;
  if (
    name &&
    !["create", "update", "delete", "list", "get", "read"].includes(name) &&
    !resource.actions.includes(name)
  )
    resource.actions.push(name);
}

/** Splits at commas, `and` and line ends that stand in no parentheses. */
function items(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let item = "";
  for (const piece of text.split(
    /(\(|\)|\[|\]|,\s*(?:and\s+|or\s+|but\s+)?|;\s*|\s+and\s+(?!(?:up|above|over|more|time)\b))/i,
  )) {
    if (piece === "(" || piece === "[") depth += 1;
    if (piece === ")" || piece === "]") depth -= 1;
    if (depth === 0 && /^(?:,|;|\s+and\s)/i.test(piece)) {
      found.push(item);
      item = "";
    } else item += piece;
  }
  return [...found, item].map((one) => one.trim()).filter(Boolean);
}

const participle = /(?:ed|en|wn|nt|ld|id|ught|ne|oid|ost|pt|ut|un|et|ft|ade|eld|ght|ead)$/i;

/** The verbs of `cancelled, checked in and handed over (assign)`; undefined if they are none. */
function verbs(text: string): readonly string[] | undefined {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or|then)\s+)?|\s+(?:and|or|then)\s+|\s*\/\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => {
    const named = /\(([a-z -]+)\)/i.exec(part)?.[1];
    if (named !== undefined) return named;
    const [, verb = "", particle] =
      /^(?:also |then |be |later |again )*([a-z-]+)(?:\s+(in|out|off|on|up|down|back|over|away))?(?:\s+(?:by|to|from|for|at|with|into|when|if|again|later|as)\b.*)?$/i.exec(
        part,
      ) ?? [];
    if (!verb || !participle.test(verb)) return undefined;
    const base = /-/.test(verb) ? verb : verbOf(verb);
    return particle ? `${base} ${particle}` : base;
  });
  return read.length && read.every((verb) => verb !== undefined) ? read : undefined;
}

const activeVerbs = (text: string): readonly string[] | undefined => {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map(
    (part) =>
      /^([a-z-]+(?:\s+(?:in|out|off|on|up|down|back|over))?)(?:\s+(?:it|them|him|her))?$/i.exec(part)?.[1],
  );
  return read.length && read.every((verb) => verb !== undefined) ? read : undefined;
};

/** One part of what a resource is said to have: a relation, a field, or more about the field before. */
function item(state: State, resource: ResourceDraft, text: string): void {
  const plain = text.replace(/^(?:and|also|but|it|they|which|that|who)\s+/i, "").trim();
  const stateOf =
    /^(?:is|are|can be|may be)\s+(?:either |one of |always )?(of the (?:type|kind) |)?(⟦E\d+⟧)(.*)$/i.exec(
      plain,
    );
  const values = stateOf ? (state.enums.get(stateOf[2] ?? "") ?? []) : [];
  if (stateOf && !values.every((value) => verbs(value))) {
    const read = readField(
      `${stateOf[1] ? "type" : "status"} is ${stateOf[2] ?? ""} ${stateOf[3] ?? ""}`,
      state.enums,
    );
    if (read) addField(resource, read.field);
    return;
  }
  if (relation(state, resource, plain)) return;
  const more = state.acting && /^\w+$/.test(plain) ? verbs(plain) : undefined;
  state.acting = more !== undefined || verbClause(state, resource, plain);
  for (const verb of more ?? []) act(resource, verb);
  if (state.acting) return;
  const last = resource.fields.at(-1);
  if (last && onlySays(plain, state.enums)) {
    const both =
      /^both\b/i.test(plain) || /\bboth\b/i.test(plain)
        ? [resource.fields.at(-2), last]
        : /^all\b/i.test(plain)
          ? resource.fields
          : [last];
    for (const field of both) if (field) amend(state, field, plain);
    return;
  }
  const read = readField(plain, state.enums);
  if (!read) {
    state.ignored.push(text);
    return;
  }
  addField(resource, read.field);
  if (read.rest && read.rest.split(" ").length > 3) state.ignored.push(read.rest);
  share(resource, plain);
}

/** `sender IBAN and receiver IBAN required`: what is said of the second holds of the first. */
function share(resource: ResourceDraft, text: string): void {
  const [before, last] = resource.fields.slice(-2);
  if (
    !before ||
    !last ||
    wordsOf(before.name).at(-1) !== wordsOf(last.name).at(-1) ||
    wordsOf(last.name).length < 2
  )
    return;
  if (Object.keys(before).length > 2 || !/\s/.test(text)) return;
  const { name: _, ...said } = last;
  Object.assign(before, said);
}

/** What is said about a field later: read as of the same name, and laid over what is known. */
function amend(state: State, field: FieldDraft, text: string): void {
  const spelled = wordsOf(field.name).join(" ");
  const read = readField(
    `${spelled} ${text.replace(/^(?:and|but|both|all|which|that)\s+/i, "")}`,
    state.enums,
  );
  if (!read) return;
  const { name: _, type, ...said } = read.field;
  const explicit = field.type === "string" && type !== "string" ? { type } : {};
  Object.assign(field, said, explicit);
}

function addField(resource: ResourceDraft, field: FieldDraft): void {
  const words = wordsOf(field.name);
  const full = spell(
    words.map((word, index) => (index === 0 || words.length < 3 ? inFull(word) : word)),
  ).camel;
  if (["id", "createdAt", "updatedAt"].includes(full)) return;
  const there = resource.fields.find((other) => other.name === full);
  if (there)
    Object.assign(there, { ...field, name: full, type: field.type === "string" ? there.type : field.type });
  else resource.fields.push({ ...field, name: full });
}

const optionalWords = /\b(?:optional(?:ly)?|nullable|may|possibly|or none|or in none|if any|can)\b/i;

/** Relations said in one item of a list. */
function relation(state: State, resource: ResourceDraft, text: string): boolean {
  const optional = optionalWords.test(text) ? { optional: true } : {};
  const arrow = /^(.*?)\s*(?:->|→|=>)\s*([\w ]+)$/.exec(text);
  if (arrow) {
    const name = nameOf(arrow[2] ?? "");
    if (name) relate(resource, { kind: "belongsTo", target: name, ...optional });
    if (arrow[1]) item(state, resource, arrow[1]);
    return true;
  }
  const fashion = /([\w]+) in (?:a )?many[ -]to[ -]many (?:fashion|way|manner|relationship)/i.exec(text);
  if (fashion) return linked(state, resource, "manyToMany", fashion[1] ?? "", {});
  const many =
    /\b(?:many[ -]to[ -]many|n[:-]m|m[:-]n|m2m|n\.\.m|\*[:-]\*)\b(?: (?:with|to))?\s*([\w ]*)$/i.exec(text);
  if (many?.[1]?.trim()) return linked(state, resource, "manyToMany", many[1], {});
  const prefixed = /^(?:fk|foreign key|ref)\s+(?:to\s+)?(\w+)$/i.exec(text);
  if (prefixed) return linked(state, resource, "belongsTo", prefixed[1] ?? "", optional);
  const several =
    /^(?:(?:an?|each|every|the)\s+)?(\w+) (?:\w+ ){1,3}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(
      text,
    );
  const [subject, object] = [several?.[1], several?.[2]].map((word) =>
    word === undefined ? undefined : knownIn(state, word),
  );
  if (subject !== undefined && object !== undefined) {
    relate(state.resources.get(subject) ?? open(state, subject), { kind: "hasMany", target: object });
    return true;
  }
  const plural = /^\w+ (?:\w+ ){0,2}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(text);
  const plurals = plural ? knownIn(state, plural[1] ?? "") : undefined;
  if (plurals !== undefined && plurals !== resource.name) {
    relate(resource, { kind: "hasMany", target: plurals });
    return true;
  }
  const fk =
    /^(?:an? |the )?([\w ]+?)\s*(?:\((?:fk|foreign key|ref(?:erence)?)\)|\b(?:fk|foreign key|ref(?:erence)?)\b)(.*)$/i.exec(
      text,
    );
  if (fk)
    return linked(
      state,
      resource,
      "belongsTo",
      (fk[1] ?? "").replace(/[ _]?id$/i, "").replace(/^parent (?=\w)/i, ""),
      optional,
    );
  const belongs =
    /\b(?:belongs? to|belonging to|owned by|is part of|part of|is in|assigned to|is assigned to|references?|refers? to|replies to|(?:is|was) (?:made|written|created|placed|posted|submitted|owned|taught|given|booked|rented|held|run|led|hosted|taken|requested|uploaded|authored) by|made by|written by|created by|placed by|lives? in|takes? place (?:in|at)|covers|lies in|sits in|handled by|is for|is on|linked to|tied to|attached to|associated with|works? (?:in|for|at)|stays? in|is about|concerns)\s+((?:exactly |at most |only )?(?:an?|the|one|its|their|some|zero or one|another|parent|exactly one|many|several|multiple)?\s*[\w ]+?)(?:\s+(?:only|or (?:in )?none|at a time|at once|optionally|\(optional\)|\(fk\)))?$/i.exec(
      text,
    );
  if (belongs) {
    const phrase = (belongs[1] ?? "").replace(/^(?:exactly|at most|only|zero or)\s+/i, "");
    if (/^(?:many|several|multiple)\s/i.test(phrase)) return linked(state, resource, "hasMany", phrase, {});
    const named =
      /belong|replies|parent/i.test(text) ||
      knownIn(state, phrase) !== undefined ||
      /\b(?:by|to|in|on|at|covers)\s+(?:an?|one)\s/i.test(text);
    if (named && linked(state, resource, "belongsTo", phrase.replace(/\bparent\s+(?=\w)/i, ""), optional))
      return true;
  }
  const has =
    /^(?:(?:has|have|with|contains?|holds?|includes?|employs?|owns?|lists?|sign up for|signs up for|can have|may have)\s+)?(?:many|several|multiple|lots of|any number of|a number of|some|zero or more|one or more|\d+ or more|a list of|its|their)\s+([\w -]+)$/i.exec(
      text,
    );
  if (has) {
    const target = knownIn(state, has[1] ?? "");
    if (target && target !== resource.name) {
      relate(resource, { kind: "hasMany", target });
      return true;
    }
  }
  const one =
    /^(?:an?|one|exactly one|the|its|their)?\s*((?:parent )?[A-Za-z][\w-]*)(?:\s*\(?(optional|nullable|required|req)\)?)?$/i.exec(
      text,
    );
  const target =
    one && state.known.has(nameOf((one[1] ?? "").replace(/^parent /i, "")) ?? "")
      ? nameOf((one[1] ?? "").replace(/^parent /i, ""))
      : undefined;
  if (target && one) {
    const plural =
      namesFrom(one[1] ?? "").plural.pascal === spell(wordsOf(one[1] ?? "")).pascal &&
      target !== spell(wordsOf(one[1] ?? "")).pascal;
    relate(resource, plural ? { kind: "hasMany", target } : { kind: "belongsTo", target, ...optional });
    return true;
  }
  return false;
}

function linked(
  state: State,
  resource: ResourceDraft,
  kind: RelationDraft["kind"],
  phrase: string,
  optional: { optional?: boolean },
): boolean {
  const target = knownIn(state, phrase) ?? nameOf(phrase);
  if (target === undefined) return false;
  relate(resource, { kind, target, ...optional });
  return true;
}

/** `can be paused`, `user can pause and resume` as a part of a list. */
function verbClause(state: State, resource: ResourceDraft, text: string): boolean {
  const marked = /^(?:can|may|could)(?: also)? be (⟦E\d+⟧)$/i.exec(text);
  const acted = marked ? verbs((state.enums.get(marked[1] ?? "") ?? []).join(", ")) : undefined;
  if (acted) {
    for (const verb of acted) act(resource, verb);
    return true;
  }
  const passive = /^(?:[\w ]*?\s)?(?:can|may|could)(?: also)? be (.+)$/i.exec(text);
  const found = passive ? verbs(passive[1] ?? "") : undefined;
  if (found && !/⟦E/.test(text)) {
    for (const verb of found) act(resource, verb);
    return true;
  }
  const active = /^(?:(?:the |an? )?[\w]+\s)?(?:can|may)(?: also)? (?!be |have |hold |carry )(.+)$/i.exec(
    text,
  );
  const acts = active ? activeVerbs(active[1] ?? "") : undefined;
  if (!acts) return false;
  for (const verb of acts) act(resource, verb);
  return true;
}

const counted = /^([\w ]+?)\s+(1|one|n|m|many|\*)\s?(?:-|:|to)+\s?(1|one|n|m|many|\*)\s+([\w ]+)$/i;

/** Two resources and how many of each the other has, in one statement. */
function statementRelation(state: State, text: string): boolean {
  const match = counted.exec(text);
  if (match && !/\sand\s/i.test(match[1] ?? "")) {
    const [, left = "", a = "", b = "", right = ""] = match;
    const [from, to] = [nameOf(left), nameOf(right)];
    if (!from || !to) return false;
    const single = (sign: string): boolean => /^(?:1|one)$/i.test(sign);
    const resource = open(state, from);
    open(state, to);
    relate(resource, {
      kind: single(a) ? (single(b) ? "hasOne" : "hasMany") : single(b) ? "belongsTo" : "manyToMany",
      target: to,
    });
    return true;
  }
  const both =
    /^(?:each )?([\w ]+?) and ([\w ]+?) (?:are|have|in|is|form|share|stand in)\b.*\bmany[ -]to[ -]many\b/i.exec(
      text,
    );
  if (both) {
    const [from, to] = [nameOf(both[1] ?? ""), nameOf(both[2] ?? "")];
    if (!from || !to) return false;
    const resource = open(state, from);
    open(state, to);
    relate(resource, { kind: "manyToMany", target: to });
    return true;
  }
  const links =
    /^(?:an? |the |each |every )?([\w ]+?) (?:links|connects|joins|ties|assigns) (?:an? |the |one )?([\w ]+?) (?:to|with|and) (?:an? |the |one )?([\w]+)(?:\s+(?:and\s+)?(.*))?$/i.exec(
      text,
    );
  if (links) {
    const [name, left, right] = [links[1], links[2], links[3]].map((phrase) => nameOf(phrase ?? ""));
    if (!name || !left || !right) return false;
    const resource = open(state, name);
    relate(resource, { kind: "belongsTo", target: left });
    relate(resource, { kind: "belongsTo", target: right });
    const rest = (links[4] ?? "").replace(/^(?:holds|has|records|stores|with|carries|keeps)\s+/i, "");
    if (rest) fields(state, resource, rest);
    return true;
  }
  return false;
}

function fields(state: State, resource: ResourceDraft, text: string): void {
  const owned = /^(?:exactly )?(?:one|an?) ([a-z][\w-]*) (?:with|which has|that has|who has) (.+)$/i.exec(
    text,
  );
  const other =
    owned && !onlySays(`with ${owned[2] ?? ""}`, state.enums) && items(owned[2] ?? "").length > 1
      ? nameOf(owned[1] ?? "")
      : undefined;
  if (other !== undefined && owned) {
    relate(resource, { kind: "belongsTo", target: other });
    fields(state, open(state, other), owned[2] ?? "");
    state.current = resource;
    return;
  }
  for (const one of items(text))
    item(
      state,
      resource,
      one.replace(/^(?:when|whether|what|where) (?:it|they|he|she)\b/i, (words) => words),
    );
}

const having =
  /^((?:an?|the|each|every|all|any)\s+[\w -]+?|[\w-]+(?: [\w-]+)?)\s+(?:(?:which|that|who|also|always|only)\s+)*(?:has|have|with|w\/|needs?|holds?|contains?|carries|carry|includes?|stores?|records|keeps|is known by|are known by|is described by|comes? with|consists? of|is identified by|gets?|takes|may carry|may have|can have|features|requires?|tracks|shows|must have|should have)\s*:?\s+(.+)$/is;

const genericTitle =
  /\b(?:api|apis|service|system|app|application|platform|backend|tool|server|database|management|manager|tracker|entities|resources|models?|fields?|schema|timetable|network|agency|marketplace)\b/i;

/** The noun of `I want to track expenses`, `an API for managing movies`, `hotel rooms api`. */
function introduced(text: string): string | undefined {
  const bare = text
    .replace(
      /^(?:(?:please|can you|could you|i|we|i'd|we'd|for|my|our)\s+)*(?:(?:would like|like|want|need|have|think of)\s+)?(?:you\s+)?(?:to\s+)?(?:(?:build|create|make|define|design|generate|write|give|set up|have|keep|develop|get)\s+)?(?:(?:me|us)\s+)?(?=\w)/i,
      "",
    )
    .replace(
      /^(?:an?|the)?\s*(?:[\w-]+\s+){0,2}?(?:rest(?:ful)?\s+)?(?:api|service|system|app|application|backend|platform|endpoints?)\s+(?:for|to|that|which)\s+/i,
      "",
    )
    .replace(
      /^(?:to\s+)?(?:manage|managing|track|tracking|keep track of|keeping track of|store|storing|handle|handling|record|recording|organi[sz]e|organi[sz]ing|maintain|maintaining|book|booking|list|listing|keep|mange)\s+(?=\w+)/i,
      "",
    )
    .replace(/^(?:track of|a list of|our|my|the|some)\s+/i, "")
    .replace(
      /\s+(?:rest\s+)?(?:(?:validation|monitoring|mgmt|management|tracking|registration)\s+)?(?:api|service|system|app|application|backend|platform|mgmt|management|monitoring|list|tracker|tracking|database|db|endpoints?|resource|table|crud|mon)s?$/i,
      "",
    )
    .trim();
  return /^[A-Za-z][\w-]*(?:\s[\w-]+){0,2}$/.test(bare) &&
    !/^(?:who|what|which|how|it|this|that|entities|fields)\b/i.test(bare)
    ? bare
    : undefined;
}

const actionHead =
  /^(?:custom )?(?:actions?|endpoints?|verbs?|operations?|ops|methods?|commands?|action endpoints?|extra endpoints?|custom endpoints?)\b\s*(?:are|:|=|-)?\s*(.+)$/is;

function actions(state: State, list: string): void {
  for (const one of items(list)) {
    const [, owner, verb = one] = /^(\w+)\.([\w-]+)$/.exec(one.trim()) ?? [];
    const name = owner === undefined ? undefined : nameOf(owner);
    const resource =
      name === undefined ? (state.current ?? [...state.resources.values()][0]) : open(state, name);
    const bare = verb
      .replace(/^(?:post|put)\s+/i, "")
      .replace(/^\/+/, "")
      .replace(/\s*\(.*$/, "")
      .trim();
    const words = bare.split(/\s+/);
    if (resource && words.length <= 3)
      act(resource, words.length > 1 && knownIn(state, words.slice(1).join(" ")) ? (words[0] ?? "") : bare);
  }
}

/** `boards (slug unique, title), threads in a board (title required)`: several resources in one list. */
function nested(state: State, text: string): boolean {
  const found = [
    ...text.matchAll(
      /([A-Za-z][\w-]*(?: [\w-]+){0,4}?)\s*[({]([^(){}]+)[)}](?:\s*(?:->|→)\s*([\w ]+?)(?=[,;\n]|$))?/g,
    ),
  ];
  const heads = found.filter(([, head = "", inner = ""]) => {
    const [first = ""] = items(inner);
    const noun = head.split(/\s+(?:in|of|on|for|per)\s+/i)[0] ?? "";
    const says =
      onlySays(first, state.enums) || /^(?:an? )?(?:number|date|text|url|link|time|string)s?\b/i.test(first);
    const likely =
      state.known.has(nameOf(noun) ?? "") || /s$/i.test(noun) || text.includes("{") || text.includes("->");
    return (
      !says && !first.startsWith("⟦") && likely && nameOf(noun) !== undefined && noun.split(" ").length < 3
    );
  });
  const trimmed = text.replace(/[.;]$/, "");
  const covered = heads.reduce((sum, [whole]) => sum + whole.length, 0);
  if (!heads.length || covered < trimmed.length * 0.6) return false;
  for (const [, head = ""] of heads) {
    const name = nameOf(head.split(/\s+(?:in|of|on|for|per)\s+/i)[0] ?? "");
    if (name) open(state, name);
  }
  for (const [, head = "", inner = "", arrow] of heads) {
    const [noun = "", parent] = head.split(/\s+(?:in|of|on|for|per)\s+/i);
    const name = nameOf(noun);
    if (!name) continue;
    const resource = open(state, name);
    fields(state, resource, inner);
    for (const phrase of [parent, arrow]) if (phrase) linked(state, resource, "belongsTo", phrase, {});
  }
  return true;
}

function subjectVerb(state: State, text: string): boolean {
  const passive =
    /^(?:(?:an?|the|each|every)\s+)?(.+?)\s+(?:can|may|could)(?: also| only)? (?:be|get)\s+(.+)$/i.exec(text);
  if (passive && !/,/.test(passive[1] ?? "")) {
    const subject = passive[1] ?? "";
    const resource = /^(?:it|they|these|those)$/i.test(subject) ? state.current : standing(state, subject);
    const assigned =
      /^(?:assigned|linked|attached|tied|given|lent|allocated) to (?:an? |one |the )?([\w]+)$/i.exec(
        passive[2] ?? "",
      );
    if (resource && assigned)
      return linked(state, resource, "belongsTo", assigned[1] ?? "", { optional: true });
    const found = verbs(
      (passive[2] ?? "").replaceAll(/⟦E\d+⟧/g, (name) => (state.enums.get(name) ?? []).join(", ")),
    );
    if (resource && found) {
      for (const verb of found) act(resource, verb);
      for (const [, to = ""] of (passive[2] ?? "").matchAll(/\bto an? (\w+)/g))
        if (state.known.has(nameOf(to) ?? "")) linked(state, resource, "belongsTo", to, { optional: true });
      return true;
    }
  }
  const active =
    /^(?:(?:an?|the|each|every)\s+)?([\w ]+?)\s+(?:can|may|could)(?: also)?\s+([a-z-]+(?:\s+(?:in|out|off|up|back|over))?)(?:\s+(?:and|or)\s+([a-z-]+))?(?:\s+(?:to|for|from|in|on))?(?:\s+(an?|the|it|them|their|this|its)(?:\s+([\w]+))?)?$/i.exec(
      text,
    );
  if (active) {
    const [, , first = "", second, article, noun] = active;
    const object = noun === undefined ? undefined : knownIn(state, noun);
    const resource = object
      ? state.resources.get(object)
      : /^(?:it|them)$/i.test(article ?? "") || article === undefined
        ? state.current
        : undefined;
    if (resource) {
      for (const verb of [first, second]) if (verb) act(resource, verb);
      return true;
    }
  }
  return false;
}

function statement(state: State, given: string): void {
  const text = given
    .replace(/^[\s*•\-–—\d.)/]+(?=\D)/, "")
    .replace(/[\s.;]+$/, "")
    .trim();
  if (!text || /^(?:fields|entities|resources|models)\s*:?$/i.test(text)) return;
  const listed = actionHead.exec(text);
  if (listed && !/^\w+\s+(?:is|are|has|have)\b/i.test(text)) return actions(state, listed[1] ?? "");
  if (statementRelation(state, text)) return;
  const pairs = text.split(/\s*,\s*/);
  if (pairs.length > 1 && pairs.every((pair) => counted.test(pair))) {
    for (const pair of pairs) statementRelation(state, pair);
    return;
  }
  const head = /^([A-Za-z][^:({]*?)\s*[:{]\s*([\s\S]+?)\}?$/.exec(text);
  if (head && !/\(/.test(head[1] ?? "")) {
    const [, before = "", rest = ""] = head;
    return headed(state, before.trim(), rest.trim());
  }
  if (genericTitle.test(text) && !/[,(⟦]/.test(text) && text.split(" ").length < 5 && !having.test(text)) {
    const noun = nameOf(introduced(text) ?? "");
    if (noun && !state.current) open(state, noun);
    return;
  }
  const owner =
    /^(?:my|our|we|i|the)\s+(?:[\w ]+?\s)??(?:needs?|wants?|requires?|lends?|runs?|sells?|rents? out|offers?)\s+(.+)$/i.exec(
      text,
    );
  if (owner && !state.current && subjectlessIntro(state, owner[1] ?? "")) return;
  const imperative = /^([a-z]+) (?:an? |the )?(\w+)$/i.exec(text);
  const object =
    imperative && verbLike.test(imperative[1]?.toLowerCase() ?? "")
      ? standing(state, imperative[2] ?? "")
      : undefined;
  if (object) return act(object, imperative?.[1] ?? "");
  const done = /^\w+s ([a-z]+) (?:an?|the) (\w+)(?: (out|in|back|off))?\b/i.exec(text);
  const target =
    done && verbLike.test(done[1]?.toLowerCase() ?? "") ? standing(state, done[2] ?? "") : undefined;
  if (target && done) return act(target, [done[1], done[3]].filter(Boolean).join(" "));
  if (nested(state, text)) return;
  if (subjectVerb(state, text)) return;
  const subject = having.exec(text);
  if (subject) {
    const phrase = subject[1] ?? "";
    const name = /^(?:it|they)\b/i.test(phrase) ? state.current?.name : ownName(state, phrase, given);
    const list = items(subject[2] ?? "");
    const bareList = list.length > 0 && list.every((one) => /^(?:their\s+)?[a-z]+s$/i.test(one));
    if (bareList && name && list.every((one) => state.known.has(nameOf(one) ?? ""))) {
      const container = open(state, name);
      for (const one of list) relate(container, { kind: "hasMany", target: nameOf(one) ?? one });
      return;
    }
    if (bareList && genericTitle.test(phrase)) {
      for (const one of list) open(state, nameOf(one) ?? one);
      return;
    }
    const titled =
      genericTitle.test(phrase) && knownIn(state, phrase) === undefined
        ? nameOf(introduced(phrase) ?? "")
        : name;
    const isField =
      /\b(?:required|optional|unique|mandatory)\b/i.test(phrase) ||
      (/\s(?:with|w\/)\s/i.test(text.slice(0, phrase.length + 7)) &&
        state.current !== undefined &&
        knownIn(state, phrase) === undefined);
    if (titled && !isField && !/,/.test(phrase)) return fields(state, open(state, titled), subject[2] ?? "");
  }
  const about = aboutKnown(state, text);
  if (about) return fields(state, about.resource, about.rest);
  const [first = "", ...more] = text.split(/\s+/);
  const leading = nameOf(first);
  if (
    leading !== undefined &&
    !/s$/i.test(first) &&
    state.known.has(leading) &&
    more.length > 0 &&
    /^[a-z]/i.test(more[0] ?? "")
  )
    return fields(state, open(state, leading), more.join(" "));
  if (subjectlessIntro(state, text)) return;
  const bare = text.split(/\s*,\s*|\s+and\s+/);
  if (
    state.current &&
    bare.length > 1 &&
    bare.every((word) => /^[a-z]+$/.test(word)) &&
    state.current.fields.length > 1 &&
    bare.every((word) => verbLike.test(word))
  ) {
    for (const verb of bare) act(state.current, verb);
    return;
  }
  if (state.current) return fields(state, state.current, text);
  state.ignored.push(text);
}

const verbLike =
  /^(?:rotate|revoke|cancel|pause|resume|publish|archive|approve|reject|close|open|reopen|start|stop|restart|enable|disable|lock|unlock|send|resend|retry|refund|renew|activate|deactivate|suspend|assign|complete|confirm|ship|deliver|return|void|pay|pin|unpin|mute|block|unblock|ban|verify|sync|reset|restore|accept|decline|submit|withdraw|extend|expire|escalate|merge|duplicate|transfer|check|print|export|run|abort|rollback)$/;

function ownName(state: State, phrase: string, given: string): string | undefined {
  const known = knownIn(state, phrase);
  if (known !== undefined) return known;
  return /^\s*(?:an?|the|each|every|all|any)\s/i.test(given) ||
    phrase.endsWith("s") ||
    state.resources.size === 0
    ? nameOf(introduced(phrase) ?? phrase)
    : nameOf(phrase);
}

/** `A bid is on an item, made by a buyer`: a known subject whose clauses speak of relations and fields. */
function aboutKnown(
  state: State,
  text: string,
): { readonly resource: ResourceDraft; readonly rest: string } | undefined {
  const match =
    /^(?:(?:an?|the|each|every|all|any)\s+)?([\w-]+(?: [\w-]+)?)\s+((?:is|are|belongs?|lives?|takes?|covers|may|can|must|pays|works?|references|replies|sits|holds|lists|closes|costs|stays|runs|join|joins|optionally|sign|signs|live|play|plays|relate|relates|enrolls?|attends?|participates?)\b.*)$/is.exec(
      text,
    );
  const name = match ? knownIn(state, match[1] ?? "") : undefined;
  if (!match || name === undefined) return undefined;
  const isField = state.resources.get(name) === undefined && !/^(?:an?|each|every)\s/i.test(text);
  return isField
    ? undefined
    : {
        resource: open(state, name),
        rest: (match[2] ?? "").replace(/^(?:are|is) (?=(?:on|in|at|of|for|known|named|made|part)\b)/i, "is "),
      };
}

function subjectlessIntro(state: State, text: string): boolean {
  if (state.current && !genericTitle.test(text)) return false;
  const with_ = /^(.+?),?\s+(?:with|w\/|having|where each has|that have|containing)\s+(.+)$/is.exec(text);
  if (with_ && !/[,(]/.test(with_[1] ?? "")) {
    const noun = introduced(with_[1] ?? "");
    const name = noun === undefined ? undefined : nameOf(noun);
    if (name) {
      const list = items(with_[2] ?? "");
      if (
        list.length > 1 &&
        list.every((one) => /^[a-z]+s$/i.test(one) && entryFor(nameOf(one) ?? "") !== undefined) &&
        genericTitle.test(with_[1] ?? "")
      ) {
        for (const one of list) open(state, nameOf(one) ?? one);
        return true;
      }
      fields(state, open(state, name), with_[2] ?? "");
      return true;
    }
  }
  const noun = introduced(text);
  if (noun !== undefined && !state.current) {
    const list = noun.split(/\s+and\s+(?:their\s+)?/i);
    for (const one of list) {
      const name = nameOf(one);
      if (name) open(state, name);
    }
    return true;
  }
  const pair = introduced(text.replace(/\s+and\s+(?:their\s+|its\s+)?/i, "-and-"));
  if (!state.current && pair?.includes("-and-")) {
    const [left, right] = pair.split("-and-").map((one) => nameOf(one));
    if (left && right) {
      open(state, left);
      open(state, right);
      if (/\band their\b/i.test(text)) relate(open(state, left), { kind: "hasMany", target: right });
      return true;
    }
  }
  return !state.current;
}

function headed(state: State, head: string, rest: string): void {
  const listedFields =
    /^(?:fields|attributes|properties|columns|members|entities|resources|models|schema)$/i.test(head);
  if (listedFields && state.current) return fields(state, state.current, rest);
  if (nested(state, rest)) return;
  const relationHead = /^(?:relations?|relationships?|associations?)$/i.test(head);
  if (relationHead) return void rest.split(/[,;]/).forEach((one) => statement(state, one));
  const several = head.split(/\s*\/\s*/);
  if (several.length > 1) {
    for (const one of several) {
      const each = nameOf(one);
      if (each) open(state, each);
    }
    return statement(state, rest);
  }
  const noun = introduced(head) ?? head;
  const inner = having.exec(rest);
  const name = nameOf(noun);
  const current = state.current;
  const asField =
    current &&
    name &&
    (current.fields.length > 0 || onlySays(items(rest)[0] ?? "", state.enums)) &&
    items(rest).every(
      (one) => onlySays(one, state.enums) || /^(?:an? )?(?:number|date|text|url|link|time)\b/i.test(one),
    );
  if (asField) return item(state, current, `${head} ${rest}`);
  if (
    inner &&
    (/^(?:an?|each|every|the)\s/i.test(rest) || knownIn(state, inner[1] ?? "")) &&
    !/,/.test(inner[1] ?? "")
  ) {
    if (name && noun.endsWith("s") && nameOf(inner[1] ?? "") === name) open(state, name);
    return statement(state, rest);
  }
  if (/^[\w ]+\s*\{/.test(rest)) return statement(state, rest);
  if (name === undefined) return statement(state, rest);
  const [word = "", ...others] = rest.split(/\s+/);
  const again = others.length > 0 && nameOf(word) === name && /^[a-z]/i.test(others[0] ?? "");
  fields(state, open(state, name), again ? others.join(" ") : rest);
}

/** Sentences, lines and parts between semicolons; parentheses and braces stay whole. */
function statements(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let part = "";
  const pieces = text.split(
    /([(){}]|\n+|;\s*|\.(?:\s+|$)|,\s+(?=(?:they|these|it|which|and they|and it|and (?:customers|users|members|admins|managers|staff|owners))\s+(?:can|may)\b)|\s+-\s+(?=[A-Z]))/,
  );
  for (const [index, piece] of pieces.entries()) {
    if (piece === "(" || piece === "{") depth += 1;
    if (piece === ")" || piece === "}") depth -= 1;
    if (
      index % 2 === 1 &&
      depth <= 0 &&
      /^(?:\n|;|\.(?:\s|$)|,)/.test(piece) &&
      !/(?:e\.g|i\.e|approx|max|min|no)$/.test(part)
    ) {
      found.push(part);
      part = "";
    } else part += piece;
  }
  return [...found, part].map((one) => one.trim()).filter(Boolean);
}

/** Both sides say that they have many of the other: many to many. */
function symmetric(resources: readonly ResourceDraft[]): void {
  for (const resource of resources) {
    for (const [index, relation] of resource.relations.entries()) {
      const back = resources.find(({ name }) => name === relation.target)?.relations;
      const other =
        back?.findIndex(({ kind, target }) => kind === "hasMany" && target === resource.name) ?? -1;
      if (relation.kind !== "hasMany" || other === -1 || !back || relation.target === resource.name) continue;
      back.splice(other, 1);
      resource.relations[index] = { kind: "manyToMany", target: relation.target };
    }
  }
}

/** Nouns that the description makes the subject of what records have. */
function subjects(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (phrase: string | undefined): void => {
    const name = phrase === undefined ? undefined : nameOf(phrase);
    if (name) found.add(name);
  };
  for (const [, phrase] of text.matchAll(
    /(?:^|[.;\n:,]\s*|\band\s+)(?:an?|each|every|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)\s+(?:has|have|with|needs|holds|records|links|belongs|is known by|is at|is on|contains)\b/gi,
  ))
    add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[;\n]\s*|\.\s+)([A-Za-z][\w-]*)\s*[:({]/g)) add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[.;\n]\s*)([A-Za-z][\w-]*s)\s+(?:have|can be|may be)\b/g))
    add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[.\n]\s+)([A-Z][a-z]+s)\s+[a-z]+/g)) add(phrase);
  for (const [, phrase] of text.matchAll(/(?:^|[;:]\s*)([a-z]+)\s+(?:w\/|with)\s/gi)) add(phrase);
  return found;
}

/** Resources with fields, relations and actions, as a careful reader would draw them from a description. */
export function describe(description: string): TextDraft {
  const plain = mended(
    description
      .slice(0, 20_000)
      .replaceAll("\r", "")
      .replaceAll(/\bw\/(?=\s)/g, "with")
      .replaceAll(/\s[&+]\s/g, " and ")
      .replaceAll(/\bbetween\s+(-?[\w.]+)\s+and\s+(-?[\w.]+)/gi, (whole, low: string, high: string) =>
        numeral(low) === undefined || numeral(high) === undefined
          ? whole
          : `${numeral(low)}..${numeral(high)}`,
      )
      .replaceAll(/^[^.\n]*?,?\s*i\.e\.,?\s+(?=an?\s)/gm, "")
      .replaceAll(/\s-\s([^-\n,;]{3,60}?)\s-(?=[,.\s])/g, " ($1)")
      .replaceAll(/(?<=\w)=(?=[\w"])/g, " = ")
      .replaceAll(/^([A-Za-z][\w ]{2,40}) - (?=[^\n]*,)/gm, "$1: "),
  );
  const { text, enums } = mark(plain);
  const state: State = {
    resources: new Map(),
    known: new Set(subjects(plain)),
    enums,
    ignored: [],
    current: undefined,
    acting: false,
  };
  for (const one of statements(text)) statement(state, one);
  symmetric([...state.resources.values()]);
  const resources = [...state.resources.values()].filter(
    ({ fields, relations, actions }, _, all) =>
      fields.length + actions.length > 0 ||
      relations.some(({ kind }) => kind !== "hasMany") ||
      all.length === 1,
  );
  return { resources, ignored: state.ignored };
}
