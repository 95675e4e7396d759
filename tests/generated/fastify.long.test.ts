import { variantsHold } from "./variants.suite.ts";

variantsHold("fastify");
