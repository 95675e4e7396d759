import { listed, nearest, usageError } from "../../lib/index.ts";
import { openModel, recogniseDialect, systemOutside, type ModelConfig } from "../../models/index.ts";
import { readKeys } from "../../session/index.ts";
import { configured, openConfig } from "../configured.ts";
import { inTime, textOf } from "../connect/trial.ts";
import { fromSettings, withKeys } from "../upstream-keys.ts";
import { ok, type Finding, type Patient } from "./check.ts";
import { probe } from "./probes.ts";

export interface Wanted {
  readonly upstream: string;
  /** The model to ask; default: the first one listed. */
  readonly model: string | undefined;
  /** A configuration file. */
  readonly config: string | undefined;
}

/** Timeout for listing models in milliseconds. */
const patience = 10_000;

/** Probes the capabilities of one upstream from the configuration or the settings. Raises UserError for an unknown name. */
export async function upstream(request: Wanted, patient: Patient): Promise<readonly Finding[]> {
  const { clock } = patient.io;
  const config = await find(request, patient);
  const where = addressOf(config);
  const model = await openModel(config, outside(patient));
  const wrong = (what: string, detail: string, fix: string): readonly Finding[] => [
    { what, state: "wrong", detail, fix },
  ];
  try {
    const all = await inTime(model.list(), patience, clock);
    const name = request.model ?? all[0]?.id;
    if (name === undefined)
      return wrong("models", `${where} lists no model`, "Load one, or name it: --model=NAME");
    const count = ok("models", `${all.length} at ${where}; asked: ${name}`);
    const dialect = await dialectFinding(config, patient);
    return [count, ...dialect, ...(await probe({ model, name, where, clock }))];
  } catch (error) {
    return wrong("models", textOf(error), `Check that ${where} runs, and the url and key of its upstream.`);
  } finally {
    await model.close();
  }
}

const outside = ({ io: { clock } }: Patient) => ({ ...systemOutside, clock });

async function find({ upstream: name, config }: Wanted, patient: Patient): Promise<ModelConfig> {
  const { io, settings, dotEnv } = patient;
  const env = { ...io.env, ...readKeys(io.env, dotEnv) };
  const file = configured(await openConfig(io, config));
  const known = [...new Set([...Object.keys(file), ...Object.keys(settings.upstreams)])];
  const stored = settings.upstreams[name];
  const model = file[name] ?? (stored && fromSettings(name, stored, env));
  const [found] = model ? await withKeys([model], { env, cwd: io.cwd }) : [];
  if (found) return found;
  const meant = nearest(name, known);
  const choices =
    known.length > 0 ? `Use ${meant ?? listed(known, "or")}.` : "Add it to antiphon.yaml, or name the file.";
  throw usageError("unknown_upstream", `There is no upstream named ${name}.`, choices);
}

const addressOf = ({ provider, options }: ModelConfig): string => {
  const url = typeof options === "object" && options !== null && "url" in options ? options.url : options;
  return typeof url === "string" ? url : provider;
};

async function dialectFinding(config: ModelConfig, patient: Patient): Promise<readonly Finding[]> {
  if (config.provider !== "openai") return [];
  const what = "dialect";
  try {
    const { used, listed: server } = await recogniseDialect(config.options, outside(patient));
    if (server === undefined || server === used) return [ok(what, used)];
    const detail = `${used}, but its list of models looks like that of ${server}`;
    return [{ what, state: "off", detail, fix: `Set dialect: ${server}` }];
  } catch (error) {
    return [ok(what, `configured; its list of models can't be read: ${textOf(error)}`)];
  }
}
