import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import { systemClock, type Clock } from "../lib/index.ts";
import {
  eventsOf,
  type AnswerBlock,
  type JsonInput,
  type MessagesRequest,
  type MessagesResponse,
} from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { resultOf, resultSchema, toMarkdown } from "../report/index.ts";
import { unproven } from "../report/unproven.suite.ts";
import { defaults, openModes, openSessions, ourModes, type Session } from "../session/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { compile } from "../schema/index.ts";
import { dispatch, type Dispatched } from "./dispatch.ts";
import { commands } from "./table.ts";
import { split } from "./command-words.ts";

/** A model that answers from a list, and records what it was asked. */
export function scripted(answers: readonly (readonly AnswerBlock[])[], window = 200_000) {
  const requests: MessagesRequest[] = [];
  const model: Model = {
    list: async () => [{ id: "scripted", display_name: "Scripted", context_window: window }],
    async *stream(request) {
      const content = answers[requests.length] ?? [{ type: "text", text: "Out of answers." }];
      requests.push(structuredClone(request));
      const response: MessagesResponse = {
        id: `msg_${requests.length}`,
        type: "message",
        role: "assistant",
        model: "scripted",
        content,
        stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 10 },
      };
      yield* eventsOf(response);
    },
    countTokens: async ({ messages }) => ({ input_tokens: JSON.stringify(messages).length, exact: true }),
    close: async () => undefined,
  };
  return { model, requests };
}

export const reply = (text: string): readonly AnswerBlock[] => [{ type: "text", text }];
export const calls = (name: string, input: JsonInput, id = "toolu_1"): readonly AnswerBlock[] => [
  { type: "tool_use", id, name, input },
];

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A temporary project as a repository with one commit, and a way to run lines in it. */
export function project(files: Readonly<Record<string, string>>) {
  const base = mkdtempSync(join(tmpdir(), "antiphon-command-"));
  folders.push(base);
  const root = join(base, "project");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
      cwd: root,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "Begin");
  const open = async ({
    model,
    shell = true,
    answer = "y",
    clock = systemClock,
  }: Options = {}): Promise<Session> => {
    const modes = openModes([{ path: await ourModes(), links: false }]);
    const { id, journal } = await openSessions(join(base, "state"), root, systemClock).create();
    const environment = { PATH: process.env["PATH"], HOME: base };
    const workspace = await openWorkspace(root, {
      state: join(base, "state"),
      clock: systemClock,
      ...(shell && { shell: { environment, sandbox: "none" } }),
    });
    return {
      id,
      began: 0,
      workspace,
      source: workspace,
      written: async () => [workspace],
      model,
      models: async () => (await model?.list()) ?? [],
      settings: { ...defaults, model: "scripted" },
      mode: await modes.load("default"),
      modes,
      instructions: "",
      journal,
      ask: {
        choose: async (_question, choices) =>
          choices.find((choice) => choice === answer) ?? (choices[0] as never),
        edit: async (text) => text,
      },
      clock,
      interactive: true,
      ci: false,
      note: () => undefined,
      progress: () => undefined,
    };
  };
  return {
    root,
    write,
    git,
    read: (path: string): string => readFileSync(join(root, path), "utf8"),
    open,
    /** Runs a line in a new session; returns the report, and its text. */
    run: async (line: string, options: Options = {}) => {
      const signal = options.signal ?? new AbortController().signal;
      const done = await dispatch(split(line), { session: await open(options), signal });
      const { report } = done;
      expect(unproven(report), `${line}: claims without evidence`).toEqual([]);
      expect(await schemaProblems(done), `${line}: --json against its schema`).toEqual([]);
      return { ...report, text: await toMarkdown(report, "default") };
    },
  };
}

/** Validates what `--json` prints against the command's schema. */
async function schemaProblems({ command = "", report, files = [] }: Dispatched) {
  const schema = resultSchema(command, (await commands.load(command)).data);
  return compile(schema).check(resultOf({ command, report, files, dryRun: false }));
}

interface Options {
  readonly model?: Model;
  readonly shell?: boolean;
  /** The answer to every question. */
  readonly answer?: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}
