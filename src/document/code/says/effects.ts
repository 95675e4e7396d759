import type { Declaration } from "../../../code/index.ts";
import { list } from "../words/actions.ts";
import { bare, type Effect, outside } from "./outside.ts";
import { type Own, withoutOwn } from "./own.ts";
import { phrase } from "../words/phrases.ts";
import { code, repeats, series, some } from "../words/words.ts";
import { lastName } from "../../../lib/index.ts";

const environment = [
  /\b(?:process|import\.meta)\.env\.([A-Z][A-Z\d_]*)\b/g,
  /\bprocess\.env\[["']([A-Za-z_]\w*)["']\]/g,
  /\bos\.(?:environ\.get|getenv)\(\s*["']([A-Za-z_]\w*)["']/g,
  /\bos\.environ\[["']([A-Za-z_]\w*)["']\]/g,
];

/** How a program is built or run: nobody sets it for the sake of one function. */
const modes = /^(?:DEV|PROD|SSR|MODE|TEST|BASE_URL|NODE_ENV|PWD|CI)$/;

const place = String.raw`((?:["'][\w./-]+["'])|[A-Za-z_$][\w$.]*)`;
const calls = (names: string, rest = String.raw`\s*[,)]`): RegExp =>
  new RegExp(
    String.raw`(?<![\w$.])(?:(?:this\.#?|self\._?)?(?:fs\w*|\w+Fs|promises|os|shutil|io|codecs)\.)*(?:${names})(?:Sync)?\(\s*${place}${rest}`,
    "g",
  );

/** What is done to files and folders, to programs, and to listeners. */
const handled: readonly (readonly [readonly [string, string], string, readonly RegExp[]])[] = [
  [
    ["reads", "reading"],
    "the file",
    [
      calls("readFile|createReadStream"),
      calls("open", String.raw`\s*(?:\)|,\s*(?:mode\s*=\s*)?["']rb?["']|,\s*encoding)`),
    ],
  ],
  [
    ["writes", "writing"],
    "to",
    [
      calls("writeFile|appendFile|createWriteStream|outputFile"),
      calls("open", String.raw`\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']`),
    ],
  ],
  [
    ["deletes", "deleting"],
    "",
    [
      calls("unlink|rmdir|rmtree|rimraf"),
      /\b(?:fs|fsp|promises|fse|os)\.(?:rm|rmSync|remove)\(\s*([A-Za-z_$][\w$.]*)\s*[,)]/g,
    ],
  ],
  [["creates", "creating"], "the folder", [calls("mkdir|makedirs|ensureDir|mkdirp")]],
  [
    ["runs", "running"],
    "",
    [
      /(?<![\w$.])(?:(?:child_process|childProcess|cp)\.)?(?:exec|execFile|spawn|fork)(?:Sync)?\(\s*(["'][\w./ -]+["'])/g,
      /\bsubprocess\.(?:run|call|check_call|check_output|Popen)\(\s*\[\s*(["'][\w./-]+["'])/g,
    ],
  ],
  [["handles", "handling"], "the signal", [/\bprocess\.(?:on|once)\(\s*(["']SIG[A-Z]+["'])/g]],
];

/** What a migration does. */
const tables: readonly (readonly [readonly [string, string], RegExp])[] = [
  [["creates", "creating"], /\bop\.create_table\(\s*["'](\w+)["']()?/g],
  [["drops", "dropping"], /\bop\.drop_table\(\s*["'](\w+)["']()?/g],
  [["adds", "adding"], /\bop\.add_column\(\s*["'](\w+)["']\s*,\s*\w+\.Column\(\s*["'](\w+)["']/g],
  [["drops", "dropping"], /\bop\.drop_column\(\s*["'](\w+)["']\s*,\s*["'](\w+)["']/g],
  [["changes", "changing"], /\bop\.alter_column\(\s*["'](\w+)["']\s*,\s*["'](\w+)["']/g],
];

/** What is done through a client of a database. */
const stores: readonly (readonly [readonly [string, string], RegExp])[] = [
  [["looks up", "looking up"], /\bprisma\.(\w+)\.(?:find\w+|count|aggregate|groupBy)\(/g],
  [["creates", "creating"], /\bprisma\.(\w+)\.(?:create\w*|upsert)\(/g],
  [["updates", "updating"], /\bprisma\.(\w+)\.update\w*\(/g],
  [["deletes", "deleting"], /\bprisma\.(\w+)\.delete\w*\(/g],
];

/** What is hung onto an application, a program or an element, by name. */
const registered: readonly (readonly [
  readonly [string, string],
  readonly [string, string],
  readonly RegExp[],
])[] = [
  [
    ["adds", "adding"],
    ["the hook", "the hooks"],
    [/\b(?:fastify|app|server|instance)\.addHook\(\s*["'](\w+)["']/g],
  ],
  [
    ["decorates", "decorating"],
    ["the instance with", "the instance with"],
    [/\b(?:fastify|app|server|instance)\.decorate\(\s*["'](\w+)["']/g],
  ],
  [
    ["decorates", "decorating"],
    ["requests with", "requests with"],
    [/\b(?:fastify|app|server|instance)\.decorateRequest\(\s*["'](\w+)["']/g],
  ],
  [
    ["listens", "listening"],
    ["to", "to"],
    [
      /\b(?:window|document|process|socket|emitter|server)\.(?:on|once|addEventListener)\(\s*["']([\w:-]+)["']/g,
    ],
  ],
  [
    ["defines", "defining"],
    ["the command", "the commands"],
    [/\b(?:program|yargs|cli)\s*\.command\(\s*["']([\w-]+)/g],
  ],
];

const codes: Readonly<Record<string, string>> = {
  OK: "200",
  CREATED: "201",
  ACCEPTED: "202",
  NO_CONTENT: "204",
  BAD_REQUEST: "400",
  UNAUTHORIZED: "401",
  FORBIDDEN: "403",
  NOT_FOUND: "404",
  CONFLICT: "409",
  GONE: "410",
  UNPROCESSABLE_ENTITY: "422",
  TOO_MANY_REQUESTS: "429",
  INTERNAL_SERVER_ERROR: "500",
};

const matches = (text: string, patterns: readonly RegExp[]): readonly string[] => [
  ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
];

type Head = Pick<Declaration, "name" | "parameters">;

/** Of the declarations that were asked for: several questions are asked about each. */
const known = new WeakMap<Head, readonly Effect[]>();

/** What a body reads and changes outside of itself, which its head doesn't show. */
export function effectsOf(source: string, declaration: Head, own?: Own): readonly Effect[] {
  const found = known.get(declaration) ?? find(source, declaration, own);
  known.set(declaration, found);
  return found;
}

function find(source: string, { name, parameters }: Head, own: Own | undefined): readonly Effect[] {
  const body = withoutOwn(bare(source), { name, parameters }, own);
  const names = new Set(parameters.map(({ name }) => name));
  const found: Effect[] = [];
  const put = (verb: readonly [string, string], rest: string): void => {
    found.push({ does: `${verb[0]} ${rest}`, doing: `${verb[1]} ${rest}` });
  };
  const variables = matches(body, environment).filter((one) => !modes.test(one));
  if (variables.length) put(["reads", "reading"], `${some(variables, 5)} from the environment`);
  const events = matches(body, [/\b(?:this|self)\.emit\(\s*["']([\w:.-]+)["']/g]);
  if (events.length) put(["emits", "emitting"], some(events, 4));
  const routes = [
    ...body.matchAll(/\b(\w+)\.(get|post|put|patch|delete)\(\s*["'](\/[^"'\s]*)["']\s*,/g),
  ].flatMap(([, owner = "", method = "", path = ""]) =>
    names.has(owner) || /^(?:app|router|server|api)$/i.test(owner) ? [`${method.toUpperCase()} ${path}`] : [],
  );
  if (routes.length > 1) put(["registers", "registering"], `the routes ${some([...new Set(routes)], 12)}`);
  const options = matches(body, [/\badd_argument\(\s*(?:["']-\w["']\s*,\s*)?["'](--[\w-]+)["']/g]);
  if (options.length) put(["reads", "reading"], `the command-line options ${some(options, 8)}`);
  for (const [verb, what, patterns] of handled) {
    const own = matches(body, patterns).filter(
      (one) => names.has(one.split(".")[0] ?? "") || /^(?:this|self)\./.test(one) || /^["']/.test(one),
    );
    if (own.length)
      put(
        verb,
        [
          what,
          some(
            own.map((name) => name.replaceAll(/^["']|["']$/g, "")),
            3,
          ),
        ]
          .filter(Boolean)
          .join(" "),
      );
  }
  const named = matches(body, [
    /\b(?:httpStatus|HttpStatus|StatusCodes|status|http)\.([A-Z][A-Z_]+)\b/g,
  ]).flatMap((one) => (one.startsWith("HTTP_") ? [] : (codes[one] ?? [])));
  const statuses = [
    ...new Set([
      ...named,
      ...matches(body, [
        /\bres(?:ponse)?\.(?:status|sendStatus)\(\s*(?:[\w.]*?)(\d{3})\s*\)/g,
        /\breply\.(?:code|status)\(\s*(\d{3})\s*\)/g,
        /\bctx\.(?:response\.)?status\s*=\s*(\d{3})\b/g,
        /\b(?:ctx\.throw|abort)\(\s*(\d{3})\b/g,
        /\bHTTP_(\d{3})_[A-Z_]+/g,
        /\bjson\([^;]*?\{\s*status:\s*(\d{3})\b/g,
        /^\s*return\s[^\n]*,\s*([1-5]\d\d)\s*$/gm,
      ]),
    ]),
  ].toSorted();
  if (
    statuses.some((status) => status !== "200") &&
    parameters.some(({ name: one }) => /^(?:req|res|request|response|reply|ctx|context|c)$/.test(one))
  )
    put(["answers", "answering"], `with ${series(statuses, "or")}`);
  found.push(...outside(body).filter(({ does }) => !repeats(does.replace(" in the database", ""), name)));
  for (const [verb, pattern] of tables) {
    const all = [...body.matchAll(pattern)];
    for (const [table = "", own] of Map.groupBy(all, ([, one]) => one)) {
      const columns = [...new Set(own.flatMap(([, , column]) => column || []))];
      const what = columns.length > 1 ? "the columns" : "the column";
      put(verb, columns.length ? `${what} ${some(columns, 4)} of \`${table}\`` : `the table \`${table}\``);
    }
  }
  for (const [verb, pattern] of stores) {
    const own = matches(body, [pattern]);
    const [one] = own;
    if (one === undefined) continue;
    const same = repeats(`${verb[0]} ${own.join(" ")}`, name);
    found.push(
      same
        ? { does: `${verb[0]} the ${one} in the database`, doing: "in the database" }
        : {
            does: `${verb[0]} ${some(own, 3)} in the database`,
            doing: `${verb[1]} ${some(own, 3)} in the database`,
          },
    );
  }
  const plugin = /\breturn\s*\{\s*name:\s*["']([\w@/-]+:[\w:./-]+)["']/.exec(body)?.[1];
  if (plugin) put(["gives", "giving"], `the plugin \`${plugin}\``);
  const told = /\bswitch\s*\(\s*\w+\.(?:type|kind|event|action|name)\s*\)/.test(body)
    ? matches(body, [/\bcase\s+["']([\w:./-]+)["']\s*:/g])
    : [];
  if (told.length > 2) put(["handles", "handling"], some(told, 8));
  for (const [verb, what, patterns] of registered) {
    const own = matches(body, patterns);
    if (own.length) put(verb, `${what[own.length > 1 ? 1 : 0] ?? ""} ${some(own, 4)}`);
  }
  const globals = matches(body, [
    /^\s*global\s+(\w+)\s*$/gm,
    /\bprocess\.env\.([A-Z][A-Z\d_]*)\s*=(?!=)/g,
    /\bos\.environ\[["'](\w+)["']\]\s*=(?!=)/g,
  ]);
  if (globals.length) put(["sets", "setting"], some(globals, 3));
  const guarded = matches(body, [/\.apply\((\w+)\)\s*\.forRoutes\(/g]);
  if (guarded.length) put(["applies", "applying"], `${some(guarded, 3)} to ${routesIn(body)}`);
  return found;
}

/** `.forRoutes({ path: "feed", method: RequestMethod.GET }, …)` */
function routesIn(body: string): string {
  const paths = [
    ...body.matchAll(/\bpath:\s*["']([\w/:*-]+)["']\s*,\s*method:\s*RequestMethod\.([A-Z]+)/g),
  ].map(([, path = "", method = ""]) => `${method} /${path.replace(/^\//, "")}`);
  return paths.length ? some(paths, 10) : "its routes";
}

/** What the fields of a class are made of. */
export function settingsRead(values: string): string | undefined {
  const names = matches(values, environment);
  return names.length ? `reads ${some(names, 5)} from the environment` : undefined;
}

/** What a function does beside what it gives back; undefined where it does nothing of the kind. */
export function effects(body: string, declaration: Declaration, own?: Own): string | undefined {
  const found = effectsOf(body, declaration, own);
  const said = declaration.getter ? undefined : phrase(lastName(declaration.name));
  // what is read alone doesn't say what a function is for
  const reads = /^reads (?:the setting|.* from the environment$)/;
  if (found.length === 0 || (!said?.includes(" ") && found.every(({ does }) => reads.test(does))))
    return undefined;
  const same = found.some(
    ({ does, doing }) => doing !== "in the database" && does.split(" ")[0] === said?.split(" ")[0],
  );
  return said?.includes(" ") && !same
    ? `${said}${found[0]?.doing === "in the database" ? " " : ", "}${list(found.map(({ doing }) => doing))}`
    : list(found.map(({ does }) => does));
}

/** What stands before the first `=>` or `function` of a value takes something: it is called, and what it reads says little of what it is for. */
function handles(value: string): boolean {
  const [head] = value.split(/=>|\bfunction\b/, 1);
  if (head === undefined || head.length === value.length) return false;
  return value.startsWith("{") || !/\(\s*\)\s*(?::[^()]*)?$/.test(head); // `registerAs("app", () => …)` makes one
}

/** `process.env.PORT ?? 3000` as where a constant's value comes from. */
export function fromEnvironment(value: string): string | undefined {
  const names = matches(value, environment);
  const [name] = names;
  if (name && (names.length > 1 || value.length > 120 || /^(?:\{|\[|\w+\()/.test(value)))
    return handles(value) ? undefined : `reads ${some(names, 5)} from the environment`;
  if (!name) return undefined;
  const [, otherwise] =
    /(?:\?\?|\|\|)\s*("[^"]*"|'[^']*'|[\d_.]+|true|false)\s*\)?$/.exec(value) ??
    /,\s*("[^"]*"|'[^']*'|\d+)\s*\)+$/.exec(value) ??
    [];
  const shown = otherwise && code(otherwise, 40);
  return `the environment variable \`${name}\`${shown ? `; ${shown} if it isn't set` : ""}`;
}
