import type { Config } from "../config/index.ts";

export interface KnownModels {
  readonly names: readonly string[];
  /** Whether an upstream may have models that the configuration doesn't name. */
  readonly isOpen: boolean;
}

/** The names that requests may have for a model, as far as the configuration tells. */
export function knownModels(config: Config | undefined): KnownModels {
  const upstreams = Object.values(config?.upstreams ?? {});
  const routes = Object.keys(config?.routes ?? {});
  if (upstreams.length === 0) return { names: ["builtin", ...routes], isOpen: false };
  const names = upstreams.flatMap((upstream) => {
    if (typeof upstream === "string") return upstream === "builtin" ? ["builtin"] : [];
    return [...(upstream.models ?? []), ...Object.keys(upstream.aliases ?? {})];
  });
  const isOpen = upstreams.some((upstream) =>
    typeof upstream === "string" ? upstream !== "builtin" : upstream.models === undefined,
  );
  return { names: [...names, ...routes], isOpen };
}
