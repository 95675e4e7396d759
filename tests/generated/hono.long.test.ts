import { variantsHold } from "./variants.suite.ts";

variantsHold("hono");
