import type { TextDraft } from "../api/index.ts";
import { readText, type TextReading } from "./read.ts";

const titled = (words: string): string =>
  words.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/**
 * The resources that a description speaks of, what of them nobody said, and the readings that are near this one.
 * @param others ids of choices whose other reading is wanted
 */
export function draftOf(
  text: string,
  others?: ReadonlySet<string>,
): TextDraft & Pick<TextReading, "choices"> {
  const { resources, application, assumed, choices } = readText(text, others);
  const title = application === undefined ? undefined : `${titled(application)} API`;
  return { resources, title, assumed, ignored: [], choices };
}
