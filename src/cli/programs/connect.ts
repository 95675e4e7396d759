import { basename, join } from "node:path";
import { styles, type Report, show } from "../../report/index.ts";
import { readKeys, rememberModel } from "../../session/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { filePlaces, localPlaces, serverPlace, vendorPlaces, type Place } from "../connect/model-places.ts";
import { tryPlace, type Tried } from "../connect/trial.ts";
import type { Io } from "../io.ts";
import { print } from "../print.ts";
import { program } from "./program.ts";

export default program({
  summary: "Find models: keys, local servers, model files; try one with a tool call, and write the setting",
  flags: {
    url: {
      type: "string",
      summary: "Only try the server at this address, over chat completions",
      example: "http://127.0.0.1:8000/v1",
    },
    model: {
      type: "string",
      summary: "Try this model instead of the first listed one",
      example: "qwen3",
    },
  },
  async run({ flags }, io) {
    const places =
      flags.url === undefined ? await everywhere(io) : [serverPlace("custom", flags.url, io.env)];
    const tried = await Promise.all(places.map((place) => tryPlace(place, flags.model, io.clock)));
    const there = tried.filter(({ able, place }) => able !== "absent" || place.name === "custom");
    const best = there.find(({ able }) => able === "tools") ?? there.find(({ able }) => able === "prose");
    const path = best && (await agreed(best, io)) ? await write(best, io) : undefined;
    await print({ report: report(there, { tried, best, path }), style: styles.default }, io);
    return best ? 0 : 1;
  },
});

/** Looks only on this machine and in the environment; sends no requests elsewhere. */
async function everywhere({ cwd, env, folders, clock }: Io): Promise<readonly Place[]> {
  const { files } = await openWorkspace(cwd, { state: folders.state, clock });
  const dotEnv = (await files.tryRead(".env").catch(() => null)) ?? "";
  const home = env["HOME"];
  const models = home === undefined ? [] : [join(home, "models"), join(home, ".lmstudio", "models")];
  return [...localPlaces, ...(await filePlaces(cwd, models)), ...vendorPlaces(readKeys(env, dotEnv), env)];
}

async function agreed({ model, place, able }: Tried, io: Io): Promise<boolean> {
  if (io.globals.dryRun) return false;
  const limit = able === "prose" ? " It called no tool as it should: it can talk, and not change files." : "";
  const question = `${model ?? ""} at ${place.where} answers.${limit}\nUse it for new sessions?`;
  return (await io.ask.choose(question, ["y", "n"])) === "y";
}

const write = ({ model = "", place: { name, upstream } }: Tried, io: Io): Promise<string> =>
  rememberModel(io.folders.settings, {
    model: upstream?.provider === "gguf" ? basename(model).replace(/\.gguf$/i, "") : model,
    ...(upstream && { name, upstream }),
  });

const abilities: Readonly<Record<Tried["able"], string>> = {
  tools: "talks and calls tools: every command",
  prose: "talks, without tools",
  nothing: "doesn't work",
  absent: "isn't there",
};

interface Outcome {
  readonly tried: readonly Tried[];
  readonly best: Tried | undefined;
  /** The settings file that was written. */
  readonly path: string | undefined;
}

function report(there: readonly Tried[], { tried, best, path }: Outcome): Report {
  const rows = there.map(({ place, model, able, detail }) => [
    place.name,
    place.where,
    model ?? null,
    abilities[able],
    detail,
  ]);
  const absent = tried
    .filter((item) => !there.includes(item))
    .map(({ place }) => `${place.name} at ${place.where}`);
  const steps = path
    ? [`Written to ${path}: new sessions use ${best?.model ?? ""}`]
    : best
      ? ["Nothing was written. --yes answers the question"]
      : [
          "Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or start a local server such as Ollama: ollama serve",
          "A server elsewhere: antiphon connect --url=http://HOST:PORT/v1",
        ];
  return {
    title: best ? `${best.model ?? ""} ${abilities[best.able]}` : "No model answers",
    outcome: best ? "done" : "failed",
    data: {
      chosen: path ? (best?.model ?? null) : null,
      models: there.map(({ place, model = null, able, detail }) => ({
        name: place.name,
        where: place.where,
        model,
        able,
        detail,
      })),
    },
    sections: [
      ...show.tables("found", "", ["place", "address", "model", "can", "seen"], rows),
      ...show.sections("asked", "No answer from", show.lists(absent)),
      show.section("next_steps", "Next steps", [show.list(steps)]),
    ],
  };
}
