import { version } from "../../lib/index.ts";
import { program } from "./program.ts";

export default program({
  summary: "Show the version, as --version does",
  flags: {},
  run(_, io) {
    io.out(`${version()}\n`);
    return Promise.resolve(0);
  },
});
