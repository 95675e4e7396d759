import { byC8 } from "./c8.ts";
import type { TestRunner } from "../testing.ts";
import { fromTap } from "./tap.ts";
import { split } from "./target.ts";
import { orUnread } from "./unread.ts";

/** tape can't filter by name and doesn't find test files itself. */
const tape: TestRunner = {
  program: ["tape"],
  command(targets, way) {
    const { files } = split(targets, way);
    return [...way.command, ...(files.length ? files : ["test/**/*.{js,cjs,mjs}", "test.{js,cjs,mjs}"])];
  },
  parse: orUnread(({ stdout }, root) => fromTap(stdout, { root, runner: "tape" })),
  coverage: byC8,
};
export default tape;
