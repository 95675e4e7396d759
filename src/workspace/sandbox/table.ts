import { table } from "../../lib/index.ts";

/** In the order of preference. */
export const sandboxes = table({
  srt: () => import("./srt.ts"),
  bubblewrap: () => import("./bubblewrap.ts"),
});
