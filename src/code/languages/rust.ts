import { readRust } from "./rust/declarations.ts";
import { rustDocs } from "./rust/docs.ts";
import { importsOf } from "./rust/imports.ts";
import { assertionsAsCalls, shownIn } from "./rust/shown.ts";
import { fromLines } from "./tree/language.ts";

export default await fromLines("rust", {
  docs: rustDocs,
  read: readRust,
  imports: importsOf,
  shown: shownIn,
  tested: assertionsAsCalls,
});
