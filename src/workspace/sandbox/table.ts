import { table } from "../../lib/index.ts";

/** In order of preference. */
export const sandboxes = table({
  srt: () => import("./srt.ts"),
  bubblewrap: () => import("./bubblewrap.ts"),
});
