import { object, text } from "./fields.ts";
import { guardrails } from "./guardrails.ts";
import {
  bodies,
  limits,
  login,
  prices,
  queue,
  rateLimits,
  retention,
  storeGone,
  tokens,
  unknownPrice,
} from "./gateway.ts";
import { loops } from "./loops.ts";
import { routes } from "./routes.ts";
import { upstreams } from "./upstreams.ts";

/** The file's sections: one field and one line each. */
export const sections = {
  upstreams,
  /** The file or PostgreSQL URL of the gateway's store. */
  store: text,
  store_gone: storeGone,
  limits,
  prices,
  unknown_price: unknownPrice,
  routes,
  guardrails,
  queue,
  rate_limits: rateLimits,
  bodies,
  retention,
  loops,
  login,
  tokens,
} as const;

export const file = object(sections);
