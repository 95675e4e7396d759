import { actionsOf } from "./actions.ts";
import type { Draft, Step } from "./contract.ts";
import { markOf } from "./tick.ts";

const numberColumn = /^(?:#|no\.?|id|nr\.?|step)$/;
const taskColumn = /^(?:task|step|what)/;
/** Columns that say how a task is done or verified. */
const doesColumn = /^(?:commands?|run|how|verif\w+|checks?|actions?)$/;
const stateColumn = /^(?:status|state|done|progress)/;
const afterColumn = /^(?:depends|after|needs|blocked)/;

const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Parses the rows of a table whose header has a number and a task. */
export function rowsOf(lines: readonly string[], hidden: readonly boolean[]): readonly Draft[] {
  let columns: readonly string[] | undefined;
  let isWorded = false;
  return lines.flatMap((line, index): Draft[] => {
    if (hidden[index] || !/^\s*\|/.test(line)) {
      columns = undefined;
      return [];
    }
    const { rest, done } = markOf(line);
    const cells = cellsOf(rest);
    if (!columns) {
      const names = cells.map((cell) => cell.toLowerCase());
      const number = names.findIndex((name) => numberColumn.test(name));
      isWorded = names[number] === "step";
      // "Step" is a number if another column says what to do.
      const others = names.map((name, i) => (i === number ? "#" : name));
      columns = number >= 0 && others.some((name) => taskColumn.test(name)) ? others : [];
      return [];
    }
    if (columns.length === 0 || cells.every((cell) => /^:?-+:?$/.test(cell))) return [];
    const cell = (name: RegExp): string =>
      cells[columns?.findIndex((column) => name.test(column)) ?? -1] ?? "";
    const number = cell(numberColumn).replaceAll(/[^\w.]/g, "");
    if (!number || (isWorded && !/^\d/.test(number))) return [];
    const title = cell(taskColumn);
    const isDone = done || /^(?:[✅✔☑]\p{M}?|done|completed?|finished)$/iu.test(cell(stateColumn));
    const further = cells.filter((_, i) => doesColumn.test(columns?.[i] ?? ""));
    const actions = [title, ...further].flatMap((one) =>
      actionsOf({ line: index + 1, lines: [one], files: [] }),
    );
    const step: Step = {
      line: index + 1,
      text: title,
      done: isDone,
      actions,
      unproven: [],
      unasked: [],
      parts: [],
      body: line,
    };
    const after = cell(afterColumn).match(/\d+(?:\.\d+)*/g) ?? [];
    return [{ number, title, line: index + 1, after, files: [], steps: [step] }];
  });
}
