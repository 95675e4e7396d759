import { anyOf } from "../lib/index.ts";
import type { Action, FileNote } from "./contract.ts";
import { patchesIn } from "./patched.ts";
import { isPart, markOf } from "./tick.ts";
import { isUnaskedBlock, reasonAgainst } from "./unasked.ts";

/** A step's lines, with the number of the first one. */
export interface Body {
  readonly line: number;
  readonly lines: readonly string[];
  readonly files: readonly FileNote[];
}

interface Fence {
  readonly info: string;
  /** Number of its first content line. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The plan's text before and after it. */
  readonly before: string;
  readonly after: string;
}

const shells = /^(?:sh|bash|shell|zsh|console|terminal)\b/i;
const silent = /^(?:text|txt|markdown|md|output|mermaid|)$/i;
const programs =
  /^(?:npm|npx|node|pnpm|yarn|bun|deno|python3?|pip3?|pytest|uv|go|cargo|make|git|bash|sh|tsc|vitest|jest|mocha|ruff|mypy|eslint|oxlint|prettier|mkdir|touch|cp|mv|rm|test|echo|cat|ls|grep|curl|docker|\.\/\S+)$/;
/** A command that starts with its program's name: without variables, and without the folder that it's installed in. */
export const byName = (command: string): string =>
  command
    .trim()
    .replace(/^(?:env\s+)?(?:[A-Z_][A-Z\d_]*=\S*\s+)*/, "")
    .replace(installed, "");
const installed = /^(?:[\w.@-]+\/)*\.?bin\//;
/** A program of the project that only its path names. */
const own = /^(?:\.\/\S+|(?:[\w.@-]+\/)*\.?bin\/[\w.-]+)(?=\s|$)/;

const fails = new RegExp(
  anyOf(
    String.raw`\bexpect(?:ed|s)?\b[^\n]*\b(?:fail(?:s|ing|ure)?|red|error)\b`,
    String.raw`\b(?:verify|see|confirm|check|watch|make sure)\b[^\n]*\bfails?\b`,
    String.raw`(?:\b(?:it|this|they|tests?)\s|[(—–-]\s*)(?:should|must|will) (?:still )?fail\b`,
  ),
  "i",
);
const passes = new RegExp(
  anyOf(
    String.raw`\b(?:0|no|none|nothing)(?: longer)? (?:fail|error)`,
    String.raw`\bnone of (?:\w+ ){1,3}fail`,
    String.raw`(?:\b(?:not|never|without)|n['’]t) (?:\w+ )?fail`,
  ),
  "i",
);
/** What is to be done if something fails, which the step doesn't expect. */
const ifFails = /\b(?:if|in case|unless) (?:\w+ ){1,3}fails?\b/gi;
const path = /^(?![/~])(?!.*\.\.\/)[\w@.+-]+(?:\/[\w@.+[\]()-]+)*\.\w{1,8}$/;

const expectsFailure = (text: string): boolean =>
  fails.test(text.replaceAll(ifFails, "")) && !passes.test(text);
export const isPath = (text: string): boolean => path.test(text);

/** Labels in a step for what isn't to be done now: `Rollback: …`, `Instead of: …`, `If it fails: …`. */
const notNow = anyOf(
  "roll[ -]?back|undo|revert",
  "if|otherwise|instead",
  "not|never|avoid",
  "example|before|old|was",
);
const aside = new RegExp(String.raw`^\s*(?:[-*+]\s+)?\**${notNow}(?:\s+\w+){0,3}\**:`, "i");

/** Returns the actions of a step that a program can carry out, in the plan's order. */
export function actionsOf(body: Body): readonly Action[] {
  const { fences, prose } = parts(body);
  const wording = prose.map(({ text }) => text).join("\n");
  const inline = prose.flatMap(({ text, line }) =>
    line > body.line && aside.test(text) ? [] : inText(text, line),
  );
  const blocks = fences.flatMap((fence) => inFence(fence, body, wording));
  const all = [...inline, ...blocks].sort((a, b) => a.line - b.line);
  const red = expectsFailure(wording);
  return all.map((action) => (action.kind === "command" && red ? { ...action, fails: true } : action));
}

