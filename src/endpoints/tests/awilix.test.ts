import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("containers of awilix", () => {
  it("gives controllers of Koa what the names of their parameters say", async () => {
    const files = {
      "src/server.js": `
        import Koa from "koa";
        import respond from "koa-respond";
        import { createContainer, InjectionMode, asValue } from "awilix";
        import { loadControllers, scopePerRequest } from "awilix-koa";
        const container = createContainer({ injectionMode: InjectionMode.CLASSIC })
          .loadModules([["services/*.js", "SCOPED"]], { cwd: __dirname, formatName: "camelCase" })
          .register({ limit: asValue(10) });
        const app = new Koa();
        app.use(respond()).use(scopePerRequest(container)).use(loadControllers("routes/*.js", { cwd: __dirname }));
        app.listen(1);`,
      "src/services/note-service.js": `
        import { NotAuthenticated, NotFound } from "fejl";
        export default class NoteService {
          constructor(limit) { this.limit = limit; }
          one(id) { return read(id).then(NotFound.makeAssert("none")); }
          remove(id, token) { NotAuthenticated.assert(token, "who?"); return drop(id); }
        }`,
      "src/routes/notes.js": `
        import { createController } from "awilix-koa";
        const api = (noteService) => ({
          find: async (ctx) => ctx.ok(await noteService.one(ctx.params.id)),
          add: async (ctx) => ctx.created(ctx.request.body.text),
          remove: async (ctx) => ctx.noContent(await noteService.remove(ctx.params.id, ctx.get("authorization"))),
        });
        export default createController(api).prefix("/notes").get("/:id", "find").post("", "add").delete("/:id", "remove");`,
      "src/routes/shelves.js": `
        import { route, GET, before } from "awilix-koa";
        @route("/shelves")
        export default class Shelves {
          constructor(noteService) { this.notes = noteService; }
          @GET()
          @route("/:id/first")
          async first(ctx) { ctx.body = await this.notes.one(ctx.params.id); }
        }`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /notes/{id} required:bearer 204,401",
      "GET /notes/{id} open 200,404",
      "GET /shelves/{id}/first open 200,404",
      "POST /notes open 201 {text}",
    ]);
  });

  it("gives controllers of Express a cradle, in an application that another file starts", async () => {
    const files = {
      "main.js": `const app = require("./app"); app.start();`,
      "app.js": `
        const express = require("express");
        const { createContainer, asClass, asFunction, aliasTo } = require("awilix");
        const { loadControllers, scopePerRequest } = require("awilix-express");
        const Notes = require("./notes");
        const container = createContainer();
        container.register("notes", asClass(Notes).singleton());
        container.register({ pages: aliasTo("notes"), size: asFunction(() => 20) });
        const app = {};
        app.start = () => {
          const server = express();
          server.use(scopePerRequest(container));
          server.use(loadControllers(\`\${__dirname}/api/**/*.api.js\`));
          server.get("/last", (req, res) => {
            const { pages } = req.container.cradle;
            res.json(pages.find(req.query.of));
          });
        };
        module.exports = app;`,
      "notes.js": `
        module.exports = class Notes {
          constructor({ size }) { this.size = size; }
          find(id) { if (!known(id)) throw new Missing(id); return id; }
        };`,
      "api/deep/notes.api.js": `
        const { createController } = require("awilix-express");
        const missing = (error, req, res, next) => res.status(404).end();
        const api = ({ notes }) => ({ show: (req, res) => res.send(notes.find(req.params.id)) });
        module.exports = createController(api).get("/notes/:id", "show").after([missing]);`,
    };
    expect(await routesOf(files)).toEqual(["GET /last open 200 ?of", "GET /notes/{id} open 200,404"]);
  });
});
