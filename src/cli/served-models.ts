import type { Config } from "../config/index.ts";
import type { Routes } from "../gateway/index.ts";
import { isObject } from "../lib/index.ts";
import {
  guard,
  named,
  openModel,
  parseModel,
  registry,
  systemOutside,
  type Model,
  type ModelConfig,
} from "../models/index.ts";
import type { Telemetry } from "../telemetry/index.ts";
import { isolated, judging, type Work } from "../server/index.ts";
import { configured } from "./configured.ts";
import type { Io } from "./io.ts";
import { withKeys } from "./upstream-keys.ts";

export interface ServedModels {
  readonly model: Model;
  readonly routes: Routes | undefined;
  /** Names that always mean the built-in model. */
  readonly local: readonly string[];
  /** Identifies what it was opened from: equal texts mean equal models. */
  readonly sources: string;
}

export interface ModelSources {
  /** The values of `--model` and `--record`. */
  readonly model: string | undefined;
  readonly record: string | undefined;
  readonly config: Config | undefined;
  readonly work: Work;
  readonly telemetry: Telemetry | undefined;
  /** Returns a key from the gateway's store. Omitted if no upstream has a stored key. */
  stored?(name: string): Promise<string>;
}

/** Opens all models as one, with the configuration's routes first; returns the existing ones if nothing changed. */
export async function openModels(
  { model, record, config, work, telemetry, stored }: ModelSources,
  io: Io,
  present?: ServedModels,
): Promise<ServedModels> {
  const outside = { ...systemOutside, clock: io.clock };
  const upstreams = configured(config);
  const statedModels = namesOf(model).map((part) => parseModel(part));
  const configs = await withKeys([...statedModels, ...Object.values(upstreams)], {
    ...io,
    ...(stored && { stored }),
  });
  const sources = JSON.stringify([configs, config?.routes], (name, value: unknown) =>
    name === "place" ? undefined : value,
  );
  if (present?.sources === sources) return present;
  const all = configs.length > 0 ? configs : [{ provider: "builtin" }];
  const opened = await Promise.all(
    all.map(async (config, i) => {
      if (record)
        return openModel({ provider: "replay", options: { folder: record, record: config } }, outside);
      const opening = await openModel(config, outside);
      const served = config.provider === "builtin" ? isolated(opening, work) : opening;
      const seen = telemetry?.upstream(served, { provider: config.provider, url: urlOf(config) }) ?? served;
      const name = Object.keys(upstreams)[i - statedModels.length];
      return name === undefined ? seen : named(name, seen);
    }),
  );
  const judge = judging(work);
  const others = registry(opened, judge);
  const isFirst = !record && all[0]?.provider === "builtin";
  if (!config?.routes)
    return { model: others, routes: undefined, local: isFirst ? ["builtin"] : [], sources };
  const { openRoutes, routed } = await import("../gateway/index.ts");
  const guarded = opened.slice(statedModels.length).map((model) => guard(model, judge));
  const byName = new Map(
    Object.keys(upstreams).flatMap((name, i) => (guarded[i] ? [[name, guarded[i]]] : [])),
  );
  const { now } = io.clock;
  const routes = openRoutes({ routes: config.routes, upstreams: byName, now, random: outside.random });
  return { model: routed(others, routes), routes, local: [], sources };
}

const urlOf = ({ options }: ModelConfig): string | undefined =>
  isObject(options) && typeof options["url"] === "string" ? options["url"] : undefined;

/** The comma-separated parts of a flag. */
export const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
