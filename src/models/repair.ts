import { jsonrepair } from "jsonrepair";

/** Characters of broken JSON that are mended: it takes a hundred times as long as reading, on the thread of everybody. */
const longest = 16_384;

/**
 * The value that a text of JSON is or was meant to be; undefined where it can't be mended.
 * @param whole Characters of the text that this is a part of, whose other parts are mended too.
 */
export function readJson(text: string, whole = text.length): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return whole <= longest ? repaired(text) : undefined;
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined; // beyond mending
  }
}
