import { remembered } from "../../lib/index.ts";
import { ApiError, type MessagesRequest, type ToolChoice } from "../../messages/index.ts";
import type { PlannedCall } from "./call.ts";
import { isAccounted } from "./asks/account.ts";
import { isComputed } from "./asks/amounts.ts";
import { clausesOf } from "./asks/clauses.ts";
import { continued } from "./asks/follow.ts";
import { passes, saysSeveral, type Asked, type Settled } from "./asks/gate.ts";
import { inspections } from "./asks/inspect.ts";
import { directs } from "./asks/forms.ts";
import { licenceOf, refers } from "./asks/licence.ts";
import { settled } from "./asks/settle.ts";
import { shiftIn } from "./asks/shift.ts";
import { factFor } from "./chain.ts";
import { fits } from "./check.ts";
import { choose, type Choice } from "./choose.ts";
import { converse, facts, type Conversation } from "./conversation.ts";
import { decline } from "./decline.ts";
import { withOwners } from "./fill/shape.ts";
import { forcedCall } from "./forced.ts";
import { completed, completing, identified, isSearch, lookups, revisited, sought } from "./lookup.ts";
import { output } from "./output.ts";
import { mayCall, withoutTools, type Answer } from "./plain.ts";
import { readTool, type Tool } from "./read/tool.ts";
import { recoveries, wordingOf } from "./recover.ts";
import { ask, summary } from "./summary.ts";
import { statedDay } from "./text/dates.ts";
import type { Reading } from "./text/mention.ts";
import { read } from "./text/mentions.ts";
import { indexed } from "./text/spans.ts";

const systemText = ({ system = "" }: MessagesRequest): string =>
  typeof system === "string" ? system : system.map(({ text }) => text).join("\n");

interface About {
  /** Milliseconds since 1970; the reference for `tomorrow`. */
  readonly today: number;
}

/**
 * Answers a request: with calls for what its tools can do, with text for what they can't do or have returned, or with
 * JSON if the request specifies a format.
 */
export function answer(request: MessagesRequest, settings: About): Answer {
  const about = { ...settings, today: statedDay(systemText(request), settings.today) };
  const result = mayCall(request) ? withTools(request, about) : withoutTools(request);
  const formatted = result.calls.length === 0 && request.output_config?.format;
  return formatted ? { ...result, text: output(request, about.today) } : result;
}

function withTools(request: MessagesRequest, about: About): Answer {
  const choice: ToolChoice = request.tool_choice ?? { type: "auto" };
  const talk = converse(request);
  const tools = (request.tools ?? [])
    .filter(
      (tool) => tool.input_schema !== undefined && (choice.type !== "tool" || tool.name === choice.name),
    )
    .map(readTool);
  const forced = choice.type === "any" || choice.type === "tool";
  const hear = (text: string): Reading => withOwners(read(text, about.today), tools);
  const reading = hear(talk.task);
  const holds: Settled = (condition) => settled(condition, talk.done, reading) === true;
  const planned = plan(tools, { talk, reading, hear }, { forced, settled: holds });
  const passed = forced
    ? planned.calls
    : admitted(planned.calls, {
        talk,
        reading,
        tools,
        before: opener({ talk, reading, hear }),
        settled: holds,
      });
  const calls = choice.type !== "none" && choice.disable_parallel_tool_use ? passed.slice(0, 1) : passed;
  if (calls.length > 0) return { ...planned, calls };
  if (talk.answering) return { text: closing(talk, planned), calls: [] };
  const [dropped] = planned.calls;
  const text = dropped
    ? `I didn't call ${dropped.name}: the text doesn't state plainly with which values.`
    : planned.text || decline(tools, talk.task);
  return { ...planned, calls, text };
}

/** A conversation, and the reading of its current text. */
interface Heard {
  readonly talk: Conversation;
  readonly reading: Reading;
  /** Reads a text of the conversation. */
  readonly hear: (text: string) => Reading;
}

