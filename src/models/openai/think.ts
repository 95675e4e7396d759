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
  let held = "";
  let state: "begin" | "thinking" | "text" = "begin";
  let end = "";
  const push = (piece: string): Split => {
    if (state === "text") return { thinking: "", text: piece };
    held += piece;
    if (state === "begin") {
      const start = held.trimStart();
      const tag = tags.find(([open]) => start.startsWith(open));
      if (tag === undefined) {
        if (start === "" || tags.some(([open]) => open.startsWith(start))) return { thinking: "", text: "" };
        state = "text";
        return { thinking: "", text: taken() };
      }
      [state, end] = ["thinking", tag[1]];
      held = start.slice(tag[0].length).replace(/^\n/, "");
    }
    const index = held.indexOf(end);
    if (index >= 0) {
      state = "text";
      const [thinking, text] = [held.slice(0, index), held.slice(index + end.length)];
      held = "";
      return { thinking: thinking.trimEnd(), text: text.trimStart() };
    }
    const safe = Math.max(0, held.length - end.length); // its end may be the beginning of the mark
    const thinking = held.slice(0, safe);
    held = held.slice(safe);
    return { thinking, text: "" };
  };
  const taken = (): string => {
    const text = held;
    held = "";
    return text;
  };
  return {
    push,
    end: () => (state === "thinking" ? { thinking: taken(), text: "" } : { thinking: "", text: taken() }),
  };
}
