import { isObject } from "../../lib/index.ts";
import { readReport } from "../runners/jest-json.ts";
import { relativeTo } from "../runners/junit.ts";
import type { FileCoverage, Gap } from "./contract.ts";
import { runs } from "./ranges.ts";

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const lineOf = (place: unknown, end: "start" | "end"): number => Number(object(object(place)[end])["line"]);

/** Parses `coverage-final.json`, as written by istanbul, c8, jest and vitest. */
export function fromIstanbul(text: string, root: string): readonly FileCoverage[] {
  return Object.values(readReport(text, "the coverage report")).flatMap((value) => {
    const data = object(value);
    const { path } = data;
    return typeof path === "string" ? [one(relativeTo(root, path), data)] : [];
  });
}

function one(file: string, data: Json): FileCoverage {
  const lines = new Map<number, boolean>();
  const hits = object(data["s"]);
  for (const [id, place] of Object.entries(object(data["statementMap"]))) {
    const line = lineOf(place, "start");
    lines.set(line, lines.get(line) === true || Number(hits[id]) > 0);
  }
  const functions = functionGaps(data);
  const branches = branchesOf(data);
  const missing = [...lines].flatMap(([line, hit]) => (hit ? [] : [line]));
  const inside = (line: number): boolean =>
    functions.some((outer) => line >= outer.line && line <= outer.endLine);
  return {
    file,
    lines: { covered: lines.size - missing.length, total: lines.size },
    branches: {
      covered: branches.filter(({ taken }) => taken).length,
      total: branches.length,
    },
    gaps: [
      // Report a line that never ran only once.
      ...branches.flatMap(({ taken, gap }) =>
        taken || inside(gap.line) || lines.get(gap.line) === false ? [] : [gap],
      ),
      ...functions,
      ...runs(
        missing.filter((line) => !inside(line)),
        [...lines.keys()],
      ),
    ].sort((a, b) => a.line - b.line),
  };
}

function functionGaps(data: Json): readonly Gap[] {
  const calls = object(data["f"]);
  return Object.entries(object(data["fnMap"])).flatMap(([id, value]) => {
    if (Number(calls[id]) > 0) return [];
    const { name, loc, decl } = object(value);
    const line = lineOf(decl, "start") || lineOf(loc, "start");
    const what = typeof name === "string" && !name.startsWith("(") ? name : "";
    return line ? [{ line, endLine: lineOf(loc, "end") || line, kind: "function" as const, what }] : [];
  });
}

const sides: Readonly<Record<string, readonly string[]>> = {
  if: ["if", "else"],
  "cond-expr": ["the value where it is true", "the value where it is false"],
  "default-arg": ["the default"],
};

function branchesOf(data: Json): readonly { readonly taken: boolean; readonly gap: Gap }[] {
  const counts = object(data["b"]);
  return Object.entries(object(data["branchMap"])).flatMap(([id, value]) => {
    const { type, loc, locations } = object(value);
    const places = list(locations);
    return list(counts[id]).map((count, i) => {
      const place = Number.isFinite(lineOf(places[i], "start")) ? places[i] : loc;
      const line = lineOf(place, "start") || 1;
      const what =
        sides[String(type)]?.[i] ??
        (type === "switch" ? `case ${i + 1}` : type === "binary-expr" ? `operand ${i + 1}` : "");
      return {
        taken: Number(count) > 0,
        gap: { line, endLine: lineOf(place, "end") || line, kind: "branch" as const, what },
      };
    });
  });
}
