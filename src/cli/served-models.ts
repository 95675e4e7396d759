import type { Config } from "../config/index.ts";
import type { GatewayRules } from "../gateway/index.ts";
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
  readonly routes: GatewayRules["routes"];
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
  /** Whether upstreams that no route names have a breaker, as with a gateway. */
  readonly breaks: boolean;
  /** Returns a key from the gateway's store. Omitted if no upstream has a stored key. */
  stored?(name: string): Promise<string>;
}

/** Opens all models as one, with the configuration's routes first; returns the existing ones if nothing changed. */
export async function openModels(
  { model, record, config, work, telemetry, breaks, stored }: ModelSources,
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
  const isFirst = !record && all[0]?.provider === "builtin";
  if (!config?.routes && !(breaks && Object.keys(upstreams).length > 0))
    return {
      model: registry(opened, judge),
      routes: undefined,
      local: isFirst ? ["builtin"] : [],
      sources,
    };
  const { openRoutes, routed, unrouted } = await import("../gateway/index.ts");
  const { now } = io.clock;
  const stated = opened.slice(0, statedModels.length);
  const byName = Object.keys(upstreams).flatMap((name, i) => {
    const source = opened[statedModels.length + i];
    return source ? [{ name, source, direct: breaks ? unrouted(name, source, now) : undefined }] : [];
  });
  const routes = openRoutes({
    routes: config?.routes ?? {},
    upstreams: new Map(byName.map(({ name, source }) => [name, guard(source, judge)])),
    now,
    random: outside.random,
  });
  const others = registry([...stated, ...byName.map(({ source, direct }) => direct?.model ?? source)], judge);
  const status = () => [...routes.status(), ...byName.flatMap(({ direct }) => direct?.status() ?? [])];
  return { model: routed(others, routes), routes: { ...routes, status }, local: [], sources };
}

const urlOf = ({ options }: ModelConfig): string | undefined =>
  isObject(options) && typeof options["url"] === "string" ? options["url"] : undefined;

/** The comma-separated parts of a flag. */
export const namesOf = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
