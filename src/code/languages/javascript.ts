import { ecmascript } from "./ecmascript/language.ts";

// Flow writes types as TypeScript does, for the most part
export default ecmascript(["jsx", "tsx"]);
