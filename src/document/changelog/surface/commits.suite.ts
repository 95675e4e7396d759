import type { Git } from "../releases.ts";
import { apiDifference } from "./index.ts";

export type Files = Readonly<Record<string, string>>;

/** Creates a git stub for a repository of two commits, `old` and `new`. */
const gitOf =
  (commits: Readonly<Record<"old" | "new", Files>>): Git =>
  (...[command, ...words]) => {
    const last = words.at(-1) ?? "";
    if (command !== "ls-tree") return Promise.resolve(Buffer.from(last, "hex").toString());
    return Promise.resolve(
      Object.entries(commits[last as "old" | "new"])
        .map(([name, text]) => `100644 blob ${Buffer.from(text).toString("hex") || "00"}\t${name}\0`)
        .join(""),
    );
  };

/** Returns the API difference between two sets of files. */
export const difference = (old: Files, now: Files) => apiDifference(gitOf({ old, new: now }), "old", "new");
