export { startServer, type TestServer, type TestServerOptions } from "./start.ts";
export { script, type Line, type ScriptedCall } from "./script.ts";
export { cutCall, overloaded, rateLimited, unchecked, type Unchecked } from "./unchecked.ts";
