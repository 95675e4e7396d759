import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock, UserError, type Clock } from "../../src/lib/index.ts";
import {
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type StreamEvent,
} from "../../src/messages/index.ts";
import { guard, type Model } from "../../src/models/index.ts";
import fault, { type FaultName } from "../../src/models/fault/index.ts";
import { calls, project, reply } from "../../src/commands/session.suite.ts";

/** Returns a model's next answer for the conversation so far: the number of its answers in it, and the request. */
type Role = (turn: number, request: MessagesRequest) => readonly AnswerBlock[];

interface Case {
  readonly line: string;
  readonly files: Readonly<Record<string, string>>;
  readonly model: Role;
  /** Number of requests that the command makes if nothing goes wrong. */
  readonly requests: number;
  /** Paths that may differ when the command fails: what programs proved, or wrote before the first model request. */
  readonly may?: RegExp;
  /** Set if the command succeeds without its model too, with the findings of programs. */
  readonly stands?: true;
  /** Matches a message that the model's work was verified and kept. */
  readonly kept?: RegExp;
}

const header = 'const test = require("node:test");\nconst assert = require("node:assert");\n';
// A line with few possible changes for a program to try by itself.
const broken = "exports.f = () => JSON.parse('{');\n";
const mended = (path: string) => calls("edit", { path, old_string: "'{'", new_string: "'{}'" });
const failing = {
  "package.json": "{}\n",
  "f.js": broken,
  "f.test.js": `${header}test("f", () => assert.deepEqual(require("./f.js").f(), {}));\n`,
};
const system = ({ system: text }: MessagesRequest): string => JSON.stringify(text ?? "");

/** Commands that use a model, each with a model that does it well. */
export const cases: Readonly<Record<string, Case>> = {
  fix: {
    line: "/fix",
    files: failing,
    requests: 2,
    model: (turn) => (turn === 0 ? mended("f.js") : reply("Mended.")),
  },
  "fix of a description": {
    line: '/fix "two should be the word two"',
    files: {
      "package.json": "{}\n",
      "n.js": "exports.n = 1;\n",
      "n.test.js": `${header}test("n", () => assert.equal(require("./n.js").n, 1));\n`,
    },
    requests: 4,
    model: (turn, request) =>
      turn > 0
        ? reply("Done.")
        : system(request).includes("Write one test that shows it")
          ? calls("write", {
              path: "two.test.js",
              content: `${header}test("two", () => assert.equal(require("./n.js").two, "two"));\n`,
            })
          : calls("edit", {
              path: "n.js",
              old_string: "exports.n = 1;",
              new_string: 'exports.n = 1;\nexports.two = "two";',
            }),
  },
  review: {
    line: "/review f.js",
    files: { "package.json": "{}\n", "f.js": "exports.first = (list) => list[0].name;\n" },
    requests: 2,
    stands: true,
    model: (_turn, request) =>
      system(request).includes("Try to refute")
        ? reply('{"refuted": false, "why": "an empty list"}')
        : reply(
            '[{"file": "f.js", "line": 1, "quote": "exports.first = (list) => list[0].name;", "severity": "important", "reason": "An empty list throws.", "suggestion": "Use ?."}]',
          ),
  },
  test: {
    line: "/test f.js",
    files: { ...failing, "f.js": "exports.f = (n) => (n ? n + 2 : {});\n" },
    requests: 2,
    stands: true,
    kept: /\*\*kept\*\*: [1-9]/,
    model: (turn) =>
      turn === 0
        ? calls("write", {
            path: "g.test.js",
            content: `${header}test("g", () => assert.equal(JSON.stringify(require("./f.js").f(2)), "4"));\n`,
          })
        : reply("Written."),
  },
  research: {
    line: '/research "where is it parsed"',
    files: failing,
    requests: 2,
    stands: true,
    model: (turn) =>
      turn === 0
        ? calls("read", { path: "f.js" })
        : reply(
            '{"claims": [{"text": "It is parsed in f.", "citations": [{"file": "f.js", "line": 1, "quote": "JSON.parse"}]}]}',
          ),
  },
  "execute-plan": {
    line: "/execute-plan plan.md",
    files: { ...failing, "plan.md": "- [ ] Run `node -e 1`\n- [ ] Mend f.js\n- [ ] Run `node --test`\n" },
    requests: 3,
    may: /^plan\.md$/,
    model: (turn, request) =>
      system(request).includes("Review the diff")
        ? reply("[]")
        : turn === 0
          ? mended("f.js")
          : reply("Mended."),
  },
  feature: {
    line: '/feature "archive an invoice by year"',
    files: {
      "package.json": "{}\n",
      "archive.js": "exports.archiveInvoice = (id) => `archive/${id}`;\n",
      "archive.test.js": `${header}const { archiveInvoice } = require("./archive.js");\ntest("archives an invoice", () => assert.match(archiveInvoice(1), /^archive/));\n`,
    },
    requests: 3,
    may: /^docs\/plans\//,
    model: (turn, request) =>
      system(request).includes("Review the diff")
        ? reply("[]")
        : turn === 0
          ? calls("edit", { path: "archive.js", old_string: "archive/$", new_string: "archive/2026/$" })
          : reply("Done."),
  },
};

