import { type Clause, holding, thirdPerson } from "../words/clause.ts";
import type { ResourceDraft } from "../draft.ts";
import { isOrder } from "../words/grammar.ts";
import { fields } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { type State, act, knownIn, nameOf, open, recordOf, relate, unmarked } from "../state.ts";

/** Who acts in a sentence without being kept: `we`, `users`, `the staff`. */
export const nobody =
  /^(?:i|we|you|he|she|someone|somebody|anyone|everyone|people|users?|the (?:user|staff|team|owner|system|admin|customer)|admins?|staff|one|whoever [a-z ]+)$/i;

/** Deeds that make a record, or only look at one, rather than change one that is there. */
const making: ReadonlySet<string> = new Set(
  "borrow book buy order rent reserve request write post make create place log record upload join sign attend take see view have own offer sell list give leave rate review follow use get bring find want need keep add enter say run visit work live send receive do put read wear play come go hold collect search browse watch learn teach ride walk drive eat cook share look meet track store manage deliver".split(
    " ",
  ),
);

const deed =
  /^(?:also |later |then |even )*([a-z]+(?:-[a-z]+)?)(?:\s+(in|out|off|on|up|down|back|over|away|home))?(?:\s+(?:(?:to|for|in|from|on|at|of|with|about|into|through|over)\s+)?((?:an? |the |their |its |these |those |this |one |any |his |her |our |my )*[a-z-]+|(?:an? |the )[a-z-]+ [a-z-]+))??(?:\s+(in|out|off|on|up|down|back|over|away))?(?:\s+(?:to|for|from|with|at|by|in|on|when|if|until|before|after|once|while|unless|as|again|later|early)\b.*)?$/i;

/** Verbs with their objects out of `start, roll back and cancel a deployment`; undefined where it is no such list. */
function ordered(
  text: string,
  { third, sure }: { readonly third: boolean; readonly sure: boolean },
): readonly { readonly verb: string; readonly object: string | undefined }[] | undefined {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or|then)\s+)?|\s+(?:and|or|and\/or|then)\s+|\s*\/\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part, i) => {
    const [, form = "", particle, object, behind] = deed.exec(part) ?? [];
    const verb = third ? (thirdPerson(form.toLowerCase()) ?? form) : form;
    // Behind `can` stands a verb, whatever else it may be.
    const isSure = sure && (i === 0 || /^(?:it|them)$/i.test(object ?? ""));
    if (!verb || (!isSure && !isOrder(verb.toLowerCase()))) return undefined;
    return { verb: [verb.toLowerCase(), particle ?? behind].filter(Boolean).join(" "), object };
  });
  return read.every((one) => one !== undefined) && read.length ? read : undefined;
}

const bareOf = (object: string): string =>
  object.replace(/^(?:(?:an?|the|their|its|these|those|this|one|any|his|her|our|my)\s+)+/i, "");

/** `You can start or cancel a deployment`, `customers may withdraw them`: what somebody does to a record. */
export function dealt(state: State, clause: Clause, isLast = false): boolean {
  if (holding.has(clause.verb) && !/\bit$|\bthem$/.test(clause.rest)) return false;
  const single = clause.modal === undefined && !/s$|^(?:i|we|you|they|people|staff)$/i.test(clause.subject);
  const body = unmarked(
    state,
    `${clause.verb}${clause.rest.startsWith(",") ? "" : " "}${clause.rest}`,
    ", ",
  ).replaceAll(/\s+/g, " ");
  const deeds = ordered(body, { third: single, sure: clause.modal === "can" });
  if (!deeds) return false;
  let target: ResourceDraft | undefined;
  let spoken = false;
  const pronoun = /^(?:it|this|these|them|him|her|one|ones|some|any)$/i;
  // `thaw a sample, split it`
  const first = deeds.find(({ object }) => object !== undefined && !pronoun.test(object))?.object;
  const meant = first === undefined ? state.current : (recordOf(state, bareOf(first)) ?? state.current);
  const found = deeds.toReversed().map(({ verb, object }) => {
    if (object !== undefined) {
      const bare = bareOf(object);
      spoken = true;
      target = pronoun.test(bare) ? meant : recordOf(state, bare);
      // `approve it or request changes`
      const isOwn = target === undefined && deeds.length > 1 && /^[a-z]+$/i.test(bare);
      if (isOwn && body.includes(`${verb} ${object}`) && knownIn(state, bare) === undefined)
        return { verb: `${verb} ${bare}`, target };
    }
    return { verb, target };
  });
  // `Members suggest films` is a habit, and no deed on one that is there.
  const several = deeds.length > 1 || /^(?:it|them|one|some)$/i.test(deeds.at(-1)?.object ?? "");
  const goal =
    found.find((one) => one.target)?.target ?? (spoken || clause.modal !== "can" ? undefined : state.current);
  if (goal)
    for (const { verb, target: own } of found.toReversed())
      if (several || (clause.modal === "can" && !making.has(verb.split(" ")[0] ?? "")))
        act(own ?? goal, verb);
  const isLater = deeds.some(
    ({ object }) =>
      object !== undefined && !pronoun.test(object) && knownIn(state, bareOf(object)) !== undefined,
  );
  const isThing = (recordOf(state, clause.subject)?.fields.length ?? 0) > 0;
  if (!goal && !isLast && clause.modal === "can" && isLater && !isThing)
    state.afterwards.push(() => void dealt(state, clause, true));
  return (
    goal !== undefined ||
    clause.modal === "can" ||
    deeds.every(({ verb }) => making.has(verb.split(" ")[0] ?? ""))
  );
}

/** `Listeners send in a request with an artist and a title`: what somebody makes, with what it holds. */
export function handedOver(state: State, clause: Clause): boolean {
  if (
    !nobody.test(clause.subject) &&
    knownIn(state, clause.subject) !== undefined &&
    !/s$/i.test(clause.subject)
  )
    return false;
  // `Whoever lies there is recorded as a burial with a name and a date`
  const [, kept = "", held = ""] =
    /^(?:recorded|stored|kept|saved|entered|noted|logged|registered|filed) as an? ([a-z]+(?: [a-z]+)?) with (.+)$/i.exec(
      clause.verb === "be" ? clause.rest : "",
    ) ?? [];
  const filed = nameOf(kept);
  if (filed !== undefined && held !== "") {
    const there = /\b(?:there|here|it)\b/i.test(clause.subject) ? state.current : undefined;
    fields(state, open(state, filed), held);
    if (there && there.name !== filed) relate(open(state, filed), { kind: "belongsTo", target: there.name });
    return true;
  }
  if (/^(?:be|have|belong|need)$/.test(clause.verb) || clause.modal !== undefined) return false;
  const [, noun = "", list = ""] =
    /^(?:in |out |up )?an? ([a-z]+(?: [a-z]+)??)(?: (?:with|containing|that has|which has)|,? (?:giving|stating|leaving|noting|including|entering|saying)) (.+)$/i.exec(
      clause.rest,
    ) ?? [];
  const name = nameOf(noun);
  if (name === undefined || items(list).length < 2) return false;
  fields(state, open(state, name), list);
  return true;
}