/** The planned calls that pass the gate; none of several acts of one kind if the text names a single thing. */
function admitted(calls: readonly PlannedCall[], asked: Asked): readonly PlannedCall[] {
  const several = new Map(
    [...Map.groupBy(calls, ({ name }) => name)]
      .filter(([, same]) => same.length > 1)
      .map(([name, same]) => [name, saysSeveral(same, asked.reading.text)]),
  );
  const acts = (call: PlannedCall): Tool | undefined =>
    asked.tools.find(({ definition, deed }) => definition.name === call.name && deed.effect !== "read");
  const passing = calls.filter((call) => {
    const tool = acts(call);
    if (!tool) return asked.tools.some(({ definition }) => definition.name === call.name);
    return (
      several.get(call.name) !== false &&
      passes(tool, call, asked) &&
      !isComputed(call, asked.reading, several.has(call.name))
    );
  });
  const done = [...asked.talk.past, ...asked.talk.done];
  const isExplained = remembered((tool: Tool) => isAccounted(tool, passing, { ...asked, done }));
  return passing.filter((call) => {
    const tool = acts(call);
    return !tool || isExplained(tool);
  });
}

/** The last earlier text with a request, if the current one has none. */
function opener({ talk, reading, hear }: Heard): Reading | undefined {
  if (clausesOf(reading).some(directs)) return undefined;
  for (const text of talk.earlier.toReversed()) {
    const before = hear(text);
    if (clausesOf(before).some(directs)) return before;
  }
  return undefined;
}

/** Says what was done and, if something is missing, asks for it. */
const closing = (talk: Conversation, result: Answer): string =>
  [summary(talk.done), result.choice?.missing.length ? result.text : ""].filter(Boolean).join("\n\n");

