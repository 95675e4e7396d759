import { access, open as openFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { UserError } from "../../lib/index.ts";
import type { GgufOptions } from "./options.ts";
import { loadRuntime, type PeerModel } from "./peer.ts";
import { pool, type Pool } from "./pool.ts";

export interface Engine {
  readonly model: PeerModel;
  /** Maximum tokens of a conversation. */
  readonly context: number;
  readonly pool: Pool;
  close(): Promise<void>;
}

const commonContext = 8192;

/** Loads a model file. Throws UserError if the file or node-llama-cpp is missing, or the file isn't a model. */
export async function openEngine(options: GgufOptions): Promise<Engine> {
  const path = resolve(options.path);
  await checkFile(path);
  const { llama, complaints } = await loadRuntime(options.gpu, options.peer);
  let model: PeerModel | undefined;
  try {
    model = await llama.loadModel({ modelPath: path });
    const context = Math.min(options.context ?? commonContext, model.trainContextSize);
    const opened = await model.createContext({
      contextSize: context,
      sequences: options.parallel,
      threads: options.threads ?? availableParallelism(),
    });
    const sequences = Array.from({ length: options.parallel }, () => opened.getSequence());
    return { model, context, pool: pool(sequences), close: closing(model) };
  } catch (cause) {
    await model?.dispose();
    const why = [cause instanceof Error ? cause.message : String(cause), ...complaints].join("; ");
    throw new UserError(
      "gguf_file",
      `${options.path} can't be loaded: ${why}`,
      "Give a model file that llama.cpp can run; a smaller one, or a smaller context, if memory is short.",
      { cause },
    );
  }
}

const closing = (model: PeerModel) => (): Promise<void> => model.dispose();

async function checkFile(path: string): Promise<void> {
  const fix = "Give the path of a .gguf file, like gguf:models/small.gguf.";
  const missing = (cause: unknown): UserError =>
    new UserError("gguf_file", `There is no model file ${path}.`, fix, { cause });
  await access(path).catch((cause: unknown) => {
    throw missing(cause);
  });
  const magic = Buffer.alloc(4);
  const file = await openFile(path).catch((cause: unknown) => {
    throw missing(cause);
  });
  try {
    await file.read(magic, 0, 4, 0).catch(() => undefined); // a folder, which isn't a model either
  } finally {
    await file.close();
  }
  if (magic.toString("latin1") !== "GGUF")
    throw new UserError("gguf_file", `${path} is not a GGUF file.`, fix);
}
