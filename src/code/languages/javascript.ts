import { ecmascript } from "./ecmascript/language.ts";

export default ecmascript([".js", ".jsx", ".mjs", ".cjs"], ["jsx"]);
