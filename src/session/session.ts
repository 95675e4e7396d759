import type { Clock } from "../lib/index.ts";
import type { Journal, LoopEvent } from "../loop/index.ts";
import type { Message } from "../messages/index.ts";
import type { Model, ModelInfo } from "../models/index.ts";
import type { Style } from "../report/index.ts";
import type { Rule } from "../tools/index.ts";
import type { Outside, Workspace } from "../workspace/index.ts";

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** An MCP server whose tools the loop may use. */
export type McpServer =
  | {
      readonly command: readonly [string, ...string[]];
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string };

/** How to reach a model: a provider of the models room and its options. */
export interface Upstream {
  readonly provider: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where it is written; its own paths are relative to that. */
  readonly file?: string;
}

export interface Settings {
  readonly model: string;
  /** The mode that a new session begins in. */
  readonly mode: string;
  /** Tokens that a session may use before token-efficient mode is due; `undefined` is no budget. */
  readonly budget: number | undefined;
  readonly prices: Readonly<Record<string, Price>>;
  readonly permissions: readonly Rule[];
  readonly hooks: readonly Hook[];
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly upstreams: Readonly<Record<string, Upstream>>;
  /** What a person answered where no sandbox works, by the project's real path. Only the user's own file says it. */
  readonly sandbox: Readonly<Record<string, SandboxUse>>;
}

/** Programs run without a sandbox where none works, or not at all. */
export type SandboxUse = "without" | "required";

/** A program that is run on what a command wrote. */
export interface Hook {
  /** A glob from the project's root. */
  readonly files: string;
  /** Without a shell; the paths that were written and fit are added. */
  readonly run: readonly [string, ...string[]];
}

/** When a mode that nobody asked for applies to a command; any one condition suffices. */
export interface AutoActivate {
  /** Per cent of the settings' `budget_tokens`. */
  readonly budgetLeftBelow?: number;
  /** Answers of the model in this session. */
  readonly conversationLongerThan?: number;
  readonly commands?: readonly string[];
  readonly ci?: boolean;
}

export interface Mode extends Style {
  readonly name: string;
  readonly summary: string;
  /** What a model is told, as Markdown. */
  readonly instructions: string;
  /** Commands whose reports leave explanations out, whatever the level. */
  readonly skipExplanations: readonly string[];
  readonly autoActivate: AutoActivate;
}

export type Entry =
  | { readonly type: "mode"; readonly name: string }
  | { readonly type: "model"; readonly name: string }
  | { readonly type: "command"; readonly line: string }
  /** Where the command before writes, if not into the project: an absolute path. */
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "report"; readonly title: string; readonly outcome: string }
  | { readonly type: "loop"; readonly event: LoopEvent }
  /** What the definitions of the tools come to that go with each of the following requests, in tokens: an estimate. */
  | { readonly type: "tools"; readonly tokens: number }
  /** What a person said in a conversation, and all that followed until the model's turn ended. */
  | { readonly type: "turn"; readonly messages: readonly Message[] }
  /** Of the turns before, a model sees the last `kept` whole, and of the others the summary. */
  | { readonly type: "compacted"; readonly summary: string; readonly kept: number }
  | { readonly type: "cleared" };

export interface Ask {
  /** At the end of input, or where nobody can answer, the answer is `n`; with `--yes` it is `y`. */
  choose<const C extends string>(question: string, choices: readonly C[]): Promise<C>;
  edit(text: string, extension: string): Promise<string>;
  /** `--print` without `--yes`: what would be asked about is printed instead, for a program to read. */
  readonly printing?: boolean;
}

export interface Session {
  /** Names the journal; `--resume` takes it. */
  readonly id: string;
  /** Milliseconds since 1970; of a resumed session, when it first began. */
  readonly began: number;
  /** What may be written: the project, or the folder of `--out`. */
  readonly workspace: Workspace;
  /** Where paths of a command line are found: the project, also with `--out`. Nothing is written through it. */
  readonly source: Workspace;
  /** Reads a file that a person named outside the project; absent where a program names it. */
  readonly outside?: (path: string) => Promise<Outside>;
  /** Where commands of this session wrote: the project, then the folders of `--out`; with `--out` that folder alone. */
  written(): Promise<readonly Workspace[]>;
  /** What a command may talk to; `undefined` where only the built-in function caller is there, which writes no code. */
  readonly model: Model | undefined;
  /** All that `/model` can choose. */
  models(): Promise<readonly ModelInfo[]>;
  settings: Settings;
  mode: Mode;
  readonly modes: Modes;
  /** AGENTS.md of the project; `systemText` puts it into what a model is told. */
  readonly instructions: string;
  readonly journal: Journal<Entry>;
  readonly ask: Ask;
  readonly clock: Clock;
  /** Lines are typed one after the other; otherwise this is one command. */
  readonly interactive: boolean;
  /** The environment says CI. */
  readonly ci: boolean;
  /** For people, beside the report. */
  note(text: string): void;
  /** Shown on a terminal if it takes longer than half a second; lasts until the next one or the report. */
  progress(text: string): void;
  /** The progress that was shown last. */
  readonly doing?: string;
}

/** The mode files that count here, ours first, then the project's, then the user's. */
export interface Modes {
  names(): Promise<readonly string[]>;
  /** Raises UserError for an unknown name (with the nearest one) and for a file that can't be read. */
  load(name: string): Promise<Mode>;
}
