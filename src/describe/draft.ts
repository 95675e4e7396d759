import type { TextDraft } from "../api/index.ts";
import { readText, type TextReading } from "./read.ts";

/**
 * The resources that a description speaks of, what of them nobody said, and the readings that are near this one.
 * @param others ids of choices whose other reading is wanted
 */
export function draftOf(
  text: string,
  others?: ReadonlySet<string>,
): TextDraft & Pick<TextReading, "choices"> {
  const { resources, assumed, choices } = readText(text, others);
  return { resources, assumed, ignored: [], choices };
}
