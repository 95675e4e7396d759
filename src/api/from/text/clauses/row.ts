import { type Clause, clauseOf, holding, leftOut } from "../words/clause.ts";
import { items } from "../words/lists.ts";
import { onlySays } from "../words/says.ts";
import { tellingOf } from "../facts/story.ts";
import { dealt, nobody } from "../sentences/doing.ts";
import { says } from "../sentences/predicate.ts";
import type { Going } from "../sentences/saying.ts";
import { type State, leave } from "../state.ts";
import { ownerOf } from "./owner.ts";
import { type Spoken, keeps } from "./spoken.ts";

/** A clause with the parts that go on with it. */
interface Segment {
  readonly going: Going;
  readonly clause: Clause;
  readonly parts: string[];
}

/** How far a sentence is read: `A hive has a name and a year, it belongs to a keeper and we note its colour`. */
interface Row {
  readonly first: Clause;
  readonly leading: Going;
  /** The clause that is not read yet, as more of it may follow. */
  segment: Segment | undefined;
  /** The clause before told of somebody else, and so do those without a subject. */
  isTold: boolean;
}

interface Part {
  readonly text: string;
  readonly clause: Clause;
}

/** Takes one kind of part; false where it is of another kind. */
type PartRule = (state: State, row: Row, part: Part) => boolean;

/** Reads the clause that is complete now. */
function close(state: State, row: Row): void {
  const { segment } = row;
  const [part = "", ...more] = segment?.parts ?? [];
  if (segment) says(state, { resource: segment.going.resource, clause: segment.clause, part, more });
  row.segment = undefined;
}

/** `is optional`, `at most 5`: whether a part only goes on with the clause before. */
function goesOn(state: State, { first, segment }: Row, { text, clause }: Part): boolean {
  if (!onlySays(text, state.enums)) return false;
  const isDone = clause.modal === "can" && clause.verb === "be" && !leftOut.test(clause.rest);
  const isHead = segment === undefined && clause.subject === first.subject;
  const isState =
    /^(?:start|begin|become)$/.test(clause.verb) && /^(?:out |off )?as [a-z-]+$/i.test(clause.rest);
  const isList = holding.has(clause.verb) && /^(?:an?|the|its|their|with an?)\s/.test(clause.rest);
  return !isDone && !isHead && !isState && !isList && clause.verb !== "get";
}

/** `… and has a colour`: the subject before, unless that was somebody else. */
const sameSubject: PartRule = (state, row, { text, clause }) => {
  if (clause.subject !== "") return false;
  if (row.isTold) return true;
  const going = row.segment?.going ?? row.leading;
  close(state, row);
  row.segment = { going, clause, parts: [text] };
  return true;
};

/** `… and it belongs to a keeper`: a record of its own. */
const ownSubject: PartRule = (state, row, { text, clause }) => {
  const going = row.segment === undefined ? row.leading : ownerOf(state, clause);
  if (!going) return false;
  close(state, row);
  row.isTold = false;
  const said = text.slice(text.indexOf(clause.subject) + clause.subject.length).trim();
  row.segment = { going, clause, parts: [said] };
  return true;
};

/** `… and we note its colour`: more of the record before. */
const alsoKept: PartRule = (_state, { segment }, { clause }) => {
  if (!segment || !nobody.test(clause.subject) || !keeps.test(clause.verb)) return false;
  segment.parts.push(clause.rest);
  return true;
};

/** `… and users can archive it` */
const doneByUs: PartRule = (state, row, { text, clause }) => {
  if (!nobody.test(clause.subject)) return false;
  close(state, row);
  if (!dealt(state, clause)) leave(state, text);
  row.segment = undefined;
  row.isTold = true;
  return true;
};

/** `… and inspectors visit hives`: who does what; `its name` belongs to the record that is spoken of. */
const told: PartRule = (state, row, { text, clause }) => {
  if (tellingOf(clause)?.object === undefined || /^(?:its|their|the) /i.test(clause.subject)) return false;
  close(state, row);
  state.told.push(text);
  row.isTold = true;
  return true;
};

const rules: readonly PartRule[] = [sameSubject, ownSubject, alsoKept, doneByUs, told];

/** `A hive has a name and a year, and it belongs to a keeper`: clause by clause, each with the list behind it. */
export function clauseByClause(state: State, { text, first }: Spoken, leading: Going): true {
  const row: Row = { first, leading, segment: undefined, isTold: false };
  for (const one of items(text)) {
    const clause = clauseOf(one, row.segment?.going.plural ?? leading.plural);
    const part = clause && { text: one, clause };
    if (part && !goesOn(state, row, part) && rules.some((rule) => rule(state, row, part))) continue;
    row.segment?.parts.push(one);
  }
  close(state, row);
  return true;
}
