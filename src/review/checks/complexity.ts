import { type Check, isTest, type Note, noted } from "../contract.ts";
import { lastName } from "../../lib/index.ts";
import { functionsIn, hasFunctions } from "../../code/index.ts";

const high = 12;
const jump = 4;

const complexity: Check = {
  summary: "functions that grew hard to follow",
  focus: "quality",
  reads: hasFunctions,
  async run({ changes }) {
    const notes: Note[] = [];
    const all: (readonly [string, number])[] = [];
    for (const { path, before, after } of changes) {
      const currentNames = new Set((await functionsIn(path, after ?? "")).map(({ name }) => name));
      for (const { name, complexity: was } of await functionsIn(path, before ?? ""))
        if (!currentNames.has(name)) all.push([lastName(name), was]);
    }
    const elsewhere = new Map(all);
    for (const { path, before, after, added } of changes) {
      if (after === null || isTest(path)) continue;
      const old = new Map(
        (await functionsIn(path, before ?? "")).map((func) => [func.name, func.complexity]),
      );
      for (const func of await functionsIn(path, after)) {
        const was = old.get(func.name) ?? elsewhere.get(lastName(func.name)) ?? 1; // it may have been moved
        if (func.complexity <= high || func.complexity - was < jump) continue;
        if (!func.branches.some((line) => added.has(line))) continue;
        notes.push({
          file: path,
          line: func.line,
          rule: "complexity",
          reason: `${func.name} holds ${func.complexity - 1} decisions${old.has(func.name) ? `, before it was ${was - 1}` : ""}.`,
          suggestion: "Take a part with a name of its own out, or make the cases a table.",
        });
      }
    }
    return noted(notes);
  },
};
export default complexity;
