import { code, ts } from "../../../../code/index.ts";
import { moduleFile } from "../../../module-file.ts";
import { running } from "../../frameworks/fastify/app.ts";
import { specTestApp } from "../../frameworks/server.ts";
import type { SpecFramework } from "../../../specification/server/contracts.ts";
import type { ServerModel } from "../../../specification/server/model.ts";
import { literal } from "../../client/typescript-literals.ts";
import { shippedFile } from "../../shipped.ts";
import { versions } from "../../versions.ts";
import { groupFiles } from "./groups.ts";
import { routesIndex, serves } from "./mounts.ts";
import { application, logStart, serverFile } from "./start.ts";

const serve = `/** A handler that answers by itself: the framework leaves body and answer alone. */
const taking =
  (serve: Serve) =>
  async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    await serve(raw, reply.raw);
  };
`;

/** `src/app.ts` */
function appModule(server: ServerModel): string {
  const ping = server.storage.resources.length ? "\n    await outside.store.ping();" : "";
  return `${serves(server, "/openapi.json") ? "" : 'import { readFileSync } from "node:fs";\n'}import type { IncomingMessage } from "node:http";
import { fastify, type FastifyInstance } from "fastify";
import { unserved } from "./http/methods.ts";
import { answerError, logRequest, type Outside } from "./http/serve.ts";
import { Problem } from "./problem.ts";
import { mount } from "./routes/index.ts";

/** What the framework itself refuses: a media type that is none, and bodies of methods that nothing serves. */
function refused(error: unknown, request: IncomingMessage): unknown {
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  return status === 415 ? new Problem(415) : status < 500 ? unserved(request) : error;
}

/** The application; it listens nowhere yet, so that tests can choose where. */
export function createApp(outside: Outside): FastifyInstance {
  const { log } = outside;
  const app = fastify({
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // A path that can't be decoded leads nowhere, like one that nothing serves.
    frameworkErrors: (_error, { raw }, reply) => {
      reply.hijack();
      answerError(new Problem(404), raw, reply.raw, log);
    },
  });
  app.addHook("onRequest", async ({ raw }, reply) => logRequest(raw, reply.raw, log));
  // Bodies are read by what the document says of them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  mount(app, outside);
${
  serves(server, "/openapi.json")
    ? ""
    : `  const openapi = readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8");
  app.route({ method: ["GET", "HEAD"], url: "/openapi.json", handler: (_request, reply) => reply.type("application/json").send(openapi) });
`
}${
    serves(server, "/healthz")
      ? ""
      : `  app.route({ method: ["GET", "HEAD"], url: "/healthz", handler: async () => {${ping}
    return { status: "ok" };
  } });
`
  }  app.setNotFoundHandler(({ raw }, reply) => {
    reply.hijack();
    answerError(unserved(raw), raw, reply.raw, log);
  });
  app.setErrorHandler((error, { raw }, reply) => {
    reply.hijack();
    answerError(refused(error, raw), raw, reply.raw, log);
  });
  return app;
}
`;
}

export const fastifyServer: SpecFramework = {
  methods: ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  part: (serving) => {
    const { server } = serving;
    const types = {
      imports: 'import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";\n',
      app: "FastifyInstance",
      serve,
    };
    return {
      files: [
        { path: "src/app.ts", text: appModule(server) },
        serverFile(serving, {
          listen: ts`const app = ${application};
await app.listen({ port, host: "0.0.0.0" });
${code(logStart)}`,
          stop: code("void app.close().then(() => process.exit());"),
        }),
        {
          path: "src/routes/index.ts",
          text: routesIndex(
            server,
            types,
            (mount) =>
              `app.route({ method: ${literal(mount.methods)}, url: ${literal(mount.path)}, handler: taking(${mount.serve}) });`,
          ),
        },
        shippedFile("http/first.ts"),
        moduleFile("tests/app.ts", specTestApp(running)),
        ...groupFiles(server),
      ],
      dependencies: { fastify: versions.fastify },
    };
  },
};
