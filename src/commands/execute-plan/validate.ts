import { applyPatch } from "diff";
import { isObject, objectIn, nearest, UserError, type Table } from "../../lib/index.ts";
import type { Action, Task } from "../../plan/index.ts";
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

/** Finds all problems in the open steps, before anything runs. */
export async function problemsOf(tasks: readonly Task[], ground: Ground): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const created = new Set<string>();
  for (const { files, steps } of tasks) {
    const open = steps.some(({ done }) => !done);
    for (const { verb, path, line } of files) {
      if (verb === "create" || verb === "test") created.add(path);
      if (!open || verb === "create" || verb === "test" || created.has(path)) continue;
      const missing = await absent(path, ground.files);
      if (missing) problems.push({ line, message: missing });
    }
    for (const step of steps)
      for (const action of step.actions) {
        if (action.kind === "write" || action.kind === "patch") created.add(action.path);
        if (step.done) continue;
        const message = await wrong(action, ground, created);
        if (message) problems.push({ line: action.line, message });
      }
  }
  return problems;
}

async function wrong(
  action: Action,
  { files, commands }: Ground,
  created: ReadonlySet<string>,
): Promise<string | undefined> {
  if (action.kind === "call") return wrongCall(action.text, commands);
  if (action.kind === "command") return wrongScript(action.command, files);
  const outside = await files.resolve(action.path).then(
    () => undefined,
    (error: unknown) => (error instanceof UserError ? error.message : String(error)),
  );
  if (outside) return outside;
  if (/(?:^|\/)\.(?:git|antiphon)(?:\/|$)|(?:^|\/)\.env(?:\.|$)/.test(action.path))
    return `${action.path} is not a plan's to write`;
  const before = await files.tryRead(action.path).catch(() => null);
  if (action.kind === "write")
    return before !== null && before !== action.content
      ? `${action.path} already exists with other contents`
      : undefined;
  if (before === null)
    return created.has(action.path) && !/^--- \/dev\/null/m.test(action.patch)
      ? undefined
      : /^--- \/dev\/null/m.test(action.patch)
        ? undefined
        : `${action.path}, which the diff changes, doesn't exist`;
  return applyPatch(before, action.patch) === false ? `the diff doesn't fit ${action.path}` : undefined;
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
