import { imported, ts, type Code } from "../../../code/index.ts";

/** An expression for the path of a file next to the current module. */
export const besideTests = (name: string, runtime: "esm" | "cjs"): Code =>
  runtime === "esm"
    ? ts`${imported("node:url", "fileURLToPath")}(new URL(${name}, import.meta.url))`
    : ts`${imported("node:path", "join")}(__dirname, ${name})`;
