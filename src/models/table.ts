import { table } from "../lib/index.ts";

/** The available providers, each loaded when it is first opened. */
export const providers = table({
  anthropic: () => import("./anthropic/index.ts"),
  builtin: () => import("./builtin/index.ts"),
  gguf: () => import("./gguf/index.ts"),
  openai: () => import("./openai/index.ts"),
  replay: () => import("./replay/index.ts"),
  fault: () => import("./fault/index.ts"),
});
