import { wordsOf } from "../../names.ts";
import { about } from "./facts/about.ts";
import { verbLike } from "./words/deeds.ts";
import { typeByName } from "./facts/guess.ts";
import { isDeed, isOrder } from "./words/grammar.ts";
import { genericTitle, having } from "./sentences/intro.ts";
import { ownName, subjectlessIntro } from "./sentences/opening.ts";
import { introduced, isVerb, shown } from "./sentences/topic.ts";
import { headed } from "./sentences/headed.ts";
import { fields } from "./facts/item.ts";
import { prefixed } from "./facts/prefixed.ts";
import { items } from "./words/lists.ts";
import { fieldWords } from "./words/marks.ts";
import { actionHead, actions, nested } from "./sentences/outline.ts";
import { deeds, lifeCycle, recorded } from "./sentences/prose.ts";
import { counted } from "./facts/relations.ts";
import { between, statementRelation } from "./sentences/between.ts";
import { clauseOf } from "./words/clause.ts";
import { sentence } from "./sentences/sentence.ts";
import { tellingOf } from "./facts/story.ts";
import { whose } from "./sentences/whose.ts";
import { type State, act, knownIn, leave, nameOf, open, relate, recordOf } from "./state.ts";

/** `swap`, `drop`: words that are rather done than had. */
const isCommand = (word: string): boolean => /^[a-z]+$/.test(word) && isOrder(word) && isVerb(word);

/** `A conference needs these resources`: a line that only says that something follows. */
const announces =
  /\b(?:resources|entities|models|tables|objects|collections|endpoints|following|(?:these|following) (?:fields|things|records))\s*:?$/i;