/** A failure of a model: a provider fault or a misbehaviour. */
export interface Trouble {
  /** Occurs from its request on; with `once`, a retry succeeds. */
  readonly fault?: FaultName;
  readonly once?: true;
  readonly says?: Role;
}

export const troubles: Readonly<Record<string, Trouble>> = {
  "429 once": { fault: "rate_limit", once: true },
  429: { fault: "rate_limit" },
  529: { fault: "overloaded" },
  500: { fault: "server_error" },
  "an invalid key": { fault: "bad_key" },
  "a cut stream": { fault: "cut_stream" },
  "a cut stream once": { fault: "cut_stream", once: true },
  "an error in the stream": { fault: "error_in_stream" },
  "malformed JSON": { fault: "malformed_json" },
  "input that doesn't fit": { fault: "unfit_input" },
  "a tool that isn't there": { fault: "wrong_tool" },
  "a wrong stop reason": { fault: "wrong_stop" },
  "a cut answer": { fault: "max_tokens" },
  "an empty answer": { fault: "empty" },
  "an endless loop": { says: () => calls("list", { path: "." }) },
  "endless writing": {
    says: (turn) => calls("write", { path: `stray-${turn}.txt`, content: "stray\n" }),
  },
  prose: { says: () => reply("All tests pass. I can't help with that.") },
};

/** Lets waits of retries pass at once, but not the limits of tools. */
const clock: Clock = {
  now: () => systemClock.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds > 10_000 ? milliseconds : 0, signal),
};

let ids = 0;
const distinct = (block: AnswerBlock): AnswerBlock =>
  block.type === "tool_use" ? { ...block, id: `toolu_${++ids}` } : block;

function playing(role: Role): Model {
  return {
    list: async () => [{ id: "scripted", display_name: "Scripted", context_window: 200_000 }],
    serves: () => true,
    countTokens: async () => ({ input_tokens: 1, exact: false }),
    close: async () => undefined,
    async *stream(request): AsyncIterable<StreamEvent> {
      const turn = request.messages.filter((one) => one.role === "assistant").length;
      const content = role(turn, request).map(distinct);
      const calling = content.some(({ type }) => type === "tool_use");
      yield* eventsOf({
        id: `msg_${++ids}`,
        type: "message",
        role: "assistant",
        model: "scripted",
        content,
        stop_reason: calling ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 10 },
      });
    },
  };
}

