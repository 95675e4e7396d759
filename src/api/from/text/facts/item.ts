import { wordsOf } from "../../../names.ts";
import { amend, share } from "./amend.ts";
import { leftOut } from "../words/clause.ts";
import { activeVerbs, isParticiple, verbs } from "../words/deeds.ts";
import type { ResourceDraft } from "../draft.ts";
import { readField } from "./field.ts";
import { onlySays } from "../words/says.ts";
import { items } from "../words/lists.ts";
import { fieldWords } from "../words/marks.ts";
import { verbOf } from "../words/words.ts";
import { optionalWords, relation } from "./relations.ts";
import { asked, timeOf } from "./wh.ts";
import { attributed } from "./told.ts";
import { prefixed } from "./prefixed.ts";
import { which } from "./which.ts";
import { type State, act, addField, knownIn, leave, nameOf, open, relate, unmarked } from "../state.ts";

/** One part of what a resource is said to have: a relation, a field, or more about the field before. */
export function item(state: State, resource: ResourceDraft, text: string): void {
  const before = resource.relations.length;
  part(state, resource, text);
  state.linked = resource.relations.length > before;
}

function part(state: State, resource: ResourceDraft, text: string): void {
  const plain = text
    .replace(/\s(?:it|them)sel(?:f|ves)$/i, "")
    .replace(/^(?:and|also|but|it|they|which|that|who)\s+/i, "")
    .replace(
      /^(?:stores|records|notes?|keeps|says?|shows|tracks|remembers|tells?|states?)\s+(?=(?:when|whether|who|where|how|what|its|their)\b)/i,
      "",
    )
    .replace(/^(?:pay|cost|charge|earn|carry|cover|get)\s+(?=an?\s)/i, "")
    // `judge the temper`, `may jot down remarks`
    .replace(
      /^((?:may|can) )?(?:we |i )?(?:also )?(?:count|judge|measure|rate|weigh|estimate|jot down|write down|enter|log) (?=(?:an?|the|its|their|our|any)\s|(?:remarks|notes|comments)$)/i,
      (_, maybe: string | undefined) => (maybe === undefined ? "" : "optional "),
    )
    .trim();
  const [, someone = "", somebody = ""] =
    /^((?:an?|the|its|their|one) [a-z]+(?: [a-z]+)?),? (?:who|which|that) (?:is|are) (?:also )?(?:an?|one|another) ([a-z]+)(?: (?:too|as well|(?:him|her|it)self|themselves))?$/i.exec(
      plain,
    ) ?? [];
  const whoever = someone === "" ? undefined : knownIn(state, somebody);
  if (whoever !== undefined) return relate(resource, { kind: "belongsTo", target: whoever });
  const role =
    /^(?:who|which|that)\s+(?:is|are)\s+(?:also\s+)?(?:an?|another)\s+([a-z]+)(?:\s+(?:too|as\s+well|(?:him|her|it)self|themselves))?$/i.exec(
      text,
    )?.[1];
  const played = role === undefined ? undefined : knownIn(state, role);
  const player = resource.fields.at(-1);
  if (played !== undefined && player?.type === "string") {
    resource.fields.pop();
    return relate(resource, {
      kind: "belongsTo",
      target: played,
      ...(player.required === false ? { optional: true } : {}),
    });
  }
  if (!state.linked && attributed(state, resource, text)) return;
  if (/^(?:who|which)\s+(?:is|are)\s+(?:also\s+)?an?\s/i.test(text)) {
    leave(state, text, resource);
    return;
  }
  const [, edge, kind] =
    /^(from|to)\s+((?:date|dt|datetime|timestamp|time|string|str|int|integer)\b.*)$/i.exec(plain) ?? [];
  const bound = edge === undefined ? undefined : readField(`edge ${kind ?? ""}`, state.enums)?.field;
  if (edge !== undefined && bound) return addField(resource, { ...bound, name: edge.toLowerCase() });
  const questioned = text.replace(/^and\s+/i, "");
  if (which(state, resource, questioned)) return;
  if (
    /^(?:(?:(?:until|till|since|from) )?(?:whether|when|what|why|how|where)\b|who [a-z]+ (?:it|them|this|the)\b)/i.test(
      questioned,
    ) &&
    question(state, resource, questioned)
  )
    return;
  const belonging = resource.relations.at(-1);
  if (
    belonging &&
    (/^(?:or\s+)?(?:in|at|of|to|on)?\s*(?:none|null)$/i.test(plain) ||
      (state.linked && /^\(?(?:optional(?:ly)?|opt|nullable|if any)\)?$/i.test(plain)))
  )
    return relate(resource, { ...belonging, optional: true });
  // `belongs to a dentist and to a patient`
  const second = state.linked ? /^to (?:an?|one|the|its|exactly one) ([a-z]+)$/i.exec(plain)?.[1] : undefined;
  if (second !== undefined && nameOf(second) !== undefined)
    return relate(resource, {
      kind: "belongsTo",
      target: knownIn(state, second) ?? nameOf(second) ?? second,
    });
  const stateOf =
    /^(?:is|are|can be|may be)\s+(?:either |one of |always )?(of the (?:type|kind) |)?(⟦E\d+⟧)(.*)$/i.exec(
      plain,
    );
  const values = stateOf ? (state.enums.get(stateOf[2] ?? "") ?? []) : [];
  if (stateOf && (/^(?:is|are)\s/i.test(plain) || !values.every((value) => verbs(value)))) {
    const read = readField(
      `${stateOf[1] ? "type" : "status"} is ${stateOf[2] ?? ""} ${stateOf[3] ?? ""}`,
      state.enums,
    );
    if (read) addField(resource, read.field);
    return;
  }
  const happened =
    /^([a-z]+) (on|at|in) (?:some|an?|one|the) (?:certain |given )?(day|date|time|moment|year)$/i.exec(plain);
  if (happened && isParticiple(happened[1] ?? "")) {
    const [, done = "", , noun = ""] = happened;
    const isMoment = /time|moment/i.test(noun);
    return item(
      state,
      resource,
      /year/i.test(noun) ? `${verbOf(done)} year` : `${done} ${isMoment ? "at (datetime)" : "on (date)"}`,
    );
  }
  const arrow = /^(.*?)\s*(?:->|→|=>)\s*([\w ]+?)[!?]?$/.exec(plain);
  if (arrow) {
    const target = nameOf(arrow[2] ?? "");
    const optional = optionalWords.test(plain) || plain.endsWith("?") ? { optional: true } : {};
    if (target)
      relate(resource, { kind: "belongsTo", target: knownIn(state, arrow[2] ?? "") ?? target, ...optional });
    const isRole = /^[a-z]\w*\??$/i.test(arrow[1] ?? "") && !fieldWords.test(arrow[1] ?? "");
    if (arrow[1] && !isRole) item(state, resource, arrow[1]);
    return;
  }
  const [, noun] =
    /^(?!(?:the |an? )?(?:day|date|time|moment|year)\b)(?:(?:an?|the|its|their|each) )?((?:(?:list|set|collection) of )?(?!(?:day|date|time|moment|year|when|where|how|what|who|which|if|whether)\b)[a-z-]+(?: (?!if\b|when\b|whether\b)[a-z-]+)?) (?:it|they|he|she|we|i) (?:is|are|was|were|has|have|belongs?|uses?|needs?|comes?|came|lives?|works?|lie|sit|stand|hang|stay|run|[a-z]+ed|[a-z]+s)(?: [a-z]+){0,2}(?: \([^()]*\))?$/i.exec(
      plain,
    ) ?? [];
  if (noun !== undefined) return item(state, resource, `${noun}${/ \([^()]*\)$/.exec(plain)?.[0] ?? ""}`);
  // `can be opened, assigned to an agent and closed`
  const goal = state.acting
    ? /^[a-z]+(?: (?:over|out|in|on|up|down))? (?:to|by|with|from) (?:an?|one|the|another) ([a-z]+)$/i.exec(
        plain,
      )?.[1]
    : undefined;
  const done = goal === undefined ? undefined : verbs(plain);
  if (goal !== undefined && done) {
    for (const verb of done) act(resource, verb);
    const target = knownIn(state, goal);
    if (target !== undefined) relate(resource, { kind: "belongsTo", target, optional: true });
    return;
  }
  if (relation(state, resource, plain)) return;
  const plural = /^(?:[a-z]+ )([a-z]+s)$/.exec(plain)?.[1];
  const parts = plural === undefined ? undefined : knownIn(state, plural);
  if (plural !== undefined && parts !== undefined && parts !== resource.name && resource.fields.length === 0)
    return relate(resource, { kind: "hasMany", target: parts });
  if (detailed(state, resource, text)) return;
  const said = resource.fields.at(-1);
  // `date, present/late/absent`: values that no date can have are those of a state
  if (
    said &&
    /^⟦E\d+⟧$/.test(plain) &&
    /^(?:date|datetime|boolean|number|integer)$/.test(said.type ?? "") &&
    (state.enums.get(plain) ?? []).every((value) => /^[a-z]/i.test(value)) &&
    !resource.fields.some(({ name }) => name === "status")
  )
    return addField(resource, { name: "status", type: "enum", values: state.enums.get(plain) ?? [] });
  if (
    said &&
    !/^(?:can|may|could)\b(?!\s+be\s+(?:left|empty|blank|missing|omitted|null|skipped))/i.test(plain) &&
    onlySays(plain, state.enums) &&
    !/\b(?:both|all)\b/i.test(plain)
  )
    return amend(state, said, plain);
  const more = state.acting && !/^(?:an?|the|its|their)\s/i.test(plain) ? verbs(plain) : undefined;
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
  if (question(state, resource, plain)) return;
  const read = readField(plain, state.enums);
  if (!read) {
    leave(state, text, resource);
    return;
  }
  addField(resource, read.field);
  const pair = resource.fields.at(-2);
  if (pair && /\w[\s(]+both\b/i.test(plain)) {
    const { name: _, ...same } = read.field;
    Object.assign(pair, same);
  }
  // `difficulty & terrain 1-5 each`
  if (pair && Object.keys(pair).length === 2 && /\beach\)?$/i.test(plain)) {
    const { name: _, ...same } = read.field;
    Object.assign(pair, same);
  }
  // `valid from and valid to are required`
  if (
    pair &&
    Object.keys(pair).length === 2 &&
    /^[a-z ]{2,30}? are (?:both |all )?(?:required|optional|unique|mandatory|needed|[a-z]+(?<!e)s$)/i.test(
      plain,
    )
  ) {
    const { name: _, type, ...same } = read.field;
    Object.assign(pair, same, pair.type === "string" && type !== undefined ? { type } : {});
  }
  if (read.rest && read.rest.split(" ").length > 3) leave(state, read.rest, resource);
  share(resource, plain);
}

