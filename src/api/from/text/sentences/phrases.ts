import type { Clause } from "../words/clause.ts";
import { isParticiple } from "../words/deeds.ts";
import type { ResourceDraft } from "../draft.ts";
import { item } from "../facts/item.ts";
import { onlySays } from "../words/says.ts";
import { isPerson } from "../words/persons.ts";
import { type State, knownIn, nameOf, relate } from "../state.ts";
import { verbOf } from "../words/words.ts";

const preposition =
  "by|using|via|in|at|on|for|to|from|with|under|about|of|over|across|along|inside|into|onto|through|within|against|near|beside|behind|between|during|aboard";

/** `made for one guest, by a clerk on some day` in its phrases: what stands before the noun, and the noun. */
function split(text: string): readonly {
  readonly by: string;
  readonly bare: boolean;
  readonly one: boolean;
  /** `at most one` */
  readonly perhaps: boolean;
  readonly many: boolean;
  /** `the`: a place or a thing that is spoken of, not one of several. */
  readonly definite: boolean;
  readonly noun: string;
}[] {
  const at = new RegExp(
    String.raw`(?:^|(?<!\b(?:number|amount|list|kind|type|sort|set))\s)(${preposition})\s+(?=(?:exactly |only |at most )?(?:an?|the|one|its|their|some|another|two|three|exactly|certain|several|many|multiple|various)\s|[a-z]+s(?=$|\s|,))`,
    "gi",
  );
  const starts = [...text.matchAll(at)];
  return starts.map((match, i) => ({
    by: (match[1] ?? "").toLowerCase(),
    bare: !/^(?:exactly |only |at most )?(?:an?|the|one|its|their|some|another|two|three|certain|several|many|multiple|various)\s/i.test(
      text.slice(match.index + match[0].length),
    ),
    one: /^(?:exactly |only |at most )?one\s[a-z]+(?=\s|$)/i.test(text.slice(match.index + match[0].length)),
    perhaps: /^at most\s/i.test(text.slice(match.index + match[0].length)),
    many: /^(?:several|many|multiple|various|(?:one|two) or more)\s/i.test(
      text.slice(match.index + match[0].length),
    ),
    definite: /^the\s/i.test(text.slice(match.index + match[0].length)),
    noun: text
      .slice(match.index + match[0].length, starts[i + 1]?.index ?? text.length)
      .replace(
        /^(?:(?:exactly|only|at most|an?|the|one|its|their|or more|some|certain|several|many|multiple|various|two|specific|given|particular)\s+)+/i,
        "",
      )
      .replace(/,?\s+or (?:in )?none$/i, "")
      .trim(),
  }));
}

const timely = /^(?:another|date|day|time|moment|year|date and time|datetime|point in time)$/i;

/**
 * What `is made for a guest on some day`, `sits on one wall`, `was set by a setter` say of a record: a relation for each
 * noun that is kept too, a field for each other. False where the clause has no such phrases.
 */
