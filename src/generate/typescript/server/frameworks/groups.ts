import type { GeneratedFile } from "../../../contracts.ts";
import type { ServerModel } from "../../../specification/server/model.ts";
import { functionsModule } from "../controllers.ts";
import { routesModule } from "../routes.ts";

/** Returns each group's inputs and outputs, and its handlers as functions. */
export const groupFiles = (server: ServerModel): readonly GeneratedFile[] =>
  server.groups.flatMap((group) => [
    { path: `src/routes/${group.file}.ts`, text: routesModule(group, server) },
    { path: `src/controllers/${group.file}.ts`, text: functionsModule(group, server) },
  ]);
