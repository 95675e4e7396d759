/** Writes every file of a project repeatedly, until it is killed. */
import { openWorkspace } from "./index.ts";
import { testClock } from "./testing.suite.ts";

const [root = "", state = ""] = process.argv.slice(2);
const { files } = await openWorkspace(root, { state, clock: testClock });
for (;;) {
  const changes = [];
  for await (const path of files.find("**")) {
    const before = await files.read(path);
    changes.push({ path, before, after: String(Number(before) + 1) });
  }
  process.stdout.write(".");
  await files.write(changes);
}
