import { data, type DataOf, UserError } from "../lib/index.ts";
import { type Reported, show } from "../report/index.ts";
import type { Mode, Session } from "../session/index.ts";
import { command } from "./command.ts";

const level = data.choice(["default", "concise", "ultra"]);
const modeData = data.object({
  mode: data.text("The session's mode after the command"),
  level,
  before: data.orNull(data.text("The mode that was left")),
  modes: data.list(
    data.object({
      name: data.text(),
      level: data.orNull(level),
      summary: data.text("Or why the file can't be read; then its level is null"),
    }),
    "With `--list`; else the mode in question",
  ),
});
type ModeReport = Reported<DataOf<typeof modeData>>;

export default command({
  summary: "Show or change the mode of the session",
  keywords: "Switch the mode: shorter, concise, brief or token-efficient answers, replies and reports",
  argument: {
    name: "name",
    summary: "the mode to enter; none shows the current one",
    required: false,
    example: "token-efficient",
    complete: ({ modes }) => modes.names(),
  },
  flags: {
    list: { type: "boolean", summary: "List the modes" },
    info: { type: "boolean", summary: "Show the whole mode file" },
  },
  mcp: true,
  session: "last",
  data: modeData,
  async run({ argument, flags }, { session }) {
    const name = argument.trim();
    if (flags.list) return list(session);
    const mode = name === "" ? session.mode : await session.modes.load(name);
    if (flags.info || name === "") return modeReport(mode, flags.info, session);
    await session.journal.append({ type: "mode", name });
    const before = session.mode.name;
    session.mode = mode;
    return changed(before, mode, session);
  },
});

const facts = ({ name, level, explanations, comments }: Mode) =>
  show.facts({ mode: name, level, explanations, comments });

const modeReport = (mode: Mode, whole: boolean, session: Session): ModeReport => ({
  title: `Mode ${mode.name}`,
  outcome: "done",
  data: dataOf(session, [mode]),
  sections: [show.section("mode", "", [facts(mode), show.text(whole ? mode.instructions : mode.summary)])],
});

function changed(before: string, mode: Mode, session: Session): ModeReport {
  const { interactive, id } = session;
  const where = interactive
    ? "For all commands of this session, and when it is resumed."
    : `Changed the project's last session, ${id}: antiphon --continue goes on with it. For a mode that switches itself on, see auto_activate in modes/token-efficient.md.`;
  return {
    title: `Mode ${mode.name}`,
    outcome: "done",
    data: { ...dataOf(session, [mode]), before },
    sections: [
      show.section("mode", "", [facts(mode), show.list([`before: ${before}`, where])]),
      show.section("changes", "What changes", [show.text(mode.summary)]),
    ],
  };
}

type Listed = DataOf<typeof modeData>["modes"][number];

const dataOf = ({ mode }: Session, modes: readonly Listed[]): DataOf<typeof modeData> => ({
  mode: mode.name,
  level: mode.level,
  before: null,
  modes: modes.map((mode) => ({ name: mode.name, level: mode.level, summary: mode.summary })),
});

/** The list entry of a mode; an unreadable file doesn't hide the others. */
async function listing(name: string, { modes }: Session): Promise<Listed> {
  try {
    return await modes.load(name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, level: null, summary: `Can't be read: ${error.message}` };
  }
}

async function list(session: Session): Promise<ModeReport> {
  const names = await session.modes.names();
  const all = await Promise.all(names.map((name) => listing(name, session)));
  const rows = all.map((item) => [
    item.name === session.mode.name ? `${item.name} (current)` : item.name,
    item.level ?? "–",
    item.summary,
  ]);
  return {
    title: "Modes",
    outcome: "done",
    data: dataOf(session, all),
    sections: [show.section("modes", "", [show.table(["mode", "level", "what it is for"], rows)])],
  };
}
