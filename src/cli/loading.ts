import type { Config, Problem } from "../config/index.ts";
import { UserError } from "../lib/index.ts";
import { limits, workPool } from "../server/index.ts";
import { configured } from "./configured.ts";
import { serverRules, type StoreFlags } from "./gateway.ts";
import type { Io } from "./io.ts";
import { openModels } from "./served-models.ts";
import { storedKeys } from "./stored-keys.ts";
import { withKeys } from "./upstream-keys.ts";

/** Why a server wouldn't start. */
export interface LoadingProblems {
  /** Errors of the configuration. */
  readonly problems: readonly Problem[];
  /** Keys that can't be read in this environment. */
  readonly missing: readonly Problem[];
}

/** Loads the parts of a configuration as a server does, and closes them. Commands that print keys aren't run. */
export async function loadingProblems(
  { routes, ...config }: Config,
  { file, ...flags }: StoreFlags & { readonly file: string },
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
  const [work, stored] = [workPool(limits), storedKeys(flags, config, io)];
  const all = withoutCommands(config.upstreams);
  const upstreams: typeof all = {};
  for (const [name, keyed] of Object.entries(configured({ ...config, upstreams: all })))
    if (await attempt(() => withKeys([keyed], { ...io, stored: stored.read })))
      Object.assign(upstreams, { [name]: all[name] });
  const opening = { ...config, upstreams, ...(found.length === 0 && routes && { routes }) };
  const sources = { model: undefined, record: undefined, telemetry: undefined, work, stored: stored.read };
  await attempt(async () => (await openModels({ ...sources, config: opening }, io)).model.close());
  await attempt(() => serverRules(config, undefined, io));
  await Promise.all([work.close(), stored.close()]);
  const problemOf = ({ place = { file }, message, fix }: UserError): Problem => ({ place, message, fix });
  return {
    problems: found.filter(({ code }) => code !== "upstream_key").map(problemOf),
    missing: found.filter(({ code }) => code === "upstream_key").map(problemOf),
  };
}

type Upstreams = NonNullable<Config["upstreams"]>;

const withoutCommands = (upstreams: Upstreams = {}): Upstreams =>
  Object.fromEntries(
    Object.entries(upstreams).map(([name, upstream]) => {
      if (typeof upstream === "string" || upstream.key?.command === undefined) return [name, upstream];
      const { key: _, ...others } = upstream;
      return [name, others];
    }),
  );