/** Returns the case's model, which fails from this request on (counted from 0). */
export async function troubled({ model }: Case, trouble: Trouble, at: number) {
  let asked = 0;
  const counting =
    (role: Role): Role =>
    (turn, request) =>
      role(turn, request);
  const bad = trouble.says;
  const inner = playing(counting(model));
  const other = bad && playing(bad);
  const many = trouble.once ? 1 : 60;
  const script = [
    ...Array.from({ length: at }, () => "ok"),
    ...Array.from({ length: many }, () => trouble.fault),
  ];
  const base: Model = other
    ? { ...inner, stream: (request, context) => (asked++ < at ? inner : other).stream(request, context) }
    : await fault.open(
        { model: { provider: "played" }, script },
        { open: async () => inner, clock, fetch, random: () => 0 } as never, // a provider of ours, outside the table
      );
  let requests = 0;
  const counted: Model = {
    ...base,
    list: () => base.list(),
    countTokens: (request) => base.countTokens(request),
    close: () => base.close(),
    serves: () => true,
    stream: (request, context) => {
      requests++;
      return base.stream(request, context);
    },
  };
  return { model: guard(counted), requests: () => requests };
}

function filesOf(root: string, under = ""): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(join(root, under)).sort()) {
    const path = under ? `${under}/${name}` : name;
    if (name === ".git" || name === "node_modules") continue;
    if (statSync(join(root, path)).isDirectory()) Object.assign(all, filesOf(root, path));
    else all[path] = readFileSync(join(root, path), "utf8");
  }
  return all;
}

const without = (files: Record<string, string>, may: RegExp | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !may?.test(path)));

/** Matches what a report marks as the model's own words. */
const claims = /^## [^\n]*What the model says, without evidence\n[\s\S]*?(?=^## |$(?![\s\S]))/gm;

/** Runs the command with this fault at this request and checks the result. */
export async function hold(name: string, what: string, at: number): Promise<void> {
  const one = cases[name];
  const trouble = troubles[what];
  if (!one || !trouble) throw new Error(`no such case: ${name}, ${what}`);
  const ground = project(one.files);
  const { model } = await troubled(one, trouble, at);
  const before = filesOf(ground.root);
  const ended = await ground.run(one.line, { model, clock }).catch((error: unknown) => error);
  const after = filesOf(ground.root);
  if (ended instanceof Error) {
    // Expects one clear error with what to do, and no changes.
    expect(ended, String(ended.stack)).toBeInstanceOf(UserError);
    expect((ended as UserError).fix).not.toBe("");
    expect(without(after, one.may)).toEqual(without(before, one.may));
    return;
  }
  const { outcome, text } = ended as { outcome: string; text: string };
  expect(text.replaceAll(claims, "")).not.toContain("All tests pass.");
  expect(Object.keys(after).filter((path) => path.startsWith("stray"))).toEqual([]);
  if (trouble.once) expect(outcome, text).toBe("done");
  if (outcome === "done" && (one.kept?.test(text) ?? !one.stands)) return;
  if (!trouble.once) expect(text).toMatch(/[Mm]odel|nothing that was run|review|failed/);
  expect(without(after, one.may), text).toEqual(without(before, one.may));
}

/** Tests every command with each fault at each of its requests, as far as selected. */
export function faultSuite(picked: (name: string, what: string, at: number) => boolean): void {
  describe.each(Object.entries(cases))("/%s with a model in trouble", (name, one) => {
    it("makes the requests that the table says where there is none", async () => {
      const { model, requests } = await troubled(one, { fault: "slow_start" }, 99);
      const { outcome, text } = await project(one.files).run(one.line, { model, clock });
      expect(outcome, text).toBe("done");
      expect(requests()).toBe(one.requests);
    });
    const all = Object.keys(troubles).flatMap((what) =>
      Array.from({ length: one.requests }, (_, at) => [what, at] as const),
    );
    it.each(all.filter(([what, at]) => picked(name, what, at)))("%s at request %i", async (what, at) => {
      await hold(name, what, at);
    });
  });
}
