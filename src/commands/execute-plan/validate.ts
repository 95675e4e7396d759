import { isObject, objectIn, nearest, UserError, type Table } from "../../lib/index.ts";
import { type Action, patched, type Task } from "../../plan/index.ts";
import type { Files } from "../../workspace/index.ts";
import { parse } from "../flags.ts";
import { type Command, format } from "../command.ts";
import { split } from "../command-words.ts";

/** Commands that a plan may call: none that changes the session, and no nested plans. */
export const callable = ["api-gen", "doc", "test", "review", "research", "fix", "feature"] as const;

export interface Problem {
  readonly line: number;
  readonly message: string;
}

interface Ground {
  readonly files: Files;
  readonly commands: Table<Command, string>;
}

/** Files that steps write, with their contents after the steps so far; undefined if those are unknown. */
type Planned = Map<string, string | undefined>;

/** Finds all problems in the open steps, before anything runs. */
export async function problemsOf(tasks: readonly Task[], ground: Ground): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const planned: Planned = new Map();
  for (const { files, steps } of tasks) {
    const open = steps.some(({ done }) => !done);
    for (const { verb, path, line } of files) {
      if ((verb === "create" || verb === "test") && !planned.has(path)) planned.set(path, undefined);
      if (!open || planned.has(path)) continue;
      const missing = await absent(path, ground.files);
      if (missing) problems.push({ line, message: missing });
    }
    for (const step of steps)
      for (const action of step.actions) {
        const isFile = action.kind === "write" || action.kind === "patch";
        if (isFile && step.done && !planned.has(action.path)) planned.set(action.path, undefined);
        if (step.done) continue;
        const message = isFile ? await wrongFile(action, ground.files, planned) : await wrong(action, ground);
        if (message) problems.push({ line: action.line, message });
      }
  }
  return problems;
}

type FileAction = Extract<Action, { readonly path: string }>;

const wrong = async (
  action: Exclude<Action, FileAction>,
  { files, commands }: Ground,
): Promise<string | undefined> =>
  action.kind === "call" ? wrongCall(action.text, commands) : wrongScript(action.command, files);

async function wrongFile(action: FileAction, files: Files, planned: Planned): Promise<string | undefined> {
  const { path } = action;
  const outside = await files.resolve(path).then(
    () => undefined,
    (error: unknown) => (error instanceof UserError ? error.message : String(error)),
  );
  if (outside) return outside;
  if (/(?:^|\/)\.(?:git|antiphon)(?:\/|$)|(?:^|\/)\.env(?:\.|$)/.test(path))
    return `${path} is not a plan's to write`;
  const text = await files.tryRead(path).catch(() => null);
  if (action.kind === "write") {
    planned.set(path, action.content);
    return text !== null && text !== action.content
      ? `${path} already exists with other contents`
      : undefined;
  }
  const isNew = planned.has(path) || /^--- \/dev\/null/m.test(action.patch);
  const before = planned.get(path) ?? text;
  const after = patched(before ?? "", action.patch);
  planned.set(path, after);
  if (before === null) return isNew ? undefined : `${path}, which the diff changes, doesn't exist`;
  return after === undefined ? `the diff doesn't fit ${path}` : undefined;
}

async function wrongCall(text: string, commands: Table<Command, string>): Promise<string | undefined> {
  const words = split(text);
  const name = (words[0]?.text ?? "").replace(/^\//, "");
  if (!(callable as readonly string[]).includes(name)) {
    const meant = nearest(name, callable);
    return commands.has(name)
      ? `/${name} can't stand in a plan`
      : `there is no command /${name}${meant ? `; did you mean /${meant}?` : ""}`;
  }
  if (!commands.has(name)) return `there is no command /${name}`;
  try {
    const { argument, flags } = await commands.load(name);
    parse(words.slice(1), { prefix: "/", name, argument, flags: { format, ...flags } });
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return `${text}: ${error.message}`;
    throw error;
  }
}

/** Checks that a package script exists before it runs. */
async function wrongScript(command: string, files: Files): Promise<string | undefined> {
  const name = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)/.exec(command)?.[1];
  if (!name) return undefined;
  const text = await files.tryRead("package.json").catch(() => null);
  if (text === null) return undefined; // an earlier step may create it
  const all = objectIn(text)?.["scripts"];
  if (!isObject(all)) return undefined;
  const scripts = Object.keys(all);
  const meant = nearest(name, scripts);
  return scripts.includes(name)
    ? undefined
    : `package.json has no script ${name}${meant ? `; did you mean ${meant}?` : ""}`;
}

async function absent(path: string, files: Files): Promise<string | undefined> {
  const text = await files
    .tryRead(path)
    .catch((error: unknown) => (error instanceof UserError ? error.message : ""));
  return text === null ? `${path}, which the plan changes, doesn't exist` : undefined;
}
