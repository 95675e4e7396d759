export { listen, type Listening, type ServerOptions } from "./listen.ts";
export { json, type Answer, type Call, type Caller, type Route } from "./route.ts";
export { checkScope, isLoopback, keyHash, type FindCaller } from "./access.ts";
export { limits, type Limits } from "./limits.ts";
export { isolated, judging, workPool, type Work } from "./work/index.ts";
export { openapiDocument } from "./openapi.ts";
export { threadLimits, type ThreadLimits } from "./threads.ts";
