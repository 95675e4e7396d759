import { inTable } from "../../lib/index.ts";
import { withoutEmoji } from "./gitmoji.ts";

export type Group = "Added" | "Changed" | "Fixed" | "Removed" | "Security";
export const groups: readonly Group[] = ["Added", "Changed", "Fixed", "Removed", "Security"];

/** A parsed subject; `quiet` marks housekeeping that users don't notice. */
export interface Subject {
  readonly style: "conventional" | "bracketed" | "plain";
  readonly type: string;
  readonly scope: string | undefined;
  readonly breaking: boolean;
  /** The author's text after `BREAKING CHANGE:`. */
  readonly breaks?: string;
  readonly text: string;
  readonly prs: readonly number[];
  readonly group: Group | undefined;
  readonly quiet: boolean;
}

interface Kind {
  readonly group: Group;
  readonly quiet?: boolean;
}

/** Conventional commit types, and bracketed words others use for them. */
const kinds: Readonly<Record<string, Kind>> = {
  feat: { group: "Added" },
  feature: { group: "Added" },
  new: { group: "Added" },
  add: { group: "Added" },
  added: { group: "Added" },
  minor: { group: "Added" },
  enhancement: { group: "Changed" },
  improvement: { group: "Changed" },
  fix: { group: "Fixed" },
  bugfix: { group: "Fixed" },
  hotfix: { group: "Fixed" },
  patch: { group: "Changed" },
  perf: { group: "Changed" },
  performance: { group: "Changed" },
  refactor: { group: "Changed" },
  change: { group: "Changed" },
  changed: { group: "Changed" },
  breaking: { group: "Changed" },
  deprecate: { group: "Changed" },
  remove: { group: "Removed" },
  removed: { group: "Removed" },
  security: { group: "Security" },
  revert: { group: "Changed" },
  docs: { group: "Changed", quiet: true },
  doc: { group: "Changed", quiet: true },
  readme: { group: "Changed", quiet: true },
  style: { group: "Changed", quiet: true },
  test: { group: "Changed", quiet: true },
  tests: { group: "Changed", quiet: true },
  types: { group: "Changed" },
  build: { group: "Changed", quiet: true },
  chore: { group: "Changed", quiet: true },
  ci: { group: "Changed", quiet: true },
  actions: { group: "Changed", quiet: true },
  meta: { group: "Changed", quiet: true },
  deps: { group: "Changed", quiet: true },
  "dev deps": { group: "Changed", quiet: true },
  release: { group: "Changed", quiet: true },
  wip: { group: "Changed", quiet: true },
};

/** Commit types that users don't notice. */
export const inwardTypes: readonly string[] = [
  "build",
  "chore",
  "ci",
  "doc",
  "docs",
  "refactor",
  "style",
  "test",
  "tests",
  "internal",
  "wip",
];

const inwardScope =
  /^(?:ci|cd|github|gha|actions?|workflows?|travis|circleci|renovate|dependabot|release-please)$/i;

/** Whether a commit is about building and checking the project itself, whatever its type. */
export const isAutomation = ({ type, scope }: Pick<Subject, "type" | "scope">): boolean =>
  /^(?:ci|actions)$/.test(type) || inwardScope.test(scope ?? "");

/** First words of plain messages, with the group of the change that follows. */
const openings: readonly (readonly [RegExp, Group])[] = [
  [/\b(cve-\d|vulnerabilit|security (fix|issue|advisory)|xss\b|redos|prototype pollution)/i, "Security"],
  [
    /^(fix|fixe[sd]|fixing|bugfix|hotfix|correct|repair|resolve|restore|prevent|avoid|handle|ensure|guard|don.?t|do not|never|properly|stop|work around|workaround|improve error|clear up)\w*\b/i,
    "Fixed",
  ],
  [
    /\b(bug|crash|regression|leak|incorrect|broken|wrong(ly)?|missing|race condition|false positive|typo)\b/i,
    "Fixed",
  ],
  [/^(remove|removed|removes|drop|dropped|drops|delete|deleted|unship)\b/i, "Removed"],
  [
    /^(add|adds|added|adding|support|supports|introduce|introduces|introduced|implement|implements|implemented|allow|allows|allowed|enable|expose|exposes|new|provide|provides|export|permit|accept|create)\b/i,
    "Added",
  ],
  [/\b(support for|new option|new (method|function|class|flag|command))\b/i, "Added"],
];

