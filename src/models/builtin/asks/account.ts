import { anyOf } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { facts, type Done } from "../conversation.ts";
import { isSelecting } from "../pick.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { between, spansOf } from "../text/spans.ts";
import { content, words } from "../text/tokens.ts";
import type { Clause } from "./clause.ts";
import { clausesOf } from "./clauses.ts";
import { extentOf, isVerbForm } from "./extent.ts";
import { requestsOf } from "./gate.ts";
import { isExplained, type Known } from "./phrases.ts";
import { leaves, placesOf } from "./places.ts";
import { shiftIn } from "./shift.ts";

/** What a plan is checked against. */
interface Given {
  readonly reading: Reading;
  /** The text that the current one continues. */
  readonly before: Reading | undefined;
  readonly done: readonly Done[];
  readonly tools: readonly Tool[];
}

/**
 * Whether every word of what asks for a tool's act has a place in the calls: as a value, as the thing that the tool
 * changes, or as a word that changes nothing. What is left over would be ignored: `deploy it tomorrow`, `the back door`.
 */
export function isAccounted(tool: Tool, planned: readonly PlannedCall[], given: Given): boolean {
  const { reading, before, done, tools } = given;
  const asking = before && requestsOf(tool, reading).length === 0 ? before : reading;
  const results = done.flatMap(({ text }) => content(text));
  const calls = [...planned, ...done.map(({ call }) => call)];
  const known = {
    tool,
    stems: new Set([...facts(done).flatMap(({ value }) => content(String(value))), ...results]),
    places: placesOf(calls, tools, asking),
    selects: (word: string): boolean => done.length > 0 && isSelecting(word),
  };
  const inPlan = tools.filter(({ definition }) => planned.some(({ name }) => name === definition.name));
  // `Ida's AAPL` is no symbol
  const isOwned = ({ name, input }: PlannedCall): boolean =>
    name === tool.definition.name &&
    tool.parameters.some(({ kind, path: [key = ""] }) => kind === "id" && /['’]s\s/.test(String(input[key])));
  const shift = shiftIn(reading);
  const isAdded = ({ kind, start }: Mention): boolean =>
    /^(?:date|number|code)$/.test(kind) && !(shift && shift.start <= start && start < shift.end);
  return (
    isCovered(extentOf(requestsOf(tool, asking), asking), known, inPlan) &&
    !isCorrected(tool, asking) &&
    !isTimed(tool, asking, known) &&
    !isMovedFrom(tool, asking, known) &&
    !dropsTime(calls, asking, known) &&
    (asking === reading || !placesOf(calls, tools, reading).unused.some(isAdded)) &&
    !planned.some(isOwned) &&
    !planned.some((call) => done.some((item) => contradicts(item, call)))
  );
}

/** Whether a tool explains some of the clauses, and the tools of the plan all of them. */
function isCovered(clauses: readonly Clause[], known: Known, tools: readonly Tool[]): boolean {
  const missing = clauses.filter((clause) => !isExplained(clause, known));
  return (
    (missing.length === 0 || missing.length < clauses.length) &&
    missing.every((clause) =>
      tools.some((tool) => tool !== known.tool && isExplained(clause, { ...known, tool })),
    )
  );
}

/** Whether a time that no call takes stands right before a request: `on Friday, cancel it`. */
function isTimed(tool: Tool, reading: Reading, { places }: Known): boolean {
  const requests = new Set(requestsOf(tool, reading));
  const isTime = ({ start, end, tokens }: Clause): boolean =>
    tokens.length < 8 &&
    !tokens.some(({ lower }) => isVerbForm(lower)) &&
    between(places.unused, start, end).some(({ kind }) => kind === "date");
  return clausesOf(reading).some((clause, i, all) => {
    const before = all[i - 1];
    return requests.has(clause) && before?.sentence === clause.sentence && isTime(before);
  });
}

/** Whether calls take a day without the time that the text gives for it: `book it for Friday at noon`. */
function dropsTime(calls: readonly PlannedCall[], reading: Reading, { places }: Known): boolean {
  const values = calls
    .flatMap(({ input }) => leaves(input))
    .map((value) => value.replaceAll(/\d{4}-\d\d-\d\d/g, ""));
  return reading.mentions.some((mention) => {
    const hour = mention.date?.hour;
    if (hour === undefined || !places.valueAt(mention)) return false;
    const hourPattern = new RegExp(String.raw`(?<!\d)0?(?:${hour}|${hour % 12 || 12})(?!\d)`);
    return !values.some((value) => hourPattern.test(value));
  });
}

const moving = /^(?:move|reschedule|postpone|shift|delay|defer)$/;
const origin = /\b(?:off|from|(?:that|which)(?:['’]s|\s+is|\s+was)(?:\s+(?:on|at|for))?)\s+(?:the\s+)?$/i;

/** Whether something would be moved to a time that is only said of it, or of something else: `can't on Friday, move it`. */
function isMovedFrom(tool: Tool, reading: Reading, { places }: Known): boolean {
  if (!moving.test(tool.deed.verbs[0]?.[0] ?? "")) return false;
  const requests = spansOf(extentOf(requestsOf(tool, reading), reading));
  return reading.mentions.some(
    (mention) =>
      mention.kind === "date" &&
      places.valueAt(mention) !== undefined &&
      (!requests.hold(mention) ||
        origin.test(reading.text.slice(Math.max(0, mention.start - 20), mention.start))),
  );
}

const corrects = new RegExp(
  String.raw`^${anyOf(
    String.raw`no(?! ${anyOf("rush|hurry|worries|problem|need|matter")})`,
    "sorry|wait|oops|actually|rather(?! than)|correction|i meant?|make (?:it|that)|or rather|better",
  )}\b`,
);

/** Whether the text corrects a request: `pay Ann 40. No, 50`. */
function isCorrected(tool: Tool, reading: Reading): boolean {
  const all = clausesOf(reading);
  const first = requestsOf(tool, reading)[0];
  const correction = all
    .slice(first ? all.indexOf(first) + 1 : 0)
    .find(({ tokens }) => corrects.test(tokens.map(({ lower }) => lower).join(" ")));
  const end = all.findLast(({ sentence }) => sentence === correction?.sentence)?.end ?? 0;
  return correction !== undefined && between(reading.mentions, correction.start, end).length > 0;
}

/** Whether a result says of the record with a call's value that it isn't what was searched: `Annabel` for `Ann`. */
function contradicts(done: Done, { input }: PlannedCall): boolean {
  const values = new Set(leaves(input));
  const wanted = Object.entries(done.call.input).map(([key, value]) => [words(key).at(-1), value] as const);
  const records = new Set(
    facts([done]).flatMap(({ value, record }) => (values.has(String(value)) ? [record] : [])),
  );
  return [...records].some((record) =>
    Object.entries(record).some(
      ([key, value]) =>
        typeof value === "string" &&
        wanted.some(
          ([name, searched]) =>
            typeof searched === "string" &&
            name === words(key).at(-1) &&
            !words(searched).every((word) => words(value).includes(word)),
        ),
    ),
  );
}
