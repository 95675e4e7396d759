import { parse } from "yaml";
import { isObject } from "../../lib/index.ts";
import { type Change, type Check, type Finding, type Note, weighed } from "../contract.ts";

const contracts: Check = {
  summary: "OpenAPI documents, JSON Schemas and tables that break those who use them",
  focus: "quality",
  reads: (path) => /\.(?:sql|prisma|json|ya?ml)$/i.test(path),
  run: async ({ changes }) => ({
    findings: changes.flatMap(documents),
    notes: changes.flatMap((change) => (/\.sql$/i.test(change.path) ? sql(change) : prisma(change))),
  }),
};
export default contracts;

function documents(change: Change): readonly Finding[] {
  const { path, before, after } = change;
  if (before === null || !/\.(?:json|ya?ml)$/i.test(path)) return [];
  const old = read(before);
  if (!isContract(old)) return [];
  const now = after === null ? {} : read(after);
  if (now === undefined)
    return [broken(change, "unreadable-contract", ["", "The document can't be read any more."])];
  const problems = compared({ old, now: isObject(now) ? now : {}, at: "" });
  return problems.slice(0, 50).map((problem) => broken(change, "breaking-contract", problem));
}

type Problem = readonly [key: string, reason: string];

const broken = ({ path, after }: Change, rule: string, [key, reason]: Problem): Finding => ({
  file: path,
  line: lineOf(after ?? "", key),
  severity: weighed("important", path),
  rule,
  reason,
  suggestion: "Add beside what is there instead, or give the contract a new major version.",
});

function read(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 50, logLevel: "silent" });
  } catch {
    return undefined;
  }
}

const isContract = (value: unknown): value is Record<string, unknown> =>
  isObject(value) &&
  ("openapi" in value ||
    "swagger" in value ||
    /json-schema\.org/.test(String(value["$schema"])) ||
    (isObject(value["properties"]) && "type" in value));

/** The first line that contains the last part of a key. */
function lineOf(text: string, key: string): number {
  const last = key
    .split("/")
    .findLast((part) => part !== "" && !/^(?:properties|required|enum|parameters|responses)$/.test(part));
  const index = last ? text.split("\n").findIndex((line) => line.includes(last.replaceAll("~1", "/"))) : -1;
  return Math.max(1, index + 1);
}

interface Pair {
  readonly old: Readonly<Record<string, unknown>>;
  readonly now: Readonly<Record<string, unknown>>;
  /** The JSON pointer to both. */
  readonly at: string;
}

const verbs = new Set(["get", "put", "post", "delete", "patch", "head", "options", "trace", "query"]);
const deepest = 40;

/** Returns what clients of the old document miss in the new one. */
function compared({ old, now, at }: Pair, depth = 0): readonly Problem[] {
  if (depth > deepest) return [];
  const problems: Problem[] = [];
  const maps = /\/(?:properties|paths|schemas|definitions|\$defs|responses)$/.test(at);
  for (const [key, value] of Object.entries(old)) {
    const next = now[key];
    const place = `${at}/${key.replaceAll("/", "~1")}`;
    const gone = next === undefined;
    if (gone && maps) problems.push([place, `${place} is gone.`]);
    else if (gone && verbs.has(key) && /^\/paths\/[^/]+$/.test(at))
      problems.push([place, `The operation ${place} is gone.`]);
    else if (
      !maps &&
      key === "type" &&
      typeof value === "string" &&
      typeof next === "string" &&
      value !== next
    )
      problems.push([at, `${at} is of type ${next} instead of ${value}.`]);
    else if (!maps && key === "enum" && Array.isArray(value) && Array.isArray(next))
      problems.push(...missing(value, next, at));
    else if (key === "parameters") problems.push(...required(value, next, at));
    else if (isObject(value) && isObject(next))
      problems.push(...compared({ old: value, now: next, at: place }, depth + 1));
  }
  const needed = now["required"];
  if (!maps && Array.isArray(needed) && isObject(now["properties"]))
    problems.push(
      ...needed
        .filter((name) => !(Array.isArray(old["required"]) ? old["required"] : []).includes(name))
        .map((name): Problem => [`${at}/properties/${String(name)}`, `${at} needs ${String(name)} now.`]),
    );
  return problems;
}

const missing = (old: readonly unknown[], now: readonly unknown[], at: string): readonly Problem[] =>
  old
    .filter((item) => !now.includes(item))
    .map((item) => [at, `${at} no longer allows ${JSON.stringify(item)}.`]);

function required(old: unknown, now: unknown, at: string): readonly Problem[] {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
  const before = list(old);
  const fresh = list(now).filter(
    (item) =>
      item["required"] === true &&
      !before.some((other) => other["name"] === item["name"] && other["required"] === true),
  );
  return fresh.map((item) => [
    `${at}/${String(item["name"])}`,
    `${at} needs the parameter ${String(item["name"])} now.`,
  ]);
}

const loss =
  /\bDROP\s+(?:TABLE|COLUMN|DATABASE|SCHEMA)\b|\bTRUNCATE\b|\bALTER\s+COLUMN\s+\S+\s+(?:SET\s+DATA\s+)?TYPE\b|\bRENAME\s+(?:COLUMN|TO)\b/i;
const notNull = /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT)\S+\s+[^;,]*\bNOT\s+NULL\b(?![^;,]*\bDEFAULT\b)/i;

const sql = ({ path, after, added }: Change): readonly Note[] =>
  (after ?? "").split("\n").flatMap((line, i): Note[] => {
    const text = line.replace(/--.*/, "");
    const [what, fix] = loss.test(text)
      ? [
          "Data that is there is lost or called otherwise.",
          "Keep it for a version in which nothing reads it, and keep a way back.",
        ]
      : notNull.test(text)
        ? [
            "Rows that are there have no value for this column.",
            "Give it a DEFAULT, or fill it before it is NOT NULL.",
          ]
        : [];
    if (!added.has(i + 1) || !what || !fix) return [];
    return [
      {
        file: path,
        line: i + 1,
        rule: "breaking-schema",
        reason: what,
        suggestion: fix,
      },
    ];
  });

/** Fields of models that were removed, or changed their type. */
function prisma({ path, before, after }: Change): readonly Note[] {
  if (!/\.prisma$/i.test(path)) return [];
  const fields = (text: string): ReadonlyMap<string, string> => {
    const all = new Map<string, string>();
    for (const [, model = "", body = ""] of text.matchAll(/^model\s+(\w+)\s*\{([^}]*)\}/gm))
      for (const [, name = "", type = ""] of body.matchAll(/^\s*(\w+)\s+([\w[\]?]+)/gm))
        all.set(`${model}.${name}`, type);
    return all;
  };
  const now = fields(after ?? "");
  return [...fields(before ?? "")].flatMap(([name, type]): Note[] => {
    const next = now.get(name);
    if (next === type) return [];
    const reason =
      next === undefined ? `${name} is gone, with its data.` : `${name} is ${next} instead of ${type}.`;
    const line = lineOf(after ?? "", name.split(".")[next === undefined ? 0 : 1] ?? "");
    return [
      {
        file: path,
        line,
        rule: "breaking-schema",
        reason,
        suggestion: "Keep it for a version in which nothing reads it, and keep a way back.",
      },
    ];
  });
}
