import type { TextDraft } from "../api/index.ts";
import { readText, type TextReading } from "./read.ts";

const titled = (words: string): string =>
  words.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/**
 * Returns the resources of a description, the assumptions about them, and the alternative readings.
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
