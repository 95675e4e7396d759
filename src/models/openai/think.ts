/** The marks of thinking in text, for servers that don't extract it. */
const tags = [
  ["<think>", "</think>"],
  ["[THINK]", "[/THINK]"],
] as const;

export interface Split {
  readonly thinking: string;
  readonly text: string;
}

export interface ThinkSplitter {
  push(text: string): Split;
  /** What was held back. */
  end(): Split;
}

/** Splits thinking from an answer that begins with it. Marks elsewhere are ordinary text. */
export function thinkSplitter(): ThinkSplitter {
  let buffer = "";
  let state: "begin" | "thinking" | "text" = "begin";
  let end = "";
  const push = (piece: string): Split => {
    if (state === "text") return { thinking: "", text: piece };
    buffer += piece;
    if (state === "begin") {
      const start = buffer.trimStart();
      const tag = tags.find(([open]) => start.startsWith(open));
      if (tag === undefined) {
        if (start === "" || tags.some(([open]) => open.startsWith(start))) return { thinking: "", text: "" };
        state = "text";
        return { thinking: "", text: takeText() };
      }
      [state, end] = ["thinking", tag[1]];
      buffer = start.slice(tag[0].length).replace(/^\n/, "");
    }
    const index = buffer.indexOf(end);
    if (index >= 0) {
      state = "text";
      const [thinking, text] = [buffer.slice(0, index), buffer.slice(index + end.length)];
      buffer = "";
      return { thinking: thinking.trimEnd(), text: text.trimStart() };
    }
    const safe = Math.max(0, buffer.length - end.length); // its end may be the beginning of the mark
    const thinking = buffer.slice(0, safe);
    buffer = buffer.slice(safe);
    return { thinking, text: "" };
  };
  const takeText = (): string => {
    const text = buffer;
    buffer = "";
    return text;
  };
  return {
    push,
    end: () =>
      state === "thinking" ? { thinking: takeText(), text: "" } : { thinking: "", text: takeText() },
  };
}
