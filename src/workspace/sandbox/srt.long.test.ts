import { escapes } from "./escapes.suite.ts";
import { sandboxSuite } from "./sandbox.suite.ts";

await sandboxSuite("srt", escapes);
