import { describe, expect, it } from "vitest";
import { definitionFromYaml, type ApiDefinition } from "../../api/index.ts";
import type { Session } from "../../session/index.ts";
import { confirm, definitionText } from "./confirm.ts";
import { commented } from "./files.ts";
import { argumentOf } from "./argument.ts";
import { propose as proposeRead, type There } from "./propose.ts";

/** A session of an in-memory folder that gives the answers in order. */
function session(
  answers: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
  written: Readonly<Record<string, string>> = files,
) {
  const left = [...answers];
  const notes: string[] = [];
  const folder = (contents: Readonly<Record<string, string>>) => ({
    files: {
      tryRead: (path: string) => Promise.resolve(contents[path] ?? null),
      find: async function* find() {
        yield* Object.keys(contents);
      },
    },
  });
  const ask = {
    choose: () => Promise.resolve(left.shift() ?? "n"),
    edit: () => Promise.resolve(left.shift() ?? ""),
  };
  const [source, workspace] = [folder(files), folder(written)];
  const terminal = { source, workspace, ask, note: (text: string) => notes.push(text) } as unknown as Session; // only these are used here
  return { session: terminal, notes };
}

/** Returns the proposal for an argument, given `before` as the generated definition. */
async function propose(
  argument: string,
  session: Session,
  before: { readonly api: ApiDefinition; readonly paths: readonly string[] } | undefined,
) {
  const read = await argumentOf(argument, session);
  if (read.kind !== "names" && read.kind !== "definition") throw new Error(read.kind);
  const there: There = { now: before?.api, before: before?.api, paths: before?.paths ?? [] };
  return proposeRead(read, session, { there, isOwnFile: false });
}

const definition = "resources:\n  Ship:\n    fields:\n      name: string required\n";

describe("propose", () => {
  it.each([
    ["Task", ["Task"]],
    ["people", ["Person"]],
    ["Order", ["Order", "OrderItem"]],
    ["Post, Comment and Tag", ["Post", "Comment", "Tag"]],
    ["ship.yaml", ["Ship"]],
  ])("reads %s", async (argument, names) => {
    const found = await propose(argument, session([], { "ship.yaml": definition }).session, undefined);
    expect(found.names).toEqual(names);
  });

  it("reads types of the project that is written into, and of no other", async () => {
    const types = { "src/task.ts": "export interface Task { system: string; answer: number }" };
    const fieldsOf = async (written: typeof types | object) =>
      (
        await propose("Task", session([], types, { ...written }).session, undefined)
      ).api.resources[0]?.fields.map(({ name }) => name);
    expect(await fieldsOf(types)).toEqual(["system", "answer"]);
    expect(await fieldsOf({})).toContain("title");
  });

  it("makes relations between several names real", async () => {
    const { api } = await propose("Post, Comment and Tag", session().session, undefined);
    const soft = api.resources.flatMap(({ name, relations }) =>
      relations.filter(({ soft }) => soft).map((relation) => `${name}.${relation.name}`),
    );
    expect(soft).toEqual(["Post.author", "Post.category", "Comment.author"]);
    expect(api.operations.map(({ path }) => path)).toContain("/api/posts/{id}/comments");
  });

  it("joins what was generated before", async () => {
    const { api } = await propose("Project", session().session, undefined);
    const joined = await propose("Task", session().session, { api, paths: [] });
    expect(joined.names).toEqual(["Task"]);
    expect(joined.api.resources.map(({ name }) => name)).toEqual(["Project", "Task"]);
    expect(joined.api.operations.map(({ path }) => path)).toContain("/api/projects/{id}/tasks");
  });

  it("takes what was generated before over everything else", async () => {
    const api = definitionFromYaml("resources:\n  Task:\n    fields:\n      only: string\n", "x.yaml");
    const again = await propose("tasks", session().session, { api, paths: [] });
    expect(again.api.resources[0]?.fields.map(({ name }) => name)).toEqual(["only"]);
  });

  it.each([
    "../secret.yaml",
    "missing.json",
    "a/b",
    ".hidden",
    "~/x",
    "C:\\x",
    "__proto__",
    "class",
    "x".repeat(300),
    "🙂",
  ])("refuses %.30s", async (argument) => {
    await expect(propose(argument, session().session, undefined)).rejects.toMatchObject({
      name: "UserError",
    });
  });
});

describe("confirm", () => {
  const proposal = async () => propose("Task", session().session, undefined);

  it("goes on with y, stops with n", async () => {
    const proposed = await proposal();
    expect(await confirm(proposed, session(["y"]).session)).toBe(proposed);
    expect(await confirm(proposed, session(["n"]).session)).toBeUndefined();
  });

  it("comes back to the question after an edit, also one that can't be read", async () => {
    const { session: terminalSession, notes } = session([
      "e",
      "resources:\n  Ship:\n    fields:\n      name: strin\n",
      "e",
      definition,
      "y",
    ]);
    const confirmed = await confirm(await proposal(), terminalSession);
    expect(confirmed?.names).toEqual(["Ship"]);
    expect(notes[1]).toBe('Line 4, column 13: "strin" is not a type. Did you mean string?');
    expect(notes[2]).toContain("name  string  required");
  });

  it("takes the other reading of a choice by its number", async () => {
    const proposed = await proposal();
    const other = { ...proposed, assumed: ["the other reading"] };
    const choices = [{ id: "a", taken: "A.", other: "b" }];
    const { session: terminalSession, notes } = session(["1", "y"]);
    expect(await confirm({ ...proposed, choices, choose: () => other }, terminalSession)).toBe(other);
    expect(notes[0]).toContain("    1  A. Or: b.");
    expect(notes[1]).toContain("the other reading");
  });

  it("shows fields, relations, actions and what was assumed", async () => {
    const text = definitionText(await proposal());
    expect(text).toContain("title           string    required, 1 to 200 characters");
    expect(text).toContain("Has many subtasks (Task, foreign key parentId)");
    expect(text).toContain('POST /api/tasks/:id/complete: sets status = "done", completedAt = now');
    expect(text).toContain("Task.projectId refers to Project, which is not generated yet");
  });
});

describe("commented", () => {
  it.each([
    ["full", "/** Of a task. */\nexport const a = 1; // one\n", "a = 1  # one\n"],
    ["terse", "/** Of a task. */\nexport const a = 1;\n", "a = 1\n"],
    ["none", "export const a = 1;\n", "a = 1\n"],
  ] as const)("leaves %s comments in generated code, and documents as they are", async (comments, ts, py) => {
    const files = [
      { path: "src/a.ts", text: "/** Of a task. */\nexport const a = 1; // one\n" },
      { path: "src/a.py", text: "a = 1  # one\n" },
      { path: "README.md", text: "# A // b\n" },
    ];
    const texts = (await commented(files, { mode: { comments } as Session["mode"] })).map(({ text }) => text); // only `mode` is read
    expect(texts).toEqual([ts, py, "# A // b\n"]);
  });
});
