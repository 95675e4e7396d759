/** One updating line on a terminal, shown from half a second on. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

const patience = 500;

export function progress(write: ((text: string) => void) | undefined, width: number): Progress {
  let text = "";
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let drawn = false;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    const time = seconds > 1 ? ` (${seconds} s)` : "";
    const room = width - 1 - time.length; // a line that fills the last column would wrap
    const shownText = text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text;
    write?.(`\r\u001b[K${shownText}${time}`);
    drawn = true;
    timer = setTimeout(draw, 1000).unref();
  };
  return {
    show(next) {
      if (!write) return;
      const line = next.replaceAll(/\p{Cc}+/gu, " ");
      if (line !== text) began = performance.now(); // the elapsed time is that of the current text
      text = line;
      if (drawn) {
        clearTimeout(timer);
        draw();
      } else if (!timer) {
        timer = setTimeout(draw, patience).unref();
      }
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      if (drawn) write?.("\r\u001b[K");
      drawn = false;
      text = "";
    },
  };
}
