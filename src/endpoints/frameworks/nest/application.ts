import { args } from "../../evaluate/machine.ts";
import type { Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  external,
  items,
  native,
  object,
  propOf,
  result,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import { knownBy, memberOf, type Members } from "../facts.ts";
import { joined } from "../paths.ts";
import { under, usedFor } from "../under.ts";
import { instance } from "./adapter.ts";
import type { Container } from "./container.ts";

/** What a program sets up for all requests. */
export interface Application {
  prefix: string;
  readonly open: string[];
  versioning: { readonly prefix: string; readonly fallback: readonly string[] } | undefined;
  readonly guards: Value[];
  readonly pipes: Value[];
  readonly filters: Value[];
  readonly interceptors: Value[];
  readonly middleware: Value[];
}

export const newApplication = (): Application => ({
  prefix: "",
  open: [],
  versioning: undefined,
  guards: [],
  pipes: [],
  filters: [],
  interceptors: [],
  middleware: [],
});

interface On {
  readonly app: Application;
  readonly self: ObjectValue;
  readonly container: Container;
  readonly m: Machine;
}

type Call = Members<On>[string];

const adding =
  (name: "guards" | "pipes" | "filters" | "interceptors"): Call =>
  ({ list }, { app, self }) => (app[name].push(...list), self);

const finding: Call = ({ list: [token] }, { container, m }) =>
  token ? container.resolve(token, m) : unknown;

const members: Members<On> = {
  setGlobalPrefix({ list: [prefix, options] }, { app, self }) {
    app.prefix = textOf(prefix) ?? "";
    for (const item of items(propOf(options, "exclude")))
      app.open.push(...texts(item), ...texts(propOf(item, "path")));
    return self;
  },
  useGlobalGuards: adding("guards"),
  useGlobalPipes: adding("pipes"),
  useGlobalFilters: adding("filters"),
  useGlobalInterceptors: adding("interceptors"),
  get: finding,
  resolve: finding,
  use({ list }, { app, self }) {
    const { paths, patterns, rest } = usedFor(list);
    const isPlaced = paths !== undefined && !paths.some((path) => joined(path) === "/");
    app.middleware.push(...rest.map((fn) => (isPlaced ? under(fn, paths, { prefix: "", patterns }) : fn)));
    return self;
  },
  useBodyParser({ list: [parser, ...options] }, { app, self }) {
    app.middleware.push(result(external(`body-parser.${textOf(parser) ?? "json"}`), args(options)));
    return self;
  },
  getHttpAdapter: (_given, { app }) => instance(app.middleware),
  enableVersioning({ list: [options] }, { app, self }) {
    const [type, prefix] = [propOf(options, "type"), propOf(options, "prefix")];
    if (!type || (type.kind === "external" && type.name === "URI"))
      app.versioning = {
        prefix: prefix?.kind === "const" ? (textOf(prefix) ?? "") : "v",
        fallback: items(propOf(options, "defaultVersion")).flatMap((item) => texts(item)),
      };
    return self;
  },
};

const knows = knownBy(
  members,
  "then listen close enableCors enableShutdownHooks useLogger flushLogs useStaticAssets setBaseViewsDir setViewEngine set " +
    "disable enable engine select init getUrl getHttpServer startAllMicroservices connectMicroservice " +
    "useWebSocketAdapter register setLocal registerRequestByContextId",
);

/** The application that `NestFactory.create` returns. */
export const application = (app: Application, container: Container): Value =>
  object([], {
    type: "nest.app",
    knows,
    get(name, self, m) {
      if (name === "then") return native(name, ({ list: [fn] }) => (fn ? m.call(fn, args([self])) : unknown));
      return memberOf(members, name, { app, self, container, m }) ?? native(name, () => unknown);
    },
  });
