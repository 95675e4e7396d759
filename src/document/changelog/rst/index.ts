export { composeRst } from "./compose.ts";
