export { startServer, type TestServer, type TestServerOptions } from "./start.ts";
export { script, type Line } from "./script.ts";
export {
  cutCall,
  overloaded,
  rateLimited,
  unchecked,
  type ScriptedCall,
  type Unchecked,
} from "./unchecked.ts";