export function statement(state: State, given: string): void {
  const text = given
    .replace(/^[\s*•·+\-–—\d.)/#]+(?=\D)/, "")
    .replace(/[\s.;]+$/, "")
    .trim();
  if (!text || /^(?:fields|attributes|properties|columns|schema|entities|resources|models)\s*:?$/i.test(text))
    return;
  const listed = actionHead.exec(text);
  if (listed && !/^\w+\s+(?:is|are|has|have)\b/i.test(text)) return actions(state, listed[1] ?? "");
  if (/^\w+\.[\w-]+(?:\s*,\s*\w+\.[\w-]+)*$/.test(text)) return actions(state, text);
  const [, topic, told = ""] =
    /^(?:and )?(?:for|of) (?:an?|each|every|the) ([a-z][\w-]*)[,:]? ((?:its|their|the|an?|whether|when|how)\s.+)$/is.exec(
      text,
    ) ?? [];
  const spokenOf = topic === undefined ? undefined : knownIn(state, topic);
  if (spokenOf !== undefined && clauseOf(told) === undefined)
    return fields(state, open(state, spokenOf), told);
  if (announces.test(text) && !/[,(]/.test(text)) return;
  // `turn -> chat, role, content`
  const [, from = "", to = "", behind = ""] =
    /^([a-z]\w*) ?(?:->|→|=>) ?([a-z]\w*), (.+)$/is.exec(text) ?? [];
  const [pointing, target] = [nameOf(from), knownIn(state, to)];
  if (pointing !== undefined && target !== undefined && target !== pointing) {
    relate(open(state, pointing), { kind: "belongsTo", target });
    return fields(state, open(state, pointing), behind);
  }
  if (statementRelation(state, text) || between(state, text)) return;
  const pairs = text.split(/\s*,\s*/);
  if (pairs.length > 1 && pairs.every((pair) => counted.test(pair))) {
    for (const pair of pairs) statementRelation(state, pair);
    return;
  }
  // `Track job applications (company, position)`
  const [, asked = "", kept = ""] = /^([A-Za-z][a-z ]{3,50}?) ?\(([^()]*,[^()]*)\)$/.exec(text) ?? [];
  const asks = introduced(asked);
  if (
    !state.current &&
    asks !== undefined &&
    asks !== asked &&
    asks.endsWith("s") &&
    nameOf(asks) !== undefined
  )
    return fields(state, open(state, nameOf(asks) ?? ""), kept);
  const head = /^([A-Za-z][^:({]*?)\s*[:{]\s*([\s\S]+?)\}?$/.exec(text);
  if (head && !/\(/.test(head[1] ?? "")) {
    const [, before = "", rest = ""] = head;
    const isOpen = rest.split("{").length > rest.split("}").length;
    return headed(
      state,
      { head: before.trim(), rest: `${rest.trim()}${isOpen ? "}" : ""}`, braced: /^[^:]*\{/.test(text) },
      (one) => statement(state, one),
    );
  }
  if (
    genericTitle.test(text) &&
    !/[,(⟦]/.test(text) &&
    text.split(" ").length < (clauseOf(text) ? 5 : 9) &&
    !having.test(text)
  ) {
    const noun = nameOf(introduced(text) ?? "");
    if (noun && !state.current) open(state, noun);
    return;
  }
  const owner =
    /^(?:my|our|we|i|the)\s+(?:[\w ]+?\s)??(?:needs?|wants?|requires?|lends?|runs?|sells?|rents? out|offers?)\s+(.+)$/i.exec(
      text,
    );
  if (owner && !state.current && subjectlessIntro(state, owner[1] ?? "")) return;
  // `Our street has a tool shed`: where it all happens
  if (
    !state.current &&
    /^(?:my|our) [a-z ]+? (?:has|have|owns|runs) (?:an?|the|some|its own) [a-z]+(?: [a-z]+)?(?: full of [a-z]+)?$/i.test(
      text,
    )
  )
    return;
  // `Can be archived.`
  if (
    state.current &&
    /^(?:can|may|could|must|has|have|belongs? to|needs?) (?!(?:many|\w+ fk)\b)/i.test(text) &&
    clauseOf(`it ${text}`)
  )
    return statement(state, `it ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
  // `Start it, stop it, report it broken`
  const itself = text
    .split(/,\s*(?:(?:and|or) )?|\s+(?:and|or)\s+/)
    .map(
      (one) =>
        /^([a-z]+)(?: (?:it|them)(?: [a-z]+)?| (?:in)?to [a-z]+)$/i.exec(one)?.[1]?.toLowerCase() ?? "",
    );
  if (
    state.current?.fields.length &&
    / (?:it|them)\b/i.test(text) &&
    itself.every((verb) => verb !== "" && isOrder(verb))
  ) {
    for (const verb of itself) act(state.current, verb);
    return;
  }
  const they =
    state.current || !/^(?:it|they|each(?: one| of them)?|every one)\s/i.test(text)
      ? undefined
      : shown(state.scene);
  if (they !== undefined) open(state, they);
  // `They all have a name`
  const [, shared = ""] =
    /^(?:they |these |all )?(?:all|of them)(?: of them)? (?:have|with|having) (an? .+)$/i.exec(text) ?? [];
  if (shared !== "") {
    const before = state.current;
    const all = [...state.resources.values()].flatMap(({ name, relations }) => [
      name,
      ...relations.map(({ target }) => target),
    ]);
    for (const name of new Set(all)) fields(state, open(state, name), shared);
    state.current = before;
    return;
  }
  if (/^(?:the )?[a-z]+s [a-z]+, /i.test(text) && deeds(state, text)) return;
  if (whose(state, text)) return;
  if (about(state, text)) return;
  if (lifeCycle(state, text)) return;
  if (sentence(state, text)) return;
  const imperative =
    /^([a-z]+(?:(?:, | and |, and )[a-z]+)*) (?:(?:on|for|to|in) )?(?:an? |the )?(\w+)$/i.exec(text);
  const ordering = (imperative?.[1] ?? "").toLowerCase().split(/,? and |, /);
  const object =
    imperative && ordering.every((verb) => isOrder(verb))
      ? /^(?:it|them)$/i.test(imperative[2] ?? "")
        ? state.current
        : recordOf(state, imperative[2] ?? "")
      : undefined;
  if (object) return ordering.forEach((verb) => act(object, verb));
  if (
    state.known.size > 0 &&
    /^(?:we|i|(?:my|our) [a-z]+)\s+(?:runs?|have|has|owns?|operates?|are|manages?)\s+(?:an?|the)\s+[\w ]+$/i.test(
      text,
    ) &&
    knownIn(state, text) === undefined
  )
    return;
  if (deeds(state, text)) return;
  if (recorded(state, text)) return;
  if (nested(state, text)) return;
  const subject = having.exec(text);
  if (subject && !/\s(?:is|are|was|were)$/i.test(subject[1] ?? "")) {
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
  const two = /^([a-z]+ [a-z]+)\s+(\S.*)$/is.exec(text);
  const pair = two && nameOf(two[1] ?? "");
  if (two && pair && state.known.has(pair)) return fields(state, open(state, pair), two[2] ?? "");
  const [first = "", ...more] = text.split(/\s+/);
  const leading = nameOf(first);
  if (
    leading !== undefined &&
    !/s$/i.test(first) &&
    state.known.has(leading) &&
    more.length > 0 &&
    /^[a-z]/i.test(more[0] ?? "")
  ) {
    // `boat name, trip date`
    const isMixed = prefixed(state, open(state, leading), text) !== undefined;
    return fields(state, open(state, leading), isMixed ? text : more.join(" "));
  }
  // `The campsite lies by a lake.`
  const scene = state.current || /[,:(]/.test(text) ? undefined : clauseOf(text);
  if (scene && /^(?:the|our|my)\s/i.test(scene.subject) && tellingOf(scene)) return;
  if (subjectlessIntro(state, text)) return;
  // `tick off`, `mark as read`
  if (
    state.current?.fields.length &&
    /^[a-z]+ (?:off|out|in|up|down|back|on|as [a-z]+)$/.test(text) &&
    isOrder(text.split(" ")[0] ?? "")
  )
    return act(state.current, text);
  // `pause/resume`
  const slashed = /^⟦E\d+⟧$/.test(text) ? (state.enums.get(text) ?? []) : [];
  if (
    state.current?.fields.length &&
    slashed.some((one) => verbLike.test(one)) &&
    slashed.every((one) => isOrder(one))
  ) {
    for (const verb of slashed) act(state.current, verb);
    return;
  }
  const row = text.split(" ");
  // `start stop reboot`
  const isRow = row.length > 2 && row.every((word) => /^[a-z]+$/.test(word) && isOrder(word));
  const bare = isRow ? row : text.split(/\s*,\s*(?:and\s+)?|\s+(?:and|\/)\s+/);
  // `pin message, mute room`
  const ordered = bare.map((one) => /^([a-z]+) ([a-z]+)(?: ([a-z]+(?:ed|ne|en)))?$/.exec(one));
  const goals = ordered.map((one) =>
    one && (isOrder(one[1] ?? "") || verbLike.test(one[1] ?? "")) ? recordOf(state, one[2] ?? "") : undefined,
  );
  if (goals.every((goal) => goal !== undefined)) {
    for (const [i, goal] of goals.entries())
      act(goal, [ordered[i]?.[1], ordered[i]?.[3]].filter(Boolean).join(" "));
    return;
  }
  if (
    state.current &&
    (bare.length > 1 || verbLike.test(text)) &&
    bare.every((word) =>
      /^[a-z]+(?:-[a-z]+|[A-Z][a-z]+)?(?: (?:now|again|in|out|off|on|up|down|back|over|as [a-z]+))?$/.test(
        word,
      ),
    ) &&
    state.current.fields.length > 1 &&
    bare.every(
      (word) =>
        verbLike.test(word) ||
        bare.includes(`un${word}`) ||
        (word.startsWith("un") && bare.includes(word.slice(2))) ||
        (isCommand(word) && !fieldWords.test(word)) ||
        (/ as [a-z]+$/.test(word) && isOrder(row[0] ?? "")) ||
        (isOrder(wordsOf(word)[0] ?? "") && typeByName(word).type === "string"),
    ) &&
    bare.some(
      (word) => verbLike.test(wordsOf(word)[0] ?? "") || isDeed(word) || isCommand(word) || /\s/.test(word),
    )
  ) {
    for (const verb of bare) act(state.current, verb);
    return;
  }
  if (state.current) return fields(state, state.current, text);
  leave(state, text);
}
