import type { SpecFramework } from "../../specification/server/contracts.ts";
import { tiersOf } from "../../specification/server/order.ts";
import { versions } from "../versions.ts";
import { appModule, routesModule } from "./application.ts";
import { pythonNames } from "./model.ts";

export const fastapiServer: SpecFramework = {
  methods: ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  part: (serving) => {
    const { server } = serving;
    const names = pythonNames(server);
    const tiers = tiersOf(server.groups);
    return {
      files: [
        { path: "src/app.py", text: appModule(serving, names, tiers) },
        ...server.groups.map((group) => ({
          path: `src/routes/${names.modules.get(group) ?? ""}.py`,
          text: routesModule(group, { server, names, tiers }),
        })),
      ],
      dependencies: { fastapi: versions.fastapi, "uvicorn[standard]": versions["uvicorn[standard]"] },
    };
  },
};