function plan(
  tools: readonly Tool[],
  { talk, reading, hear }: Heard,
  about: { readonly forced: boolean; readonly settled: Settled },
): Answer {
  const alone = choose(tools, reading, about);
  const bare = isBare(reading);
  const further =
    alone.calls.length === 0 || onlyRepeats(alone) || bare || shiftIn(reading) !== undefined
      ? continued(tools, talk, reading)
      : undefined;
  const isDone = further && talk.done.some(({ call }) => wordingOf(call) === wordingOf(further));
  if (further && !about.forced && isDone === !!talk.answering)
    return { text: "", calls: isDone ? [] : [further], choice: alone };
  const before = talk.earlier.at(-1);
  const completion =
    before !== undefined && talk.unanswered && !talk.answering && !about.forced
      ? completing(tools, hear(before), reading)
      : undefined;
  if (completion) return { text: "", calls: [completion], choice: alone };
  // an answer to our question, or a follow-up, contains only what is new
  const known = facts([...talk.past, ...talk.done]);
  const ready =
    alone.calls.length > 0 || alone.missing.some((item) => completed(item, known, talk) !== undefined);
  // an act that the text itself asks for is applied to what results returned, or its missing values are asked for
  const acting = !talk.unanswered && alone.missing.some(({ tool }) => tool.deed.effect === "harm");
  const follows =
    before !== undefined && !talk.answering && (!(ready || acting) || (bare && talk.unanswered));
  const joined = follows
    ? carried(choose(tools, hear(`${before}\n${talk.task}`), { forced: about.forced }), before, talk)
    : alone;
  const choice = joined.calls.length > 0 ? joined : alone;
  const searching = choice.calls.some(({ tool }) => isSearch(tool));
  const calls: PlannedCall[] = choice.calls.flatMap((call) => {
    const { tool, input } = call;
    const { definition } = tool;
    if (!refersBack(call, reading)) return [{ name: definition.name, input }];
    if (searching && talk.done.length === 0) return [];
    return [{ name: definition.name, input: { ...input, ...inputsOf(call, facts(talk.done), talk.task) } }];
  });
  const open: (typeof choice.missing)[number][] = [];
  for (const item of choice.missing) {
    const input = completed(item, known, talk);
    if (input) calls.push({ name: item.tool.definition.name, input });
    else open.push(item);
  }
  // a follow-up with only new values repeats a call that is already done
  const doneCalls = joined.calls.length > 0 && follows ? [...talk.done, ...talk.past] : talk.done;
  const counting = talk.done.filter(({ call, failed }) => !failed || mayHurt(tools, call));
  const spent = spentIn(calls, counting);
  const finished = new Set(doneCalls.map(({ call }) => wordingOf(call)));
  const left = calls.filter((call) => !spent.has(call.name) && !finished.has(wordingOf(call)));
  const retried = talk.answering
    ? recoveries(talk.done).filter((call) =>
        tools.some(
          (tool) =>
            tool.definition.name === call.name && tool.deed.effect !== "harm" && fits(tool, call.input),
        ),
      )
    : [];
  const next = [...left, ...retried];
  const seen = talk.done.length === 0 && !about.forced ? inspections(tools, reading) : [];
  if (seen.length > 0 && !next.some(({ input }) => shares(input, seen[0]?.input)))
    return { text: "", calls: seen, choice };
  if (next.length === 0 && about.forced && (!talk.answering || calls.length === 0))
    return { text: "", calls: [mustCall(tools, choice)], choice };
  if (next.length > 0) return { text: "", calls: next, choice };
  const first = talk.answering
    ? []
    : [
        ...searched(tools, reading, { ...choice, missing: open }),
        ...readBefore(tools, { talk, reading, hear }, open),
        ...revisited(tools, talk, reading),
      ].slice(0, 1);
  if (first.length > 0) return { text: "", calls: first, choice };
  const [lacking] = open;
  const text = lacking
    ? ask(
        lacking.tool.definition.name,
        lacking.filled.missing.map((parameter) => ({
          name: parameter.path.join("."),
          description: parameter.description,
        })),
      )
    : (withheld(tools, reading) ?? decline(tools, talk.task));
  return { text, calls: [], choice: { ...choice, missing: open } };
}

/** The text about an act that is mentioned but not requested now; undefined if none is mentioned. */
function withheld(tools: readonly Tool[], reading: Reading): string | undefined {
  const spokenStems = new Set(reading.tokens.map((token) => token.stem));
  for (const tool of tools) {
    if (tool.deed.effect !== "harm" || !spokenStems.has(tool.nameStems[0] ?? "")) continue;
    const { isRequested, denied, condition } = licenceOf(tool, reading);
    const name = tool.definition.name;
    if (isRequested && condition)
      return `I didn't call ${name}: I can't find out whether its condition holds (“${condition.text.slice(0, 80)}”).`;
    if (denied && !isRequested)
      return `I didn't call ${name}: this speaks of it, but doesn't ask for it now. Ask for it plainly to have it done.`;
  }
  return undefined;
}

/** Whether an act refers to something named earlier: `find Ann's ticket and close it`. */
function refersBack({ tool, filled }: Choice["calls"][number], reading: Reading): boolean {
  if (tool.deed.effect === "read") return false;
  const [clause] = licenceOf(tool, reading).clauses;
  return (
    clause !== undefined &&
    clause.tokens.some(({ lower }) => refers.test(lower)) &&
    filled.places.some(({ end }) => end <= clause.start)
  );
}

/** The values in results whose names match an act's parameters. */
const inputsOf = (
  { tool, input }: Choice["calls"][number],
  known: ReturnType<typeof facts>,
  text: string,
): PlannedCall["input"] =>
  Object.fromEntries(
    tool.parameters
      .filter(({ name }) => input[name] !== undefined)
      .flatMap((parameter) => {
        const value = factFor(parameter, known, text);
        return value === undefined ? [] : [[parameter.name, value]];
      }),
  );

