import type { Gateway } from "../../gateway/index.ts";
import { version } from "../../lib/index.ts";
import { json, type Route } from "../route.ts";
import { adminRoute } from "./admin.ts";
import { keyRoutes } from "./keys.ts";
import { usageRoutes } from "./usage.ts";

/** The additional routes of a server with a gateway. */
export const gatewayRoutes = (gateway: Gateway): readonly Route[] => {
  const route = adminRoute(gateway);
  return [
    ...keyRoutes(route),
    ...usageRoutes(route),
    route("GET", "/settings", async () => json({ version: version(), ...gateway.settings() })),
    route("GET", "/routes", async () => json({ data: gateway.targets() })),
  ];
};
