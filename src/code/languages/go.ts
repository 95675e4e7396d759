import { readGo } from "./go/declarations.ts";
import { goDocs } from "./go/docs.ts";
import { importsOf } from "./go/imports.ts";
import { shownIn } from "./go/shown.ts";
import { fromLines } from "./tree/language.ts";

export default await fromLines("go", {
  docs: goDocs,
  read: readGo,
  imports: importsOf,
  shown: shownIn,
});
