export {
  openGateway,
  type Administration,
  type Gateway,
  type GatewayOptions,
  type KeyHolder,
} from "./gateway.ts";
export { readSettings } from "./keys/settings.ts";
export type { Key, KeySettings } from "./keys/key.ts";
