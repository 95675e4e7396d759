import { UserError } from "../../lib/index.ts";
import { modelFiles, openModel, systemOutside } from "../../models/index.ts";
import { readKeys } from "../../session/index.ts";
import { fromSettings, withKeys } from "../upstream-keys.ts";
import { ok, type Check, type Finding, type Patient } from "./check.ts";

const patience = 5000;

/** Lists the models of each configured upstream. */
const models: Check = async (patient) => {
  const { upstreams, model } = patient.settings;
  const modelFindings = await Promise.all(
    Object.entries(upstreams).map(([name, upstream]) => ask(name, upstream, patient)),
  );
  return [
    ok("model in use", model),
    ok("builtin", "deterministic function caller, always there"),
    await files(),
    ...modelFindings,
  ];
};
export default models;

async function files(): Promise<Finding> {
  const able = await modelFiles();
  return ok(
    "model files (gguf)",
    able ? "node-llama-cpp is there" : "not used; npm install node-llama-cpp runs them",
  );
}

async function ask(
  name: string,
  upstream: Patient["settings"]["upstreams"][string],
  { io, dotEnv }: Patient,
): Promise<Finding> {
  const what = `upstream ${name}`;
  try {
    const env = { ...io.env, ...readKeys(io.env, dotEnv) };
    const [config] = await withKeys([fromSettings(name, upstream, env)], { env, cwd: io.cwd });
    const model = await openModel(config ?? upstream, { ...systemOutside, clock: io.clock });
    const late = io.clock.sleep(patience).then(() => {
      throw new Error(`no answer in ${patience / 1000} s`);
    });
    const all = await Promise.race([model.list(), late]);
    await model.close();
    return ok(
      what,
      all.length ? `${all.length} models, first ${all[0]?.id ?? ""}` : "answers, and lists no models",
    );
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const { options } = upstream;
    const url = typeof options === "string" ? options : options?.["url"];
    const detail = typeof url === "string" ? `GET ${url}/models: ${text}` : text;
    const check = `Check url and key of upstreams.${name} in settings.yaml, and that the service runs.`;
    const fix = error instanceof UserError ? error.fix : check;
    return { what, state: "wrong", detail, fix };
  }
}
