import type { LanguageLeaf } from "../language.ts";
import { entriesOf } from "./ecmascript/jsdoc-edit.ts";
import { readJava } from "./java/declarations.ts";
import { importsOf } from "./java/imports.ts";
import { complete } from "./java/javadoc.ts";
import { shownIn } from "./java/shown.ts";
import { fromTree } from "./tree/language.ts";

const java: LanguageLeaf = {
  ...(await fromTree("java", {
    read: readJava,
    imports: importsOf,
    shown: shownIn,
  })),
  entries: entriesOf,
  complete,
};
export default java;
