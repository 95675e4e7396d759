import { unifiedDiff, type Change } from "../workspace/index.ts";
import { firstSentence, isObject } from "../lib/index.ts";
import { commandOf } from "./evidence.ts";
import { brief } from "./brief.ts";
import type { Block, Report, Section, Style } from "./report.ts";
import { thin } from "./thin.ts";

type Code = Extract<Block, { kind: "code" }>;

/**
 * Applies a style to a report. Every file, endpoint, failure and number is kept; a file that isn't program code is
 * named with its size instead of shown, and at the shortest level nothing contained in a file is shown twice.
 */
export async function shape(report: Report, style: Style): Promise<Report> {
  const isWhole = style.level === "default" && style.explanations === "whole" && style.comments === "full";
  const isDerived = (block: Block): boolean => block.kind === "diff" && block.derived === true;
  if (isWhole && !report.sections.some(({ blocks }) => blocks.some(isDerived))) return report;
  const files = report.sections.flatMap(({ blocks }) => blocks.filter(isFile));
  const sections: Section[] = [];
  for (const section of report.sections) {
    const briefly = style.level === "default" ? section : brief(section, sections, style.level);
    const blocks: Block[] = [];
    for (const block of briefly?.blocks ?? []) blocks.push(...(await shapeBlock(block, style, files)));
    const joined = joinLists(blocks);
    if (joined.length > 0) sections.push({ ...section, blocks: joined });
  }
  return { ...report, sections: style.level === "default" ? sections : commandsNamed(sections) };
}

/** The file may contain more: directives for tools at its top. */
function holds(file: unknown, expected: unknown): boolean {
  if (!isObject(file) || !isObject(expected)) return JSON.stringify(file) === JSON.stringify(expected);
  const entries = Object.entries(expected);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) => JSON.stringify(file[name]) === JSON.stringify(value))
  );
}

/** Sets how the command of each check is named: once, as typed by a person. */
function commandsNamed(sections: readonly Section[]): readonly Section[] {
  let last: string | undefined;
  const marked = (block: Block): Block => {
    const command = block.kind === "check" && block.evidence ? commandOf(block.evidence) : undefined;
    if (block.kind !== "check" || command === undefined) return block;
    const again = command === last;
    last = command;
    return { ...block, command: again ? "again" : "by hand" };
  };
  return sections.map((section) => ({ ...section, blocks: section.blocks.map(marked) }));
}

const isFile = (block: Block): block is Code & { readonly path: string } =>
  block.kind === "code" && block.path !== undefined;

async function shapeBlock(block: Block, style: Style, files: readonly Code[]): Promise<readonly Block[]> {
  if (block.kind === "text") return block.keep ? [block] : explained(block.text, style);
  if (block.kind === "diff")
    return block.derived || (block.written && style.level === "ultra")
      ? [reference(diffCount(block.change))]
      : [block];
  if (block.kind !== "code") return [block];
  if (block.excerpt && style.level === "ultra") return [];
  if (style.level !== "default" && isFile(block) && !programs.has(block.language))
    return [reference(`${block.path}: ${count(block.code)}`)];
  const twin = style.level === "ultra" && block.path === undefined && files.find((file) => same(file, block));
  if (twin) return [reference(`${twin.path ?? ""}: ${count(twin.code)}`)];
  return [{ ...block, code: await thin(block, style.comments) }];
}

/** Programming languages, as named in code fences; everything else is a document or data. */
const programs: ReadonlySet<string> = new Set(
  "ts typescript tsx js javascript jsx mjs cjs py python sql go rust java kotlin ruby php c cpp csharp swift sh bash".split(
    " ",
  ),
);

const reference = (item: string): Block => ({ kind: "list", items: [item] });
const count = (code: string): string => `${code.replace(/\n$/, "").split("\n").length} lines`;

function same(file: Code, block: Code): boolean {
  if (file.language !== block.language) return false;
  if (file.code.trim() === block.code.trim()) return true;
  if (block.language !== "json") return false;
  try {
    return holds(JSON.parse(file.code), JSON.parse(block.code));
  } catch {
    return false;
  }
}

function diffCount(change: Change): string {
  const lines = unifiedDiff([change]).split("\n").slice(4);
  const starting = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return `${change.path}: +${starting("+")} −${starting("-")} lines`;
}

/** Merges consecutive references into one list. */
function joinLists(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.kind === "list" && last?.kind === "list")
      joined[joined.length - 1] = { kind: "list", items: [...last.items, ...block.items] };
    else joined.push(block);
  }
  return joined;
}

function explained(text: string, { explanations }: Style): readonly Block[] {
  if (explanations === "none") return [];
  return [{ kind: "text", text: explanations === "short" ? firstSentence(text) : text }];
}