/** `when it was borrowed`: a field that a question names; false where the text asks nothing. */
function question(state: State, resource: ResourceDraft, text: string): boolean {
  const found = asked(text) ?? timeOf(text.replace(/^(?:an?|its|their)\s+/i, ""));
  if (!found) return false;
  const field = readField(`${found.name.replaceAll(" ", "-")} ${found.rest}`, state.enums)?.field;
  if (field)
    addField(resource, { ...field, ...(found.type && field.type !== "enum" ? { type: found.type } : {}) });
  return true;
}

/** `a parent contact, which has a name and a phone`: the field before is a record of its own. */
function detailed(state: State, resource: ResourceDraft, text: string): boolean {
  const [, list] = /^(?:which|who|that) (?:has|have|itself has) (?=an?\s|the\s|its\s)(.+)$/i.exec(text) ?? [];
  const last = resource.fields.at(-1);
  if (
    list === undefined ||
    !last ||
    onlySays(`with ${list}`, state.enums) ||
    last.type !== "string" ||
    Object.keys(last).length > (last.required === false ? 3 : 2)
  )
    return false;
  const name = nameOf(wordsOf(last.name).join(" "));
  if (name === undefined) return false;
  resource.fields.pop();
  relate(resource, {
    kind: "belongsTo",
    target: name,
    ...(last.required === false ? { optional: true } : {}),
  });
  fields(state, open(state, name), list);
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
  if (passive && leftOut.test(passive[1] ?? "")) return false;
  const found = passive ? verbs(passive[1] ?? "") : undefined;
  if (found && !/⟦E/.test(text)) {
    for (const verb of found) act(resource, verb);
    return true;
  }
  const got = /^(?:finally |then |later )?gets? (.+?)(?: in the end| eventually| at last)?$/i.exec(
    unmarked(state, text, " or ").replaceAll(/\s+/g, " "),
  );
  const gets = got ? verbs(got[1] ?? "") : undefined;
  if (gets) {
    for (const verb of gets) act(resource, verb);
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

/** `text* -> post, user`: each word behind an arrow at the end is pointed at, unless the first has a role. */
const pointing = (text: string): string =>
  text.replace(
    /(^|[,\s])([^,\s]*\s*)(?:->|→|=>)\s*([a-z]\w*(?:\s*(?:,|\band\b|&)\s*[a-z]\w*)+)\s*$/i,
    (whole, before: string, said: string, targets: string) =>
      /^\w+\s*$/.test(said) && !fieldWords.test(said.trim())
        ? whole
        : `${before}${said}${targets
            .split(/\s*(?:,|\band\b|&)\s*/)
            .map((target) => `-> ${target}`)
            .join(", ")}`,
  );

export function fields(state: State, resource: ResourceDraft, given: string): void {
  const text = pointing(given);
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
  const mixed = prefixed(state, resource, text);
  if (mixed) return mixed.forEach((one) => item(state, one.resource, one.text));
  for (const one of items(text)) {
    // `children with a name, groups with a number`, `stops, each stop has a place`
    const [, noun = "", first = ""] =
      /^([a-z]+s) (?:with|w\/|having) (?!(?:at|up|no|more|less|default|min|max|the|\d)\b)([a-z].*)$/i.exec(
        one,
      ) ??
      /^(?:an?|each|every) ([a-z]+) (?:(?:has|needs|having) )?(an? [a-z].*|[a-z].*(?<=(?:has|needs) [a-z].*))$/i.exec(
        one,
      ) ??
      [];
    // `belongs to a greenhouse, which has a name and an area`
    const [, its = ""] =
      /^(?:which|who|that)(?: itself| also)? (?:has|have) ((?:an?|its|their|the)\s.+)$/i.exec(one) ?? [];
    const other = its !== "" && state.linked ? resource.relations.at(-1)?.target : undefined;
    if (other !== undefined)
      return fields(state, open(state, other), text.slice(text.indexOf(its, text.indexOf(one))));
    // `action items that belong to the meeting with a task`
    const [, among = "", whole = "", task = ""] =
      /^(?:an? |the |many |several )?([a-z]+(?: [a-z]+)?s) (?:that|which|who) belongs? to (?:an?|the|one|its) ([a-z]+) (?:with|and have) (.+)$/i.exec(
        one,
      ) ?? [];
    const those = among === "" ? undefined : nameOf(among);
    if (those !== undefined && those !== resource.name) {
      relate(open(state, those), { kind: "belongsTo", target: knownIn(state, whole) ?? resource.name });
      return fields(state, open(state, those), text.slice(text.indexOf(task, text.indexOf(one))));
    }
    // `exactly one profile with a photo and a birthday`
    const [, many = "", part = "", list = ""] =
      /^(?:has |have |may have |can have )?(exactly one|one|a single|at most one|one or more|zero or more|several|many|multiple|any number of|at least one) ([a-z-]+(?: [a-z]+)??) (?:with|having|each with|that ha(?:s|ve)|which ha(?:s|ve)) ((?:an?|its|their|the) .+|[a-z]+)$/i.exec(
        one,
      ) ?? [];
    const own = part === "" || onlySays(`with ${list}`, state.enums) ? undefined : nameOf(part);
    if (own !== undefined && own !== resource.name) {
      relate(resource, {
        kind: /^(?:exactly|a single)/i.test(many) ? "hasOne" : /one$/i.test(many) ? "belongsTo" : "hasMany",
        target: own,
        ...(/most/i.test(many) ? { optional: true } : {}),
      });
      return fields(state, open(state, own), text.slice(text.indexOf(list, text.indexOf(one))));
    }
    const known =
      noun === "" ? undefined : (knownIn(state, noun) ?? (/ having /i.test(one) ? nameOf(noun) : undefined));
    if (
      known !== undefined &&
      known !== resource.name &&
      resource.fields.length + resource.relations.length > 0
    ) {
      if (/ having /i.test(one) && !state.resources.has(known))
        relate(resource, { kind: "hasMany", target: known });
      const at = text.indexOf(first, text.indexOf(one));
      return fields(state, open(state, known), text.slice(at));
    }
    item(state, resource, one.replace(/^with (?=(?:an?|the|its)\s)/i, "").replace(/(?<=\sdate) on$/i, ""));
  }
}
