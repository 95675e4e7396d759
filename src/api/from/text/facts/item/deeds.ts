import { leftOut } from "../../words/clause.ts";
import { activeVerbs, verbs } from "../../words/deeds.ts";
import { type State, act, knownIn, relate, unmarked } from "../../state.ts";
import type { Rule } from "./rule.ts";

type Verbs = readonly string[] | undefined;

/** `can be opened, assigned to an agent and closed`. */
export const goal: Rule = ({ state, resource, plain }) => {
  const noun = state.acting
    ? /^[a-z]+(?: (?:over|out|in|on|up|down))? (?:to|by|with|from) (?:an?|one|the|another) ([a-z]+)$/i.exec(
        plain,
      )?.[1]
    : undefined;
  const done = noun === undefined ? undefined : verbs(plain);
  if (noun === undefined || !done) return false;
  for (const verb of done) act(resource, verb);
  const target = knownIn(state, noun);
  if (target !== undefined) relate(resource, { kind: "belongsTo", target, optional: true });
  return true;
};

/** `closed` in `can be opened, closed`: what was told goes on. */
const goingOn = (state: State, text: string): Verbs =>
  state.acting && !/^(?:an?|the|its|their)\s/i.test(text) ? verbs(text) : undefined;

/** `can be paused or resumed`, where these look like the values of a state. */
const marked = (state: State, text: string): Verbs => {
  const mark = /^(?:can|may|could)(?: also)? be (⟦E\d+⟧)$/i.exec(text)?.[1];
  return mark === undefined ? undefined : verbs((state.enums.get(mark) ?? []).join(", "));
};

/** `gets shipped and delivered in the end`. */
const gets = (state: State, text: string): Verbs => {
  const done = /^(?:finally |then |later )?gets? (.+?)(?: in the end| eventually| at last)?$/i.exec(
    unmarked(state, text, " or ").replaceAll(/\s+/g, " "),
  )?.[1];
  return done === undefined ? undefined : verbs(done);
};

/** `user can pause and resume`. */
const active = (text: string): Verbs => {
  const doing = /^(?:(?:the |an? )?[\w]+\s)?(?:can|may)(?: also)? (?!be |have |hold |carry )(.+)$/i.exec(
    text,
  )?.[1];
  return doing === undefined ? undefined : activeVerbs(doing);
};

/** `can be paused`, and the ways to say it that are read after it; `can be left empty` tells of no deed. */
function clause(state: State, text: string): Verbs {
  const done = /^(?:[\w ]*?\s)?(?:can|may|could)(?: also)? be (.+)$/i.exec(text)?.[1];
  if (done !== undefined && leftOut.test(done)) return undefined;
  const passive = done === undefined || /⟦E/.test(text) ? undefined : verbs(done);
  return passive ?? gets(state, text) ?? active(text);
}

/** What can be done to the record; the next part may go on with it. */
export const deeds: Rule = ({ state, resource, plain }) => {
  const found = goingOn(state, plain) ?? marked(state, plain) ?? clause(state, plain);
  state.acting = found !== undefined;
  for (const verb of found ?? []) act(resource, verb);
  return state.acting;
};
