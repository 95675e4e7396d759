import type { TextDraft } from "../api/index.ts";
import { readText } from "./read.ts";

/** The resources that a description speaks of, and what of them nobody said. */
export function draftOf(text: string): TextDraft {
  const { resources, assumed } = readText(text);
  return { resources, assumed, ignored: [] };
}