const plainGroup = (text: string): Group | undefined => openings.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the pull requests a subject names: `(#12)`, `#12`, `GH-12`. */
const references = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(/(?:(?<![\w/-])#|\bGH-)(\d{1,6})\b/g)].map((match) => Number(match[1]))),
];

const conventional =
  /^(?:(?:[\p{Extended_Pictographic}\uFE0F]+|:[\w+-]+:)\s*)?([A-Za-z][A-Za-z -]{0,20})(?:\(([^()]{1,80})\))?(!)?:\s+(.+)$/u;
const bracketed = /^\[([^\]]{1,40})\](?:\s*\[([^\]]{1,40})\])?:?\s*(.+)$/;

function conventionalSubject(subject: string): Omit<Subject, "prs"> | undefined {
  const [, type = "", scope, bang, text = ""] = conventional.exec(subject) ?? [];
  const kind = inTable(kinds, type.toLowerCase());
  if (!kind) return undefined;
  return ofType(type.toLowerCase(), kind, { scope, breaking: bang === "!", text });
}

const ofType = (
  type: string,
  { group, quiet = false }: Kind,
  { scope, breaking, text }: Pick<Subject, "scope" | "breaking" | "text">,
): Omit<Subject, "prs"> => ({
  style: "conventional",
  type,
  scope,
  breaking,
  text: type === "revert" && !/^revert/i.test(text) ? `Revert ${text}` : text,
  group,
  quiet,
});

/** Parses `✨ add themes` and `:bug: (reader) crash on empty input`. */
function emojiSubject(subject: string): Omit<Subject, "prs"> | undefined {
  const { type, text } = withoutEmoji(subject);
  const kind = inTable(kinds, type ?? "");
  if (type === undefined || !kind) return undefined;
  const [, scope, words = ""] = /^(?:\(([^()]{1,80})\):?\s+)?(.+)$/.exec(text) ?? [];
  return ofType(type, kind, { scope, breaking: type === "breaking", text: words });
}

const footer = /^(?:[A-Za-z][\w-]*(?:: | #)|(?:close|fixe?|resolve)[sd]? #|Co-authored-by:|```)/im;

/** Returns the text after `BREAKING CHANGE:` in a message, up to the next trailer. */
export function breaksIn(body: string): string | undefined {
  const [, wording] = /^BREAKING[ -]CHANGES?:[ \t]*([^]*)/m.exec(body) ?? [];
  if (wording === undefined) return undefined;
  const end = wording.search(footer);
  const text = (end > 0 ? wording.slice(0, end) : wording).trim().replaceAll(/\n\s*[-*] /g, "; ");
  return text
    .replace(/^[-*] /, "")
    .replaceAll(/:\s*;\s/g, ": ")
    .replaceAll(/\s+/g, " ")
    .slice(0, 2000);
}

function bracketedSubject(subject: string): Omit<Subject, "prs"> | undefined {
  const [, first = "", second, text = ""] = bracketed.exec(subject) ?? [];
  if (!text) return undefined;
  const words = [first, second ?? ""].map((word) => word.toLowerCase());
  const named = words.find((word) => Object.hasOwn(kinds, word));
  if (named === undefined) return undefined;
  const kind = kinds[named];
  const scope = words.find((word) => word && word !== named && !Object.hasOwn(kinds, word));
  return {
    style: "bracketed",
    type: named,
    scope,
    breaking: words.includes("breaking"),
    text,
    group: kind?.group,
    quiet: kind?.quiet ?? false,
  };
}

/** Parses a commit's subject (after a squash, the pull request's title) in any of the common styles. */
export function parseSubject(subject: string, body = ""): Subject {
  const line = subject.slice(0, 500).trim();
  const prs = references(line);
  const text = line.replace(/\s*\(#\d{1,6}\)\s*$/, "");
  const breaks = breaksIn(body);
  const breaking = breaks !== undefined;
  const more = breaks && { breaks };
  const read = conventionalSubject(text) ?? bracketedSubject(text) ?? emojiSubject(text);
  if (read) return { ...read, breaking: read.breaking || breaking, prs, ...more };
  return {
    ...more,
    style: "plain",
    type: "",
    scope: undefined,
    breaking,
    text,
    prs,
    group: plainGroup(text),
    quiet: false,
  };
}
