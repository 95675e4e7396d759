import type { TestRunner } from "../testing.ts";
import { junitParser } from "./junit.ts";
import { split } from "./target.ts";

/** Permissions are left to the sandbox it runs in. */
const deno: TestRunner = {
  command(targets) {
    const { files, name } = split(targets);
    const options = ["--allow-all", "--no-prompt", "--junit-path={report}"];
    return ["deno", "test", ...options, ...(name ? ["--filter", `/${name}/`] : []), ...files];
  },
  parse: junitParser("deno test", 1),
};
export default deno;
