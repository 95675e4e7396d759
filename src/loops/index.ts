export { loopRoutes, type LoopRoutes } from "./routes.ts";
export { startWork, type Permission, type WorkOptions, type Workers } from "./work.ts";