/** Whether a text contains only values: `B-17`, `and in Rome?`. */
const isBare = ({ tokens, mentions }: Reading): boolean =>
  mentions.length > 0 &&
  tokens.every(
    ({ kind, stop, start, end }) => kind !== "word" || stop || indexed(mentions).hold({ start, end }),
  );

/** A failed act may have taken effect, so it counts; a failed read doesn't. */
const mayHurt = (tools: readonly Tool[], { name }: PlannedCall): boolean =>
  tools.some(({ definition, deed }) => definition.name === name && deed.effect === "harm");

/** The tools that were called as often as the request asks for, with other values. */
function spentIn(calls: readonly PlannedCall[], done: Conversation["done"]): ReadonlySet<string> {
  const left = new Map<string, number>();
  for (const { name } of calls) left.set(name, (left.get(name) ?? 0) + 1);
  for (const { call } of done) left.set(call.name, (left.get(call.name) ?? 0) - 1);
  return new Set([...left].filter(([, count]) => count <= 0).map(([name]) => name));
}

/** Whether no call has certain evidence. */
const onlyRepeats = ({ calls }: Choice): boolean =>
  calls.every(({ filled }) => filled.evidence.every(({ score }) => score < 0.5));

const agrees =
  /^\W*(?:yes|yeah|yep|sure|ok(?:ay)?|go ahead|do it|please do|confirm(?:ed)?|exactly|correct)\b/i;

/** Carries over a previous request if the new text agrees or adds a value; an act that may do harm only once. */
function carried(choice: Choice, before: string, { task, past }: Conversation): Choice {
  const isCarried = ({ tool, filled }: Choice["missing"][number]): boolean =>
    (tool.deed.effect !== "harm" || past.every(({ call }) => call.name !== tool.definition.name)) &&
    (agrees.test(task) || filled.places.some(({ start }) => start > before.length));
  return { ...choice, calls: choice.calls.filter(isCarried), missing: choice.missing.filter(isCarried) };
}

/** Whether two inputs have a value in common. */
const shares = (input: PlannedCall["input"], other: PlannedCall["input"] = {}): boolean =>
  Object.values(input).some((value) => Object.values(other).includes(value));

/**
 * Calls that can look something up first: what the planned calls lack, or the answer to a question that no other tool
 * handles.
 */
function searched(tools: readonly Tool[], reading: Reading, choice: Choice): readonly PlannedCall[] {
  const idle = choice.calls.length === 0;
  if (choice.missing.length > 0) return lookups(tools, choice.missing, reading);
  const call = idle ? (sought(tools, reading) ?? identified(tools, reading)) : undefined;
  return call ? [call] : [];
}

/** The call that another part of the text requests before an act that lacks a value: `check A-1 and set it to the day that it says`. */
function readBefore(
  tools: readonly Tool[],
  { reading, hear }: Heard,
  [open]: Choice["missing"],
): readonly PlannedCall[] {
  const acts = open ? tools.filter(({ deed }) => deed.effect !== "read") : [];
  const act = acts
    .flatMap((tool) => licenceOf(tool, reading).clauses)
    .toSorted((x, y) => x.start - y.start)[0];
  const clause = clausesOf(reading).find((other) => directs(other) && other.standing === "open");
  if (!act || !clause || clause.start >= act.start) return [];
  return choose(tools, hear(reading.text.slice(clause.start, clause.end)))
    .calls.filter(({ tool }) => tool.deed.effect === "read")
    .map(({ tool, input }) => ({ name: tool.definition.name, input }));
}

function mustCall(tools: readonly Tool[], choice: Choice): PlannedCall {
  const call = forcedCall(tools, choice);
  if (call) return call;
  const names = tools.map((tool) => tool.definition.name).join(", ");
  throw new ApiError(
    "invalid_request_error",
    `tool_choice wants a call, but no input could be found that fits the schema of ${names}.`,
  );
}
