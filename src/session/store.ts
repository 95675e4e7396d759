import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { nearest, type Clock, makeFolder, usageError } from "../lib/index.ts";
import { openJournal, type SessionJournal } from "./journal.ts";

/** Maximum sessions kept per project; the oldest are deleted. */
const maxSessions = 200;

export interface SessionInfo {
  readonly id: string;
  readonly began: number;
  readonly commands: readonly string[];
  readonly mode: string | undefined;
}

export interface OpenedJournal {
  readonly id: string;
  readonly journal: SessionJournal;
}

/** The sessions of one project, with one journal each, in the user's state folder. */
export interface Sessions {
  /** Newest first. */
  list(): Promise<readonly SessionInfo[]>;
  create(): Promise<OpenedJournal>;
  /** Raises UserError for an unknown id. */
  open(id: string): Promise<OpenedJournal>;
  /** The latest one; `undefined` before the first. */
  last(): Promise<OpenedJournal | undefined>;
}

export function openSessions(state: string, root: string, clock: Clock): Sessions {
  const project = createHash("sha256").update(root).digest("hex").slice(0, 32);
  const folder = join(state, "projects", project, "sessions");
  const ids = async (): Promise<readonly string[]> =>
    (await readdir(folder).catch(() => []))
      .flatMap((file) => /^(\d{8}-\d{6}-[0-9a-f]{4})\.jsonl$/.exec(file)?.[1] ?? [])
      .toSorted();
  const at = (id: string): OpenedJournal => ({
    id,
    journal: openJournal(join(folder, `${id}.jsonl`), clock),
  });
  return {
    async list() {
      const all = await ids();
      return Promise.all(all.toReversed().map((id) => info(at(id))));
    },
    async create() {
      await makeFolder(folder, { mode: 0o700 });
      for (const old of (await ids()).slice(0, -maxSessions))
        await rm(join(folder, `${old}.jsonl`), { force: true });
      return at(newId(clock));
    },
    async open(id) {
      const all = await ids();
      if (all.includes(id)) return at(id);
      const meant = nearest(id, all) ?? all.at(-1);
      throw usageError(
        "unknown_session",
        `There is no session ${id.slice(0, 40)} in this project.`,
        meant ? `antiphon sessions lists them; the last is ${meant}.` : "Nothing was run here yet.",
      );
    },
    async last() {
      const id = (await ids()).at(-1);
      return id === undefined ? undefined : at(id);
    },
  };
}

/** Ids sort by time. */
const newId = (clock: Clock): string => {
  const [day = "", time = ""] = new Date(clock.now())
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .split("T");
  return `${day}-${time}-${randomBytes(2).toString("hex")}`;
};

async function info({ id, journal }: OpenedJournal): Promise<SessionInfo> {
  const entries = await journal.stamped();
  return {
    id,
    began: entries[0]?.at ?? 0,
    commands: entries.flatMap(({ entry }) => (entry.type === "command" ? [entry.line] : [])),
    mode: entries.flatMap(({ entry }) => (entry.type === "mode" ? [entry.name] : [])).at(-1),
  };
}
