export type * from "./model.ts";
export { client, type ClientOptions } from "./anthropic/client.ts";
export { guard } from "./guard/index.ts";
export { openModel, parseModel, systemOutside } from "./open.ts";
export { registry } from "./registry.ts";
export { providers } from "./table.ts";
