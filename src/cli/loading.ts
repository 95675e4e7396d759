import type { Config, Problem } from "../config/index.ts";
import { UserError } from "../lib/index.ts";
import { limits, workPool } from "../server/index.ts";
import { configured } from "./configured.ts";
import { serverRules } from "./gateway.ts";
import type { Io } from "./io.ts";
import { openModels } from "./served-models.ts";
import { withKeys } from "./upstream-keys.ts";

/** Why a server wouldn't start. */
export interface LoadingProblems {
  /** Errors of the configuration. */
  readonly problems: readonly Problem[];
  /** Keys that can't be read in this environment. */
  readonly missing: readonly Problem[];
}

/**
 * Loads the parts of a configuration as a server does, and closes them. Commands that print keys aren't run, and the
 * store isn't opened, as that would bring its tables up to date.
 */
export async function loadingProblems(
  { routes, ...config }: Config,
  file: string,
  io: Io,
): Promise<LoadingProblems> {
  const found: UserError[] = [];
  const attempt = async (load: () => Promise<unknown>): Promise<boolean> => {
    try {
      await load();
      return true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      found.push(error);
      return false;
    }
  };
  const work = workPool(limits);
  const all = withoutUnread(config.upstreams);
  const upstreams: typeof all = {};
  for (const [name, keyed] of Object.entries(configured({ ...config, upstreams: all })))
    if (await attempt(() => withKeys([keyed], io))) Object.assign(upstreams, { [name]: all[name] });
  const opening = { ...config, upstreams, ...(found.length === 0 && routes && { routes }) };
  const sources = { model: undefined, record: undefined, telemetry: undefined, work, breaks: false };
  await attempt(async () => (await openModels({ ...sources, config: opening }, io)).model.close());
  await attempt(() => serverRules(config, undefined, io));
  await work.close();
  const problemOf = ({ place = { file }, message, fix }: UserError): Problem => ({ place, message, fix });
  return {
    problems: found.filter(({ code }) => code !== "upstream_key").map(problemOf),
    missing: found.filter(({ code }) => code === "upstream_key").map(problemOf),
  };
}

type Upstreams = NonNullable<Config["upstreams"]>;

/** Returns upstreams without the keys that only a server reads. */
const withoutUnread = (upstreams: Upstreams = {}): Upstreams =>
  Object.fromEntries(
    Object.entries(upstreams).map(([name, upstream]) => {
      if (typeof upstream === "string") return [name, upstream];
      const { key, ...others } = upstream;
      return [name, key?.command || key?.stored ? others : upstream];
    }),
  );
