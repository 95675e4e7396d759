import type { ResourceDraft } from "../../draft.ts";
import { type State, addField, knownIn } from "../../state.ts";
import { readField } from "../field.ts";
import { asked, timeOf } from "../wh.ts";
import { which } from "../which.ts";
import type { Rule } from "./rule.ts";

/** `when it was borrowed`: a field that a question names; false where the text asks nothing. */
function question(state: State, resource: ResourceDraft, text: string): boolean {
  // `whether the queen was seen`, where no queens are kept
  const plain = text.replace(
    /^(whether|if) (?:the|its|their) ([a-z]+) (?=(?:is|are|was|were|has been|have been) [a-z]+$)/i,
    (all, word: string, noun: string) => (knownIn(state, noun) === undefined ? `${word} ${noun} ` : all),
  );
  const found = asked(plain) ?? timeOf(text.replace(/^(?:an?|its|their)\s+/i, ""));
  if (!found) return false;
  const field = readField(`${found.name.replaceAll(" ", "-")} ${found.rest}`, state.enums)?.field;
  if (field)
    addField(resource, { ...field, ...(found.type && field.type !== "enum" ? { type: found.type } : {}) });
  return true;
}

const bare = (text: string): string => text.replace(/^and\s+/i, "");

/** `who borrowed which book`. */
export const who: Rule = ({ state, resource, text }) => which(state, resource, bare(text));

/** `whether it is open`, `until when`: a part that begins with the word that asks. */
export const asks: Rule = ({ state, resource, text }) =>
  /^(?:(?:(?:until|till|since|from) )?(?:whether|when|what|why|how|where)\b|who [a-z]+ (?:it|them|this|the)\b)/i.test(
    bare(text),
  ) && question(state, resource, bare(text));

/** `the day they joined`, `its how`: any other question. */
export const asksAnyhow: Rule = ({ state, resource, plain }) => question(state, resource, plain);
