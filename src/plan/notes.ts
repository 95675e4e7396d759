import { inTable } from "../lib/index.ts";
import { isPath } from "./actions.ts";
import type { FileNote } from "./contract.ts";

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

/** Parses lines such as "- Create: `src/a.ts`", and lists below "Files to modify:". */
export function filesOf(lines: readonly string[], from: number, to: number): readonly FileNote[] {
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

/** Parses "after step 2", "depends on: Task 1, 3", "(after 2 and 4)". */
export function afterOf(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const found = prose.matchAll(
    /\b(?:after|depends?\s+on|requires|blocked\s+by|needs)\**\s*:?\**\s*((?:(?:tasks?|steps?)\s+)?#?\d+(?:\.\d+)*(?:\s*(?:,|and|&)\s*(?:(?:tasks?|steps?)\s+)?#?\d+(?:\.\d+)*)*)(?!\s*(?:%|s\b|ms|min|sec|hour|day))/gi,
  );
  return [...new Set([...found].flatMap(([, list = ""]) => list.match(/\d+(?:\.\d+)*/g) ?? []))];
}
