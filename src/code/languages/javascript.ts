import { extensions } from "./extensions.ts";
import { ecmascript } from "./ecmascript/language.ts";

export default ecmascript(extensions.javascript, ["jsx"]);
