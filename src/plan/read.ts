import { UserError, inTable } from "../lib/index.ts";
import { actionsOf, isPath } from "./actions.ts";
import type { FileNote, Plan, Step, Task } from "./contract.ts";
import { markOf } from "./tick.ts";

const largest = 1_000_000;

/** A place where something begins: a task, a step, or what ends both. */
interface Start {
  readonly kind: "task" | "step" | "part" | "end";
  /** Index of its line. */
  readonly at: number;
  readonly id?: string;
  readonly text: string;
  readonly done: boolean;
  readonly boxed: boolean;
}

const taskHead = /^#{1,6}\s+(?:Task|Step|Phase\s+[\w.]+\s*[:—-]\s*Task)\s+([\w.]+?)\s*(?:[:.—–-]\s*(.*))?$/i;
const item = /^(\s*)([-*+]|(\d+)[.)])\s+(.*)$/;
const boldStep = /^\*\*Step\s+([\w.]+)\s*[:.—-]?\s*(.*?)\*\*/i;

/**
 * Reads a plan as people write them: checkboxes or numbered steps, `## Task N` with files, steps and code, or tables
 * with `# | Task | Depends On`. Raises UserError for a text that holds none of these.
 */
export function readPlan(text: string, path: string): Plan {
  if (text.length > largest)
    throw new UserError("plan-large", `${path} is larger than a plan can be.`, "Split it.");
  const lines = text.split("\n");
  const fenced = fencesOf(lines, path);
  const starts = startsOf(lines, fenced);
  const headed = starts.some(({ kind }) => kind === "task");
  const tasks = [
    ...(headed ? fromHeads(lines, starts) : fromItems(lines, starts)),
    ...fromTables(lines, fenced),
  ];
  if (tasks.length === 0)
    throw new UserError(
      "plan-empty",
      `${JSON.stringify(path)} holds no tasks.`,
      "Write them as `- [ ] Run \\`npm test\\``, as a numbered list, or as `## Task 1: name` with steps.",
    );
  const title = /^#\s+(.*)$/m.exec(text)?.[1]?.trim() ?? path;
  return { title, tasks };
}

/** Which lines stand in fences, their marks included. */
function fencesOf(lines: readonly string[], path: string): readonly boolean[] {
  let open: { readonly marks: string; readonly at: number } | undefined;
  const inside = lines.map((line, at) => {
    const marks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!marks) return open !== undefined;
    if (!open) open = { marks, at };
    else if (line.trim() === marks && marks.length >= open.marks.length && marks[0] === open.marks[0])
      open = undefined;
    return true;
  });
  if (open)
    throw new UserError(
      "plan-fence",
      `A block of code in ${JSON.stringify(path)} never ends.`,
      "Close it with the marks that began it.",
      {
        place: { file: path, line: open.at + 1 },
      },
    );
  return inside;
}