const changes =
  /^(?:write|implement|add|create|refactor|change|update|modify|fix|rename|remove|delete|move|extract|replace|document|edit|introduce|migrate|convert|build out|design)\b/i;
const onlyChecks =
  /^(?:(?:npx|npm|pnpm|yarn|bun|uv|run|exec|python3?|-m|--)\s+)*(?:test\b|check|lint|typecheck|type-check|tsc|vitest|jest|mocha|pytest|ruff|mypy|eslint|oxlint|node --test|go (?:test|vet|build)|cargo (?:test|check|clippy|build)|make (?:test|check|lint)|build|ls|cat|grep|echo)/;

/**
 * Returns what a step's actions don't cover: code without a file, parts without an action, a change that is only
 * checked.
 */
export function unprovenIn(body: Body, text: string, actions: readonly Action[]): readonly string[] {
  const { fences } = parts(body);
  const writes = (line: number): boolean =>
    actions.some((action) => action.line === line && action.kind !== "command");
  const code = fences.filter(
    ({ info, line, lines }) =>
      !shells.test(info) && !silent.test(info) && !looksLikeShell(lines) && !writes(line),
  );
  const boxes = body.lines.flatMap((line, i) => (i > 0 && isPart(line) ? [i] : []));
  const open = boxes.filter((from, i) => {
    const to = boxes[i + 1] ?? body.lines.length;
    const within = ({ line }: Action): boolean => line >= body.line + from && line < body.line + to;
    return !actions.some(within) && !markOf(body.lines[from] ?? "").done;
  });
  const isChecked = actions.every(
    (action) => action.kind === "command" && onlyChecks.test(byName(action.command)),
  );
  return [
    ...code.map(({ line }) => `the code of line ${line}, whose file isn't named`),
    ...open.map((i) => `line ${body.line + i}, which names nothing to run`),
    ...(changes.test(text) && isChecked ? ["the change itself: its commands only check"] : []),
  ];
}

