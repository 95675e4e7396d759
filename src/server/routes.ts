import type { Route } from "./route.ts";
import { completions, responses } from "./routes/completions.ts";
import { countTokens } from "./routes/count.ts";
import { health, hello, ready } from "./routes/health.ts";
import { messages, type Served } from "./routes/messages.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { getModel, listModels } from "./routes/models.ts";
import { openapi } from "./routes/openapi.ts";

/** The routes of every server, with or without a gateway. */
export const routesOf = (served: Served): readonly Route[] => [
  messages(served),
  completions(served),
  responses(served),
  countTokens(served),
  listModels(served),
  getModel(served),
  health,
  ready(served),
  hello,
  openapi,
  metricsRoute(served),
];