function startsOf(lines: readonly string[], fenced: readonly boolean[]): readonly Start[] {
  return lines.flatMap((line, at): Start[] => {
    if (fenced[at]) return [];
    const { rest, done, boxed } = markOf(line);
    const head = taskHead.exec(rest);
    if (head)
      return [{ kind: "task", at, id: head[1] ?? "", text: (head[2] ?? "").trim() || rest, done, boxed }];
    if (/^#{1,6}\s/.test(rest)) return [{ kind: "end", at, text: rest, done, boxed }];
    const bold = boldStep.exec(rest);
    if (bold) return [{ kind: "step", at, text: (bold[2] ?? "").trim(), done, boxed }];
    if (/^\*\*[^*]+\*\*:?\s*$/.test(rest)) return [{ kind: "part", at, text: rest, done, boxed }];
    const [, indent = "", , number, words = ""] = item.exec(rest) ?? [];
    if (!words || indent.length > 1 || (number === undefined && !boxed)) return [];
    return [{ kind: "step", at, ...(number && { id: number }), text: words.trim(), done, boxed }];
  });
}

/** Tasks with headings: what stands below each, up to the next. */
function fromHeads(lines: readonly string[], starts: readonly Start[]): readonly Task[] {
  const heads = starts.filter(({ kind }) => kind === "task");
  return heads.map((head) => {
    const depth = /^#+/.exec(lines[head.at] ?? "")?.[0].length ?? 1;
    const next = starts.find(
      ({ kind, at }) =>
        at > head.at &&
        (kind === "task" || (kind === "end" && (/^#+/.exec(lines[at] ?? "")?.[0].length ?? 9) <= depth)),
    );
    const end = next?.at ?? lines.length;
    const within = starts.filter(({ at }) => at > head.at && at < end);
    const all = within.filter(({ kind }) => kind === "step");
    // Where some have boxes, the others are only told.
    const steps =
      all.some(({ boxed }) => boxed) && all.some(({ boxed }) => !boxed && all.length > 1)
        ? boxedOr(all)
        : all;
    const files = filesOf(lines, head.at, end);
    const own = steps.map((step) => stepOf(lines, step, { within, files, end }));
    const whole = stepOf(lines, head, { within: [], files, end });
    return {
      id: head.id ?? "",
      title: head.text,
      line: head.at + 1,
      after: afterOf(lines.slice(head.at, steps[0]?.at ?? end).join("\n")),
      files,
      steps: own.length ? own : [whole],
    };
  });
}

/** A ticked number is a box that we made: all of that kind count. */
const boxedOr = (all: readonly Start[]): readonly Start[] => {
  const numbered = all.filter(({ id }) => id !== undefined);
  return numbered.some(({ boxed }) => boxed)
    ? all.filter(({ boxed, id }) => boxed || id !== undefined)
    : all.filter(({ boxed }) => boxed);
};

/** A plain list: each item is a task of one step. */
function fromItems(lines: readonly string[], starts: readonly Start[]): readonly Task[] {
  const all = starts.filter(({ kind }) => kind === "step");
  const steps = all.some(({ boxed }) => boxed) ? boxedOr(all) : all;
  return steps.map((step, i) => {
    const one = stepOf(lines, step, { within: starts, files: [], end: lines.length });
    const numbers = new Set(steps.map(({ id }) => id));
    const id = step.id !== undefined && numbers.size === steps.length ? step.id : String(i + 1);
    return {
      id,
      title: one.text,
      line: one.line,
      after: afterOf(one.body),
      files: filesOf(lines, step.at, step.at + one.body.split("\n").length),
      steps: [one],
    };
  });
}

function stepOf(
  lines: readonly string[],
  start: Start,
  {
    within,
    files,
    end,
  }: { readonly within: readonly Start[]; readonly files: readonly FileNote[]; readonly end: number },
): Step {
  const next = within.find(({ at }) => at > start.at)?.at ?? end;
  const body = lines.slice(start.at, next);
  while (body.length > 1 && body.at(-1)?.trim() === "") body.pop();
  return {
    line: start.at + 1,
    text: start.text.replace(/^\*\*(.*?)\*\*/, "$1"),
    done: start.done,
    actions: actionsOf({ line: start.at + 1, lines: body, files }),
    body: body.join("\n"),
  };
}

const verbs: Readonly<Record<string, FileNote["verb"]>> = {
  create: "create",
  new: "create",
  add: "create",
  modify: "modify",
  update: "modify",
  change: "modify",
  edit: "modify",
  test: "test",
  delete: "delete",
  remove: "delete",
};

/** Lines such as "- Create: `src/a.ts`", and lists below "Files to modify:". */
function filesOf(lines: readonly string[], from: number, to: number): readonly FileNote[] {
  let heading: FileNote["verb"] | undefined;
  return lines.slice(from, to).flatMap((line, i): FileNote[] => {
    const head =
      /^\s*\**(?:files? to (modify|create|change|delete)|(new|test) files?|(tests?))\**\s*:?\**\s*$/i.exec(
        line,
      );
    if (head) heading = inTable(verbs, (head[1] ?? head[2] ?? "test").toLowerCase());
    else if (/^\s*(?:#|\*\*)/.test(line)) heading = undefined;
    const match =
      /^\s*[-*+]\s+\**(?:(create|new|add|modify|update|change|edit|test|delete|remove)\w*\**\s*:?\**\s*)?`([^`]+)`/i.exec(
        line,
      );
    const verb = match?.[1] ? inTable(verbs, match[1].toLowerCase()) : match ? heading : undefined;
    const path = (match?.[2] ?? "").replace(/:[\d-]+$/, "");
    return verb && isPath(path) ? [{ verb, path, line: from + i + 1 }] : [];
  });
}

/** "after step 2", "depends on: Task 1, 3", "(after 2 and 4)". */
function afterOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const found = prose.matchAll(
    /\b(?:after|depends?\s+on|requires|blocked\s+by|needs)\**\s*:?\**\s*((?:(?:tasks?|steps?)\s+)?#?\d+(?:\.\d+)*(?:\s*(?:,|and|&)\s*(?:(?:tasks?|steps?)\s+)?#?\d+(?:\.\d+)*)*)(?!\s*(?:%|s\b|ms|min|sec|hour|day))/gi,
  );
  return [...new Set([...found].flatMap(([, list = ""]) => list.match(/\d+(?:\.\d+)*/g) ?? []))];
}

/** Rows below a head with a number and a task. */
function fromTables(lines: readonly string[], fenced: readonly boolean[]): readonly Task[] {
  let columns: readonly string[] | undefined;
  return lines.flatMap((line, at): Task[] => {
    if (fenced[at] || !/^\s*\|/.test(line)) {
      columns = undefined;
      return [];
    }
    const { rest, done } = markOf(line);
    const cells = rest
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!columns) {
      const names = cells.map((cell) => cell.toLowerCase());
      columns =
        names.some((name) => /^(?:#|no\.?|id|nr\.?)$/.test(name)) &&
        names.some((name) => /^(?:task|step|what)/.test(name))
          ? names
          : [];
      return [];
    }
    if (columns.length === 0 || cells.every((cell) => /^:?-+:?$/.test(cell))) return [];
    const of = (name: RegExp): string => cells[columns?.findIndex((one) => name.test(one)) ?? -1] ?? "";
    const [id, title] = [of(/^(?:#|no\.?|id|nr\.?)$/).replaceAll(/[^\w.]/g, ""), of(/^(?:task|step|what)/)];
    const step: Step = {
      line: at + 1,
      text: title,
      done,
      actions: actionsOf({ line: at + 1, lines: [title], files: [] }),
      body: line,
    };
    return id
      ? [
          {
            id,
            title,
            line: at + 1,
            after: of(/^(?:depends|after|needs|blocked)/).match(/\d+(?:\.\d+)*/g) ?? [],
            files: [],
            steps: [step],
          },
        ]
      : [];
  });
}
