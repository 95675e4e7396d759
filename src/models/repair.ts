import { jsonrepair } from "jsonrepair";

/** Maximum characters of broken JSON to repair: that takes a hundred times as long as parsing, on the main thread. */
const longest = 16_384;

/**
 * The value that a JSON text is or was meant to be; undefined if it can't be repaired.
 * @param whole Characters of the text that this is a part of, whose other parts are repaired too.
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
    return undefined; // can't be repaired
  }
}
