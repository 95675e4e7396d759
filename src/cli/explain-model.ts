import type { Config, RouteConfig } from "../config/index.ts";
import { configuredLimits, parseSubject, prices, shownAmount, type PriceTable } from "../gateway/index.ts";
import { inTable, usageError } from "../lib/index.ts";
import { type Block, type Report, show } from "../report/index.ts";

/** Explains which upstreams would receive a request for a model and why, at which price and within which limits. */
export async function explain(model: string, config: Config | undefined): Promise<Report> {
  if (model === "")
    throw usageError(
      "argument_missing",
      "config explain needs a model.",
      "Try: antiphon config explain builtin",
    );
  const subject = parseSubject(`model:${model}`);
  const limits = configuredLimits(config?.limits ?? {}).filter((limit) =>
    ["all", "model:*", subject].includes(limit.subject),
  );
  return {
    title: `A request for ${model}`,
    outcome: "done",
    sections: [
      show.section("targets", "Is sent to", targets(model, config)),
      show.section("limits", "Must hold", [limitTable(limits)]),
    ],
  };
}

function targets(model: string, config: Config | undefined): readonly Block[] {
  const route = inTable(config?.routes ?? {}, model);
  if (route) return routeBlocks(model, route, config);
  const rows = Object.entries(config?.upstreams ?? {}).flatMap(([name, upstream]) => {
    if (typeof upstream === "string") return [[name, model, "if it lists the name"]];
    const alias = inTable(upstream.aliases ?? {}, model);
    if (alias !== undefined) return [[name, alias, "it has the alias"]];
    if (upstream.models === undefined) return [[name, model, "if it lists the name, or takes any"]];
    return upstream.models.includes(model) ? [[name, model, "it lists the name"]] : [];
  });
  const all = rows.length > 0 ? rows : [["builtin", model, "there is no upstream for the name"]];
  return [
    show.table(
      ["upstream", "model", "why", "price"],
      all.map((row) => [...row, priceOf(model, config)]),
    ),
  ];
}

function routeBlocks(name: string, route: RouteConfig, config: Config | undefined): readonly Block[] {
  const { balance = "ordered", sticky = false, fallbacks = {}, breaker, hedge, cache } = route;
  const price = prices((config?.prices ?? {}) as PriceTable).find(name); // validated by sections.ts
  return [
    show.facts({
      route: name,
      order: order[balance],
      sticky: sticky ? "a conversation stays with its target" : "no",
      ...(hedge && { hedge: `the next is asked too after ${hedge.seconds} s of silence` }),
      ...(cache && {
        cache: `answers to equal requests of ${cache.shared ? "all callers" : "one caller"} for ${cache.seconds} s`,
      }),
      breaker: `opens after ${breaker?.failures ?? 3} failures in a row, for ${breaker?.seconds ?? 30} s`,
    }),
    show.table(
      ["upstream", "model", "weight", "price"],
      route.targets.map((target) => [
        target.upstream,
        target.model,
        String(target.weight ?? 1),
        price ? priceOf(name, config) : priceOf(target.model, config),
      ]),
    ),
    ...(Object.keys(fallbacks).length > 0
      ? [
          show.table(
            ["after", "goes on with"],
            Object.entries(fallbacks).map(([error, names]) => [error, names.join(", ")]),
          ),
        ]
      : []),
  ];
}

const order = {
  ordered: "the first whose breaker is closed",
  weighted: "random, by weight",
  least_loaded: "the one with the fewest requests under way for its weight",
} as const;

function priceOf(model: string, config: Config | undefined): string {
  const found = prices((config?.prices ?? {}) as PriceTable).find(model); // validated by sections.ts
  if (!found) return "none";
  const { input, output } = found.price;
  return `${shownAmount("spend_total", input)} in, ${shownAmount("spend_total", output)} out (${found.name})`;
}

const limitTable = (limits: ReturnType<typeof configuredLimits>): Block =>
  limits.length === 0
    ? show.text("No limit of the configuration; those of keys, teams and the store come besides.")
    : show.table(
        ["subject", "limit", "amount"],
        limits.map(({ subject, measure, amount }) => [subject, measure, shownAmount(measure, amount)]),
      );
