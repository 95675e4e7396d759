import { answer } from "./thread.ts";

/** For a thread: says how long each file is, and dies of one that is called so. */
answer({
  name: "size",
  read({ path, text }) {
    if (path.includes("deadly")) process.exit(1);
    return { size: text.length };
  },
});
