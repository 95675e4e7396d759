import { UserError } from "../lib/index.ts";
import { actionsOf, unaskedIn, unprovenIn } from "./actions.ts";
import type { Draft, FileNote, Plan, Step, Task } from "./contract.ts";
import { afterOf, filesOf } from "./notes.ts";
import { type Form, hiddenLines, type Start, startsOf } from "./starts.ts";
import { rowsOf } from "./table.ts";
import { isPart } from "./tick.ts";

const largest = 1_000_000;

interface Text {
  readonly lines: readonly string[];
  readonly starts: readonly Start[];
}

/**
 * Parses a plan as people and agents write them: checkboxes, numbered or bold steps, numbered headings, or tables
 * with `# | Task | Depends On`; plain bullets if there is nothing else. Ticks never affect what counts as a step, so
 * a ticked plan parses the same. Raises UserError for a text without steps.
 */
export function readPlan(text: string, path: string): Plan {
  if (text.length > largest)
    throw new UserError("plan-large", `${path} is larger than a plan can be.`, "Split it.");
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const hidden = hiddenLines(lines, path);
  const plan: Text = { lines, starts: startsOf(lines, hidden) };
  const read = draftsOf(plan, hidden, true);
  // Numbered sections are steps only if there are no others.
  const drafts = read.length ? read : draftsOf(plan, hidden, false);
  if (drafts.length === 0)
    throw new UserError(
      "plan-empty",
      `${JSON.stringify(path)} holds no tasks.`,
      "Write them as `- [ ] Run \\`npm test\\``, as a numbered list, or as `## Task 1: name` with steps.",
    );
  const title = lines.find((line, index) => !hidden[index] && /^#\s+\S/.test(line))?.replace(/^#\s+/, "");
  return { title: title?.trim() ?? path, tasks: withIds(drafts, plan) };
}

/** `sectionsTell`: sections that only have a number may be explanations instead of tasks. */
function draftsOf(plan: Text, hidden: readonly boolean[], sectionsTell: boolean): readonly Draft[] {
  const headed = underHeads(plan, sectionsTell);
  const covered = (index: number): boolean =>
    headed.some(({ line, end }) => index >= line - 1 && index < end);
  const rows = rowsOf(plan.lines, hidden);
  const loose = plan.starts.filter(({ kind, at }) => kind === "step" && !covered(at));
  const isStructured = headed.length + rows.length > 0;
  const items = looseSteps(loose, plan, isStructured).map((start) => alone(start, plan));
  return [...headed.map(({ draft }) => draft), ...items, ...rows].sort((a, b) => a.line - b.line);
}

interface Headed {
  readonly line: number;
  /** Index of the line after it. */
  readonly end: number;
  readonly draft: Draft;
}

/** Tasks with headings: everything below each, up to the next one. */
function underHeads(plan: Text, sectionsTell: boolean): readonly Headed[] {
  const { lines, starts } = plan;
  const all = starts.filter(({ kind }) => kind === "task");
  const worded = all.some(({ named }) => named);
  const boxes = starts.some(({ form }) => form === "box");
  return all.flatMap((head): Headed[] => {
    const depth = head.depth ?? 1;
    const closes = ({ at, depth: other = 9 }: Start): boolean => at > head.at && other <= depth;
    const next = starts.find(
      (item) => item.at > head.at && (item.kind === "task" || (item.kind === "end" && closes(item))),
    );
    const end = next?.at ?? lines.length;
    const within = starts.filter(({ at }) => at > head.at && at < end);
    const files = filesOf(lines, head.at, end);
    const steps = counted(within, lines, end).map((step) => stepOf(lines, step, { within, files, end }));
    const holdsTasks = next?.kind === "task" && (next.depth ?? 1) > depth;
    if (steps.length === 0 && holdsTasks) return [];
    const whole = stepOf(lines, head, { within: [], files, end });
    // A section with only a number is an explanation if the plan's steps are marked otherwise.
    const hasSteps = sectionsTell && !head.named && whole.actions.length === 0 && (worded || boxes);
    if (steps.length === 0 && hasSteps) return [];
    const first = steps[0] ? steps[0].line - 1 : end;
    const draft: Draft = {
      number: head.id,
      title: head.text,
      line: head.at + 1,
      after: afterOf(lines.slice(head.at, first).join("\n")),
      files,
      steps: steps.length ? steps : [whole],
    };
    return [{ line: head.at + 1, end, draft }];
  });
}

const of = (starts: readonly Start[], form: Form): readonly Start[] =>
  starts.filter((item) => item.kind === "step" && item.form === form);

/**
 * Checkboxes and bold steps count; numbers, too, unless they only explain something next to those, below a heading.
 * A caption above such steps isn't one.
 */
function counted(
  starts: readonly Start[],
  lines: readonly string[],
  end: number,
  isLoose = false,
): readonly Start[] {
  const numbers = of(starts, "number");
  const marked = [...of(starts, "box"), ...of(starts, "bold")];
  const around = { within: starts, files: [], end };
  const does = (one: Start): boolean => stepOf(lines, one, around).actions.length > 0;
  const numbersCount = isLoose || marked.length === 0 || numbers.some((item) => item.boxed || does(item));
  const all = [...marked, ...(numbersCount ? numbers : [])].sort((a, b) => a.at - b.at);
  const isCaption = (one: Start, next: Start | undefined): boolean =>
    one.isWorded === true && next !== undefined && next.form !== "bold" && !does(one);
  return all.filter((item, i) => !isCaption(item, all[i + 1]));
}

/** Besides tasks with headings or rows, only items marked as steps; plain bullets if there is nothing else. */
function looseSteps(loose: readonly Start[], plan: Text, isStructured: boolean): readonly Start[] {
  const steps = counted(loose, plan.lines, plan.lines.length, !isStructured);
  if (!isStructured) return steps.length ? steps : bulletSteps(loose, plan.starts);
  const numbersCount = of(loose, "number").some(({ boxed }) => boxed);
  return steps.filter(({ form }) => form !== "number" || numbersCount);
}

/** If a heading announces steps, bullets below other headings (criteria, risks) aren't steps. */
function bulletSteps(loose: readonly Start[], starts: readonly Start[]): readonly Start[] {
  const bullets = of(loose, "bullet");
  const below = ({ at }: Start): string =>
    starts.findLast((item) => item.at < at && item.depth !== undefined)?.text ?? "";
  const stated = bullets.filter((bullet) =>
    /\b(?:steps?|tasks?|plan|to-?dos?|implementation)\b/i.test(below(bullet)),
  );
  return stated.length ? stated : bullets;
}

/** A step of a plain list is its own task. */
function alone(start: Start, { lines, starts }: Text): Draft {
  const step = stepOf(lines, start, { within: starts, files: [], end: lines.length });
  return {
    number: start.id,
    title: step.text,
    line: step.line,
    after: afterOf(step.body),
    files: filesOf(lines, start.at, start.at + step.body.split("\n").length),
    steps: [step],
  };
}

/** Each keeps its number; if numbers restart in each section, the section's number is prepended. */
function withIds(drafts: readonly Draft[], { starts }: Text): readonly Task[] {
  const heads = starts.filter(({ depth }) => depth !== undefined);
  const sectionOf = ({ line, number }: Draft): string => {
    const above = heads.filter(({ at, id }) => at < line - 1 && id !== number);
    return above.findLast(({ kind }) => kind === "task")?.id ?? String(above.length);
  };
  const isOnly = (number: string): boolean => drafts.filter((draft) => draft.number === number).length === 1;
  const usedIds = new Set(drafts.flatMap(({ number }) => (number && isOnly(number) ? [number] : [])));
  const ids = drafts.map((draft, i) => {
    if (draft.number && isOnly(draft.number)) return draft.number;
    const candidates = [draft.number && `${sectionOf(draft)}.${draft.number}`, String(i + 1)];
    let id = candidates.find((wish) => wish && !usedIds.has(wish)) ?? "";
    for (let n = drafts.length + 1; !id; n++) if (!usedIds.has(String(n))) id = String(n);
    usedIds.add(id);
    return id;
  });
  return drafts.map(({ number, after, ...one }, i) => {
    const near = (id: string): string => `${sectionOf({ number, after, ...one })}.${id}`;
    return { ...one, id: ids[i] ?? "", after: after.map((id) => (ids.includes(near(id)) ? near(id) : id)) };
  });
}

interface Around {
  readonly within: readonly Start[];
  readonly files: readonly FileNote[];
  readonly end: number;
}

function stepOf(lines: readonly string[], start: Start, { within, files, end }: Around): Step {
  const next = within.find((item) => item.at > start.at && item.form !== "bullet")?.at ?? end;
  const sibling = within.find((item) => item.at > start.at && item.form === "bullet")?.at ?? next;
  const body = lines.slice(start.at, start.form === "bullet" ? Math.min(next, sibling) : next);
  while (body.length > 1 && body.at(-1)?.trim() === "") body.pop();
  const text = start.text.replace(/^\*\*(.*?)\*\*/, "$1");
  const whole = { line: start.at + 1, lines: body, files };
  const actions = actionsOf(whole);
  const hidden = hiddenLines(body, "");
  return {
    line: start.at + 1,
    ...(start.kind === "step" && start.id && { number: start.id }),
    text,
    done: start.done,
    actions,
    unproven: actions.length ? unprovenIn(whole, text, actions) : [],
    unasked: unaskedIn(whole),
    parts: body
      .slice(1)
      .flatMap((line, i) => (isPart(line) && !hidden[i + 1] ? [{ line: start.at + i + 2, text: line }] : [])),
    body: body.join("\n"),
  };
}