export function phrases(state: State, resource: ResourceDraft, clause: Clause): boolean {
  const happens = clause.verb === "take" && /^place\s/i.test(clause.rest);
  const { verb, rest, modal } = happens ? { ...clause, verb: "be", rest: clause.rest.slice(6) } : clause;
  if (clause.negated || /^(?:have|belong|need|require|consist|get)$/.test(verb)) return false;
  const [word = ""] = rest.split(/\s+/);
  const until =
    /^([a-z]+) (until|till|from|since|to|on|at|by) (?:an?|some|the|one) (?:certain |given )?(date|day|time|moment|year)$/i.exec(
      rest.replace(/ (?:another(?: date| day)?|a later (?:one|date|day))$/i, " a date"),
    );
  if (verb === "be" && until && !isParticiple(until[1] ?? "")) {
    item(
      state,
      resource,
      `${until[1] ?? ""}-${until[2] ?? ""} (${/time|moment/i.test(until[3] ?? "") ? "datetime" : "date"})`,
    );
    return true;
  }
  if (
    verb === "be" &&
    /^(?:in|on|at|for|under) [a-z]+$/i.test(rest) &&
    knownIn(state, rest.split(" ")[1] ?? "") === undefined
  )
    return true;
  const isDone =
    verb === "be" &&
    isParticiple(word) &&
    !/^(?:required|needed|limited|called|named|known|identified|described|based|made up)$/i.test(word);
  // `ends in a result: win or draw`
  const at = /^[a-z][a-z ]*?(?=\s*[:(]?\s*⟦)/i.exec(rest)?.[0].length ?? rest.length;
  const tail = rest.slice(at).replace(/^\s*:/, "");
  const spoken = rest.slice(0, at);
  const text = isDone
    ? spoken
        .slice(word.length)
        .trim()
        .replace(/^(?:out|up|off|down|over|back) (?=(?:by|in|at|on|to|for|with)\b)/i, "")
    : rest;
  if (
    onlySays(`is ${rest}`, state.enums) ||
    /[⟦\d]/.test(text) ||
    /\(.*\s(?:by|in|at|on|for|to|from|with)\s/.test(text)
  )
    return false;
  const found = split(text);
  const start = text.search(new RegExp(String.raw`^(?:${preposition})\s`, "i"));
  if (!found.length || start !== 0) return false;
  if (
    !found.some(
      ({ noun, by, one }) =>
        knownIn(state, noun) !== undefined ||
        (one && /^[a-z]+$/i.test(noun)) ||
        timely.test(noun) ||
        verb !== "be" ||
        (!isDone && /^(?:at|in|on|from|near|inside) an?\s/i.test(text)) ||
        (isDone && by === "by") ||
        found.length > 1,
    )
  )
    return false;
  for (const [i, { by, noun, many, bare, one, perhaps, definite }] of found.entries()) {
    if (tail !== "" && i === found.length - 1) {
      item(state, resource, `a ${noun} ${tail}`);
      continue;
    }
    if (definite && !isDone && verb !== "be" && knownIn(state, noun) === undefined) continue;
    // `are filed by customers`
    const byMany = bare && isDone && by === "by" && /^[a-z]+s$/i.test(noun) && isPerson(noun.slice(0, -1));
    if (byMany && knownIn(state, noun) === undefined && nameOf(noun) !== undefined) {
      relate(resource, { kind: "belongsTo", target: nameOf(noun) ?? noun });
      continue;
    }
    if (bare && knownIn(state, noun) === undefined) continue;
    // `Crews race in tournaments`: how many of each is asked when all is read.
    if (bare && !isDone && verb !== "be" && /s$/i.test(clause.subject)) continue;
    const known = knownIn(state, noun);
    const optional = perhaps || modal === "can" || /\bor (?:in )?none\b/.test(text) ? { optional: true } : {};
    if (known !== undefined && known !== resource.name) {
      if (many) relate(resource, { kind: "manyToMany", target: known });
      else
        relate(resource, {
          kind: "belongsTo",
          target: known,
          ...optional,
        });
      continue;
    }
    // `made by an employee`
    const isBy = isDone && by === "by" && /^[a-z]+$/i.test(noun) && isPerson(noun);
    const target = isBy || (one && /^[a-z]+$/i.test(noun) && !timely.test(noun)) ? nameOf(noun) : undefined;
    if (target !== undefined) {
      relate(resource, { kind: "belongsTo", target, ...optional });
      continue;
    }
    if (timely.test(noun) && isDone && by === "for") {
      item(state, resource, `a ${noun}`);
      continue;
    }
    if (timely.test(noun)) {
      const base = isDone ? word : verb;
      const stem = isDone ? verbOf(word.toLowerCase()) : base;
      const isMoment = /time|moment/i.test(noun);
      if (verb === "be" && !isDone) item(state, resource, noun);
      else if (isMoment)
        item(state, resource, `${isDone ? word : isParticiple(base) ? base : thirdOf(base)} at (datetime)`);
      else if (isDone) item(state, resource, /year/i.test(noun) ? `${stem} year` : `${word} on (date)`);
      else item(state, resource, `${isParticiple(base) ? base : thirdOf(base)} on (date)`);
    } else if (noun) item(state, resource, by === "by" && !isDone ? noun : `a ${noun}`);
  }
  return true;
}

const thirdOf = (base: string): string => (/(?:s|sh|ch|x)$/.test(base) ? `${base}es` : `${base}s`);
