import { nameWords } from "./name-words.ts";

const flags =
  /^(?:is|has|had|can|should|supports?|allow|needs?|was|were|are|did|does|do|must|will|would|may|use|enable|in)(?=[A-Z_])|^(?:ok|valid|ready|done|open|empty|strict|force|quiet|verbose|debug)$|(?:^|_)exists?$|Exists?$/;

/** Endings of words for a state. */
const state = /(?:ed|able|ing|ible|success)$/;

/** Words with such an ending that name a thing. */
const things = new Set(
  "binding encoding feed heading king listing mapping meaning meeting need padding ping ranking rating ring seed setting spacing speed spelling string table thing timing training variable warning".split(
    " ",
  ),
);

/** Words for a state whose ending usually names a thing. */
const states = new Set(
  "absent coherent consistent current dependent different equivalent independent permanent persistent present silent sufficient transparent urgent".split(
    " ",
  ),
);

/** Whether a name appears to be boolean. */
export function isFlag(name: string): boolean {
  const last = nameWords(name).at(-1)?.toLowerCase() ?? "";
  return flags.test(name) || states.has(last) || (state.test(last) && !things.has(last));
}
