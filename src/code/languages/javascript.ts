import { extensions } from "./extensions.ts";
import { ecmascript } from "./ecmascript/language.ts";

// Flow writes types as TypeScript does, for the most part
export default ecmascript(extensions.javascript, ["jsx", "tsx"]);
