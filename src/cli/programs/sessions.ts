import { toMarkdown, type Report, show } from "../../report/index.ts";
import { openShared } from "../shared.ts";
import { program } from "./program.ts";

export default program({
  summary: "List the sessions of this project, for --resume",
  flags: {},
  async run(_input, io) {
    const { sessions } = await openShared(io, "new");
    const all = (await sessions.list()).map(({ id, began, commands, mode }) => ({
      session: id,
      began: new Date(began).toISOString(),
      mode: mode ?? "default",
      commands: commands.length,
      last: (commands.at(-1) ?? "").slice(0, 60),
    }));
    if (io.globals.json) io.out(`${JSON.stringify(all, null, 2)}\n`);
    else io.out(await toMarkdown(report(all.map(Object.values)), "default"));
    return 0;
  },
});

const report = (rows: readonly string[][]): Report => ({
  title: "Sessions",
  outcome: "done",
  sections: [
    show.section("sessions", "", [
      rows.length
        ? show.table(["session", "began", "mode", "commands", "last command"], rows)
        : show.text("Nothing was run here yet."),
    ]),
  ],
});
