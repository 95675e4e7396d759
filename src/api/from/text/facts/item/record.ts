import { wordsOf } from "../../../../names.ts";
import { nameOf, relate } from "../../state.ts";
import { onlySays } from "../../words/says.ts";
import type { Rule } from "./rule.ts";

/** `which has a name and a phone` behind `a parent contact`: the field before is a record of its own. */
export const detailed: Rule = ({ state, resource, text, told }) => {
  const [, list] = /^(?:which|who|that) (?:has|have|itself has) (?=an?\s|the\s|its\s)(.+)$/i.exec(text) ?? [];
  const last = resource.fields.at(-1);
  if (
    list === undefined ||
    !last ||
    onlySays(`with ${list}`, state.enums) ||
    last.type !== "string" ||
    Object.keys(last).length > (last.required === false ? 3 : 2)
  )
    return false;
  const name = nameOf(wordsOf(last.name).join(" "));
  if (name === undefined) return false;
  resource.fields.pop();
  relate(resource, {
    kind: "belongsTo",
    target: name,
    ...(last.required === false ? { optional: true } : {}),
  });
  told(name, list);
  return true;
};
