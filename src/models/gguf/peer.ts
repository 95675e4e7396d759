import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../../lib/index.ts";

/** The part of node-llama-cpp 3 that is used here. */
export interface Peer {
  getLlama(options: {
    readonly gpu: "auto" | false;
    readonly build: "never";
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logger: (level: string, message: string) => void;
  }): Promise<PeerLlama>;
}

export interface PeerLlama {
  loadModel(options: { readonly modelPath: string }): Promise<PeerModel>;
}

export interface PeerModel {
  readonly fileInfo: { readonly metadata: unknown };
  readonly trainContextSize: number;
  readonly tokens: { readonly bos: number | null; readonly shouldPrependBosToken: boolean };
  tokenize(text: string, special: boolean, options?: "trimLeadingSpace"): number[];
  isEogToken(token: number): boolean;
  createContext(options: {
    readonly contextSize: number;
    readonly sequences: number;
    readonly threads?: number;
  }): Promise<PeerContext>;
  dispose(): Promise<void>;
}

export interface PeerContext {
  readonly contextSize: number;
  getSequence(): PeerSequence;
}

export type Wanted =
  | true
  | { readonly filter: { readonly tokens?: readonly number[]; readonly includeTop?: number } };

export interface PeerSequence {
  readonly contextTokens: readonly number[];
  readonly nextTokenIndex: number;
  eraseContextTokenRanges(ranges: readonly { readonly start: number; readonly end: number }[]): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
  controlledEvaluate(
    input: readonly (number | [number, { readonly generateNext: { readonly logits: Wanted } }])[],
  ): Promise<readonly ({ readonly next: { readonly logits?: ReadonlyMap<number, number> } } | undefined)[]>;
}

const name = "node-llama-cpp";

/** Whether node-llama-cpp is installed next to this package. */
export function isInstalled(): boolean {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false; // it can't be resolved
  }
}

/** An initialised llama.cpp; `complaints` are its latest error message and its first. */
export interface Runtime {
  readonly llama: PeerLlama;
  readonly complaints: readonly string[];
}

const ready = new Map<string, Promise<Runtime>>();

/**
 * Initialises llama.cpp, once per process for all models. Throws UserError with the install command if node-llama-cpp
 * is missing. `peer` is a folder whose `node_modules` contains it, if it isn't installed next to this package.
 */
export function loadRuntime(gpu: "auto" | false, peer: string | undefined): Promise<Runtime> {
  const key = `${gpu}:${peer ?? ""}`;
  const known = ready.get(key) ?? start(gpu, peer);
  ready.set(key, known);
  known.catch(() => ready.delete(key)); // it may be installed by the next call
  return known;
}

async function start(gpu: "auto" | false, peer: string | undefined): Promise<Runtime> {
  const { getLlama } = await loadPeer(peer);
  const complaints: string[] = [];
  const logger = (level: string, message: string): void => {
    if (level === "error" || level === "fatal") complaints.splice(0, complaints.length - 1, message.trim());
  };
  const llama = await getLlama({ gpu, build: "never", skipDownload: true, progressLogs: false, logger });
  return { llama, complaints };
}

async function loadPeer(folder: string | undefined): Promise<Peer> {
  const where = folder === undefined ? name : locate(folder);
  try {
    return (await import(where)) as Peer; // the package's own types are missing when it isn't installed
  } catch (cause) {
    throw missing(folder, cause);
  }
}

function locate(folder: string): string {
  try {
    return pathToFileURL(createRequire(join(resolve(folder), "package.json")).resolve(name)).href;
  } catch (cause) {
    throw missing(folder, cause);
  }
}

const missing = (folder: string | undefined, cause: unknown): UserError =>
  new UserError(
    "peer_missing",
    `node-llama-cpp, which runs model files, isn't installed${folder === undefined ? "" : ` in ${folder}`}.`,
    "Run npm install node-llama-cpp (its install scripts aren't needed: --ignore-scripts does).",
    { cause },
  );
