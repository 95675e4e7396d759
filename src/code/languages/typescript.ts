import { ecmascript } from "./ecmascript/language.ts";

export default ecmascript(["ts", "tsx"]);
