import { isRoom, roomsIn } from "../knowledge/rooms.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { indexed } from "../text/spans.ts";

const places = /^(?:room|area|zone|where|spot)$/;

/** Whether a parameter accepts rooms of a house. */
const takesRooms = ({ nameStems, stems, closed, item, type }: Parameter): boolean =>
  (type === "string" || (type === "array" && item?.type === "string")) &&
  !closed &&
  (nameStems.some((word) => places.test(word)) || stems.includes("room"));

/**
 * The rooms in a text as whole mentions, for tools that accept rooms, even if `living room` contains one of the tool's
 * words.
 */
export const roomMentions = (
  parameters: readonly Parameter[],
  { text, mentions }: Reading,
): readonly Mention[] =>
  parameters.some(takesRooms)
    ? roomsIn(text)
        .filter((room) => !indexed(mentions).touch(room))
        .map(({ start, end }) => ({ kind: "phrase", text: text.slice(start, end), start, end }))
    : [];

/** The score of a room for a parameter that accepts one. */
export const roomScore = (parameter: Parameter, mention: Mention): number =>
  mention.kind === "phrase" && takesRooms(parameter) && isRoom(mention.text) ? 3.3 : 0;
