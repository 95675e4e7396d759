import { basename } from "node:path";
import type { Model, Provider } from "../model.ts";
import { answerer } from "./answer.ts";
import { openEngine } from "./engine.ts";
import { readOptions } from "./options.ts";

/**
 * Options: `{ path, threads?, context?, parallel?, gpu?, peer? }`, or the path, optionally followed by
 * `?threads=4&context=8192`. The model's name is that of the file.
 */
const gguf: Provider = {
  summary: "a local model file through node-llama-cpp; every call fits its schema, whatever the model",
  async open(input, outside): Promise<Model> {
    const options = readOptions(input);
    const id = basename(options.path).replace(/\.gguf$/i, "");
    const engine = await openEngine(options);
    const { stream, count } = answerer(engine, outside);
    return {
      list: () => Promise.resolve([{ id, display_name: id, context_window: engine.context }]),
      stream,
      countTokens: (request) => Promise.resolve({ input_tokens: count(request), exact: true }),
      close: () => engine.close(),
    };
  },
};
export default gguf;