function parts({ line, lines }: Body): {
  readonly fences: readonly Fence[];
  readonly prose: readonly { readonly text: string; readonly line: number }[];
} {
  const fences: (Omit<Fence, "after"> & { after: string })[] = [];
  const prose: { text: string; line: number }[] = [];
  for (let i = 0; i < lines.length; i++) {
    const open = /^(\s*)(`{3,}|~{3,})\s*(.*)$/.exec(lines[i] ?? "");
    if (!open) {
      const last = fences.at(-1);
      if (last && !last.after) last.after = lines[i] ?? "";
      prose.push({ text: lines[i] ?? "", line: line + i });
      continue;
    }
    const [, indent = "", marks = "", info = ""] = open;
    const content: string[] = [];
    const first = line + i + 1;
    while (++i < lines.length && !(lines[i] ?? "").trim().startsWith(marks))
      content.push((lines[i] ?? "").replace(new RegExp(`^\\s{0,${indent.length}}`), ""));
    const before = prose
      .slice(-3)
      .map(({ text }) => text)
      .join("\n");
    fences.push({ info: info.trim(), line: first, lines: content, before, after: "" });
  }
  return { fences, prose };
}

/** Text directly before code that makes it a command, whatever its program. */
const orders =
  /(?:^|[,;:.(—–-]\s*|\b(?:then|and|please|now|also|again|first|finally|next)\s+)(?:run|execute)(?: the command)?:?\s*$/i;
const callsAny = /^[a-z][\w.-]*(?:\s+[^\s()]+)+$/;

/** Removes a line's bullet, checkbox and number. */
const unmarked = (text: string): string =>
  text
    .replace(/^\s*(?:(?:[-*+]|\d+[.)])\s+)?(?:\[[ xX]?\]\s*)?/, "")
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, "")
    .trim();

/** A command that is the whole line, or everything after its label. */
const alone = /^(?:[^`]*:\s)?`[^`\n]+`\.?$/;

/** Commands that can't be English sentences, followed only by options, paths and values. */
const called = anyOf(
  "(?:npm|pnpm|yarn|bun) (?:test|ci|install|run [\\w:.-]*[\\w-])",
  "npx [\\w@/.-]+(?: run| check)?",
  "python3? (?:-m [\\w.]+|[\\w/.-]+\\.py)",
  "(?:uv run )?(?:pytest|tsc|vitest run|jest|mocha|ruff check|mypy|eslint)",
  "go (?:test|build|vet|run|generate|mod tidy)",
  "cargo (?:test|build|check|clippy|fmt)",
  "make (?:test|build|check|lint|all|install)",
  "node [\\w/.-]+\\.[cm]?[jt]s",
);
const argument = anyOf("-\\S*", "\\S*[./=:]\\S*", "tests?", "src", "lib");
const bareCommand = new RegExp(
  String.raw`^(?:(?:[Tt]hen )?(?:[Rr]un|[Ee]xecute)(?: the command)?:? )?((?:(?:[\w.@-]+/)*\.?bin/)?${called}(?:\s+${argument})*?)\.?$`,
);

function inText(written: string, line: number): readonly Action[] {
  const whole = textOf(written);
  if (/^\/[a-z][a-z-]*(?:\s|$)/.test(whole)) return [{ kind: "call", text: whole, line }];
  const command = bareCommand.exec(whole)?.[1];
  if (command) return [{ kind: "command", command, fails: false, line }];
  return commandsIn(whole).flatMap(({ code, reason }): Action[] => {
    if (reason) return [];
    const call = callOf(code);
    return [
      call ? { kind: "call", text: call, line } : { kind: "command", command: code, fails: false, line },
    ];
  });
}

/** A line without its mark, comments, and what is struck out. */
const textOf = (written: string): string => unmarked(written.replaceAll(/<!--.*?(?:-->|$)|~~.+?~~/g, ""));

/** The commands in backticks, with the reason not to run them, if there is one. */
function commandsIn(
  whole: string,
): readonly { readonly code: string; readonly reason: string | undefined }[] {
  const asks =
    alone.test(whole) ||
    /\b(?:run|execute|verify|check|install|call|start|test|build|commit|expect)\w*\b/i.test(whole);
  return [...whole.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].flatMap(({ 0: all, 1: written = "", index }) => {
    const [before, code] = [whole.slice(0, index), written.trim()];
    const [program = "", ...rest] = byName(code).split(/\s+/);
    const isCommand =
      programs.test(program) && (rest.length > 0 || /^(?:pytest|make|tsc|jest|vitest)$/.test(program));
    const isOrdered = orders.test(before) && (callsAny.test(code) || own.test(code));
    if (callOf(code) === undefined && !(asks && isCommand) && !isOrdered) return [];
    return [{ code, reason: reasonAgainst(before, whole.slice(index + all.length)) }];
  });
}

/** Why commands that a step names aren't run, as sentence fragments. */
export const unaskedIn = (body: Body): readonly string[] =>
  parts(body)
    .prose.flatMap(({ text }) => commandsIn(textOf(text)))
    .flatMap(({ code, reason }) => (reason ? [`\`${code}\`: ${reason}`] : []));

/** `/test src`, or the same written as `npx antiphon /test src`. */
const callOf = (code: string): string | undefined =>
  /^(?:(?:npx\s+)?antiphon\s+)?["']?(\/[a-z][a-z-]*(?:\s[^"']*)?)["']?$/.exec(code)?.[1]?.trim();

