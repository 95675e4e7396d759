export type * from "./model.ts";
export { client, type ClientOptions } from "./anthropic/client.ts";
export { forwards } from "./forwards.ts";
export { named } from "./named.ts";
export { passing } from "./passing.ts";
export { guard } from "./guard/index.ts";
export { judge, type Judge, type Judged } from "./guard/judge.ts";
export { openModel, parseModel, systemOutside } from "./open.ts";
export { swappable, type Swappable } from "./swappable.ts";
export { begun, pauseBefore } from "./retries.ts";
export { registry, unknownModel } from "./registry.ts";
export { providers } from "./table.ts";
export { answerOf } from "./whole.ts";
import type { MessagesRequest } from "../messages/index.ts";
import type * as Service from "./openai/service.ts";
import type { Explanation } from "./builtin/explain.ts";
export type { Explanation } from "./builtin/explain.ts";

/** Explains why `builtin` answers a request as it does; `today` is milliseconds since 1970. */
export const explain = async (request: MessagesRequest, today: number): Promise<Explanation> =>
  (await import("./builtin/explain.ts")).explain(request, today);

/** Which dialect is used for a server of chat completions, and which one its list of models suggests. */
export const recogniseDialect = async (
  ...args: Parameters<typeof Service.recogniseDialect>
): Promise<Service.RecognisedDialect> => (await import("./openai/service.ts")).recogniseDialect(...args);

/** Whether model files can be run, that is, node-llama-cpp is installed next to this package. */
export const modelFiles = async (): Promise<boolean> => (await import("./gguf/peer.ts")).isInstalled();
