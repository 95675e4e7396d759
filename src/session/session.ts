import type { Clock } from "../lib/index.ts";
import type { Journal, LoopEvent } from "../loop/index.ts";
import type { Message } from "../messages/index.ts";
import type { Model, ModelInfo } from "../models/index.ts";
import type { Style } from "../report/index.ts";
import type { Rule } from "../tools/index.ts";
import type { Outside, Workspace } from "../workspace/index.ts";

/** Dollars per million tokens. */
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

/** How to reach a model: a provider of `src/models` and its options. */
export interface Upstream {
  readonly provider: string;
  /** Fields of the provider, or the text behind its colon: a URL, a path. */
  readonly options?: Readonly<Record<string, unknown>> | string;
  /** The file that defines it; its paths are relative to that. */
  readonly file?: string;
}

export interface Settings {
  readonly model: string;
  /** The mode of new sessions. */
  readonly mode: string;
  /** Token budget of a session, for activating the token-efficient mode; `undefined`: no budget. */
  readonly budget: number | undefined;
  readonly prices: Readonly<Record<string, Price>>;
  readonly permissions: readonly Rule[];
  readonly hooks: readonly Hook[];
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly upstreams: Readonly<Record<string, Upstream>>;
  /**
   * Answers to whether programs may run without a sandbox, by the project's real path. Read from the user's own file
   * only.
   */
  readonly sandbox: Readonly<Record<string, SandboxUse>>;
}

/** Without a working sandbox, programs run without one, or not at all. */
export type SandboxUse = "without" | "required";

/** A program run on the files that a command wrote. */
export interface Hook {
  /** A glob relative to the project's root. */
  readonly files: string;
  /** Run without a shell; the written paths that match are appended. */
  readonly run: readonly [string, ...string[]];
}

/** When a mode activates itself for a command; any one condition suffices. */
export interface AutoActivate {
  /** Percent of the settings' `budget_tokens`. */
  readonly budgetLeftBelow?: number;
  /** Number of the model's answers in this session. */
  readonly conversationLongerThan?: number;
  readonly commands?: readonly string[];
  readonly ci?: boolean;
}

export interface Mode extends Style {
  readonly name: string;
  readonly summary: string;
  /** Instructions for the model, as Markdown. */
  readonly instructions: string;
  /** Commands whose reports omit explanations, whatever the level. */
  readonly skipExplanations: readonly string[];
  readonly autoActivate: AutoActivate;
}

export type Entry =
  | { readonly type: "mode"; readonly name: string }
  | { readonly type: "model"; readonly name: string }
  | { readonly type: "command"; readonly line: string }
  /** The absolute path of the folder that the preceding command writes to, if not the project. */
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "report"; readonly title: string; readonly outcome: string }
  | { readonly type: "loop"; readonly event: LoopEvent }
  /** Estimated tokens of the tool definitions sent with each of the following requests. */
  | { readonly type: "tools"; readonly tokens: number }
  /** A person's message in a conversation, and everything up to the end of the model's turn. */
  | { readonly type: "turn"; readonly messages: readonly Message[] }
  /** Of the earlier turns, a model sees the last `kept` in full, and the summary of the others. */
  | { readonly type: "compacted"; readonly summary: string; readonly kept: number }
  | { readonly type: "cleared" };

export interface Ask {
  /** Answers `y` with `--yes`, and `n` if nobody answers; raises UserError if that is none of the choices. */
  choose<const C extends string>(question: string, choices: readonly C[]): Promise<C>;
  edit(text: string, extension: string): Promise<string>;
  /** `--print` without `--yes`: questions are printed instead, for a program to read. */
  readonly printing?: boolean;
}

export interface Session {
  /** The journal's id, for `--resume`. */
  readonly id: string;
  /** Milliseconds since 1970; for a resumed session, its original start. */
  readonly began: number;
  /** Where files are written: the project, or the folder of `--out`. */
  readonly workspace: Workspace;
  /** Where command line paths are resolved: always the project, even with `--out`. Never written to. */
  readonly source: Workspace;
  /** Reads a file outside the project that a person named; absent if a program named it. */
  readonly outside?: (path: string) => Promise<Outside>;
  /**
   * The folders that this session's commands wrote to: the project, then those of `--out`. With `--out` or `--dry-run`
   * only `workspace`.
   */
  written(): Promise<readonly Workspace[]>;
  /** The model for commands; `undefined` if there is only the built-in function caller, which writes no code. */
  readonly model: Model | undefined;
  /** All models that `/model` can choose. */
  models(): Promise<readonly ModelInfo[]>;
  settings: Settings;
  mode: Mode;
  readonly modes: Modes;
  /** The project's AGENTS.md, which `systemText` includes in the system prompt. */
  readonly instructions: string;
  readonly journal: Journal<Entry>;
  readonly ask: Ask;
  readonly clock: Clock;
  /** Whether lines are typed one after the other; otherwise there is a single command. */
  readonly interactive: boolean;
  /** Whether the environment indicates CI. */
  readonly ci: boolean;
  /** Prints a message for people, in addition to the report. */
  note(text: string): void;
  /** Shown on a terminal if it takes longer than half a second, until the next one or the report. */
  progress(text: string): void;
  /** The progress shown last. */
  readonly doing?: string;
}

/** The available modes: built-in ones, then the project's, then the user's. */
export interface Modes {
  names(): Promise<readonly string[]>;
  /** Raises UserError for an unknown name (suggesting the nearest) and for an unreadable file. */
  load(name: string): Promise<Mode>;
}