function inFence(fence: Fence, { files }: Body, text: string): readonly Action[] {
  const [language = ""] = fence.info.split(/[\s{]/);
  if (shells.test(language) || (language === "" && looksLikeShell(fence.lines))) {
    const above = unmarked(fence.before.trimEnd().split("\n").at(-1) ?? "");
    return aside.test(above) || isUnaskedBlock(above) ? [] : commands(fence);
  }
  if (/^(?:diff|patch)$/i.test(language))
    return patchesIn(`${fence.lines.join("\n")}\n`).map((one) => ({
      kind: "patch",
      ...one,
      line: fence.line,
    }));
  const target = targetOf(fence, files, text);
  // Plain text and Markdown are written only to a file of their kind; elsewhere they show something.
  const isOwn = target?.endsWith(`.${language.toLowerCase().replace("markdown", "md")}`);
  if (!target || (silent.test(language) && (language === "" || !isOwn))) return [];
  const named = commentPath(fence.lines[0]) === target;
  const content = `${(named ? fence.lines.slice(1) : fence.lines).join("\n").replace(/^\n+/, "")}\n`;
  return [{ kind: "write", path: target, content, line: fence.line }];
}

const looksLikeShell = (lines: readonly string[]): boolean =>
  lines.length > 0 &&
  lines.every(
    (line) =>
      line.trim() === "" ||
      line.startsWith("#") ||
      line.startsWith("$ ") ||
      programs.test(byName(line).split(/\s+/)[0] ?? ""),
  );

/** One command per line; a backslash joins lines, `# Expected: …` says how the previous command ends. */
function commands({ lines, line, after }: Fence): readonly Action[] {
  const found: { kind: "command"; command: string; fails: boolean; line: number }[] = [];
  let open: { text: string; line: number } | undefined;
  const prompt = lines.some((line) => line.startsWith("$ "));
  for (const [i, raw] of lines.entries()) {
    const text = raw.trim();
    if (text === "" || (prompt && !open && !text.startsWith("$ ") && !text.startsWith("#"))) continue;
    if (!open && text.startsWith("#")) {
      const last = found.at(-1);
      if (last && expectsFailure(text)) last.fails = true;
      continue;
    }
    const joined: string = (open ? `${open.text} ` : "") + text.replace(/^\$ /, "");
    const index: number = open?.line ?? line + i;
    if (joined.endsWith("\\")) {
      open = { text: joined.slice(0, -1).trim(), line: index };
      continue;
    }
    open = undefined;
    found.push({
      kind: "command",
      command: joined,
      fails: expectsFailure(/\s#\s*(.*)$/.exec(joined)?.[1] ?? ""),
      line: index,
    });
  }
  const last = found.at(-1);
  if (last && /^\s*\**expected\b/i.test(after) && expectsFailure(after)) last.fails = true;
  return found.map(({ command, ...rest }): Action => {
    const call = callOf(command);
    return call ? { kind: "call", text: call, line: rest.line } : { command, ...rest };
  });
}

const commentPath = (first = ""): string | undefined => {
  const found = /^\s*(?:\/\/|#|--|\/\*|<!--)\s*(?:file:\s*)?([^\s*]+)\s*(?:\*\/|-->)?\s*$/i.exec(first)?.[1];
  return found && isPath(found) ? found : undefined;
};

/** A path alone directly above a code block, as in `src/a.ts`: (not within a sentence). */
function headingPath(before: string): string | undefined {
  const last = before.trimEnd().split("\n").at(-1) ?? "";
  const found = /^\s*[*_]*`([^`\s]+)`[*_]*:[*_]*\s*$/.exec(last)?.[1];
  return found && isPath(found) ? found : undefined;
}

/**
 * The file that a code block belongs to: from its info string, its first line, the text before it, or the task's list
 * of files.
 */
function targetOf(
  { info, lines, before }: Fence,
  files: readonly FileNote[],
  text: string,
): string | undefined {
  const head = /(?:title|file|path)=["']?([^"'\s]+)|\s(\S+\.\w+)\s*$/.exec(info);
  const named = head?.[1] ?? head?.[2] ?? commentPath(lines[0]);
  if (named && isPath(named)) return named;
  const words = [...before.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code).findLast(isPath);
  const modifies = files.some((file) => file.verb === "modify" && file.path === words);
  const heading = headingPath(before);
  if (heading && !modifies && /\b(?:create|write|new|save)\b/i.test(text)) return heading;
  if (words && !modifies && /\b(?:create|write|add|new|save)\b/i.test(before)) return words;
  const isTest = /\btests?\b/i.test(text);
  const fits = files.filter(({ verb }) => verb === (isTest ? "test" : "create"));
  return fits.length === 1 ? fits[0]?.path : undefined;
}
