export * from "./fields.ts";
export {
  isStoreUrl,
  limitFields,
  subjectPattern,
  type LimitName,
  type TokensConfig,
  type BodiesConfig,
  type StoreGoneConfig,
} from "./gateway.ts";
export type { Problem } from "./located.ts";
export { checkConfig, configSchema, readConfig, type Config } from "./read.ts";
export {
  dialectNames,
  readUpstream,
  upstreamFields,
  type DialectName,
  type KeySource,
  type UpstreamConfig,
} from "./upstreams.ts";
export { failoverErrors, type RouteConfig } from "./routes.ts";
export type { LoopsConfig } from "./loops.ts";
export type { GuardrailsConfig, PersonalData } from "./guardrails.ts";
