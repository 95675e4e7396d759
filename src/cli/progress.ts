/** One live line on a terminal, from half a second on; nothing anywhere else. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

const patience = 500;

export function progress(write: ((text: string) => void) | undefined): Progress {
  let text = "";
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let drawn = false;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    write?.(`\r\u001b[K${text.slice(0, 100)}${seconds > 1 ? ` (${seconds} s)` : ""}`);
    drawn = true;
    timer = setTimeout(draw, 1000).unref();
  };
  return {
    show(next) {
      if (!write) return;
      text = next.replaceAll(/\p{Cc}+/gu, " ");
      if (drawn) {
        clearTimeout(timer);
        draw();
      } else if (!timer) {
        began = performance.now();
        timer = setTimeout(draw, patience).unref();
      }
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      if (drawn) write?.("\r\u001b[K");
      drawn = false;
    },
  };
}
