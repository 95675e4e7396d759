import { answer } from "./thread.ts";

/** A test worker: answers with each file's length, and crashes on a file with a certain name. */
answer({
  name: "size",
  read({ path, text }) {
    if (path.includes("deadly")) process.exit(1);
    return { size: text.length };
  },
});
