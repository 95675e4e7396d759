import type { Spec, SpecEncoding, SpecMedia, SpecOperation, SpecParameter } from "../../../api/index.ts";
import { encodingsOf } from "../../specification/encodings.ts";
import { eventData } from "../../specification/events.ts";
import { exampleCall } from "../../specification/example.ts";
import { isSuccess, mediaKind, modelOf, type Model } from "../../specification/model.ts";
import { nameOperations, type Named } from "../../specification/named.ts";
import { pagingOf, type Paging } from "../../specification/paging.ts";
import { securityOf } from "../../specification/security.ts";
import type { Models } from "./models.ts";
import { docstring, literal, pascal, Scope, snake } from "./names.ts";

/** Members of the client that no operation may hide. */
const taken = ["close", "with_options"];

/** An operation with the Python that it becomes. */
interface Method {
  readonly operation: SpecOperation;
  readonly name: string;
  readonly constant: string;
  /** Name and type of each argument, and whether it may be left out. */
  readonly arguments: readonly {
    readonly key: string;
    readonly type: string;
    readonly optional: boolean;
    readonly about: string | undefined;
  }[];
  readonly result: string;
  readonly streams: boolean;
  readonly descriptor: string;
  /** How it pages, as a constant of the module, and the type of an item. */
  readonly paging: { readonly text: string; readonly item: string } | undefined;
}

const adapter = (type: string): string => (type === "Any" ? "None" : `lambda: TypeAdapter(${type})`);

/** Types by media type: what a handler of `httpx` takes or gives. */
function mediaType(
  models: Models,
  type: string,
  media: SpecMedia,
  at: { hint: string; direction: "input" | "output" },
): string {
  const kind = mediaKind(type);
  const { schema } = media;
  if (kind === "multipart") return "Mapping[str, object]";
  if (kind === "binary") return "bytes";
  if (kind === "text") return "str";
  if (kind === "events") {
    const item = eventData(media, models.spec);
    return item ? models.type(item, at.hint, at.direction) : "Any";
  }
  return schema ? models.type(schema, at.hint, at.direction) : "Any";
}

const union = (types: readonly string[]): string => {
  const unique = [...new Set(types)];
  if (unique.length === 0) return "None";
  if (unique.includes("Any")) return "Any";
  return [...unique.filter((type) => type !== "None"), ...unique.filter((type) => type === "None")].join(
    " | ",
  );
};

/** An operation that gives a value or a stream of events, as it is asked, is two. */
function parted(named: Named): readonly Named[] {
  const { operation } = named;
  const isStream = (type: string): boolean => mediaKind(type) === "events";
  const media = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    isSuccess(status) ? Object.keys(content) : [],
  );
  if (!media.some(isStream) || media.every(isStream)) return [named];
  const only = (wanted: (type: string) => boolean): SpecOperation["responses"] =>
    Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, response]) => {
        if (!isSuccess(status)) return [[status, response]];
        const content = Object.entries(response.content).filter(([type]) => wanted(type));
        return content.length ? [[status, { ...response, content: Object.fromEntries(content) }]] : [];
      }),
    );
  return [
    { ...named, operation: { ...operation, responses: only((type) => !isStream(type)) } },
    {
      ...named,
      operation: { ...operation, operationId: `${operation.operationId}_events`, responses: only(isStream) },
    },
  ];
}

const facts = ({
  allowReserved,
  inner,
}: Pick<SpecEncoding, "inner"> & { allowReserved?: boolean }): readonly string[] => [
  ...(allowReserved ? ["raw=True"] : []),
  ...(inner === undefined ? [] : [`inner=${literal(inner)}`]),
];

/** How members of a form are sent, where that is not the usual way. */
const partTexts = (type: string, media: SpecMedia, spec: Spec): readonly string[] =>
  mediaKind(type) !== "multipart" && mediaKind(type) !== "form"
    ? []
    : encodingsOf(type, media, spec).map(([name, one]) => {
        const how =
          one.style === undefined
            ? literal(one.contentType?.split(",")[0]?.trim())
            : `Parameter(${[...[name, "query", name, one.style, one.explode].map(literal), ...facts(one)].join(", ")})`;
        return `${literal(name)}: ${how}`;
      });

const sequence = (names: readonly string[]): string => `[${names.map(literal).join(", ")}]`;

/** How an operation pages, as the runtime has it. */
function pagingText(
  paging: Paging,
  keys: ReadonlyMap<SpecParameter, string>,
  operation: SpecOperation,
): string {
  const items = paging.items.length ? [`items=${sequence(paging.items)}`] : [];
  if (paging.by === "url") {
    const names = operation.parameters
      .filter((one) => one.in === "query")
      .map((one) => `${literal(one.name)}: ${literal(keys.get(one))}`);
    return `Paging("url", ${[...items, `next=${sequence(paging.next ?? [])}`, `keys={${names.join(", ")}}`].join(", ")})`;
  }
  const next = paging.by === "cursor" ? (paging.next ?? []) : paging.by === "last" ? [paging.id] : [];
  const more = paging.by === "last" ? (paging.more ?? []) : [];
  const facts = [
    literal(paging.by),
    literal(keys.get(paging.parameter)),
    ...items,
    ...(next.length ? [`next=${sequence(next)}`] : []),
    ...(more.length ? [`more=${sequence(more)}`] : []),
  ];
  return `Paging(${facts.join(", ")})`;
}

class Writer {
  readonly models: Models;
  readonly model: Model;
  readonly #names = new Scope(taken);

  constructor(models: Models, model: Model) {
    this.models = models;
    this.model = model;
  }

  method(named: Named): Method {
    const { operation } = named;
    const name = this.#names.take(snake(operation.operationId));
    const hint = pascal(operation.operationId);
    const scope = new Scope(["self", "body", "content_type", "timeout", "headers"]);
    const keys = new Map(operation.parameters.map((one) => [one, scope.take(snake(one.name))] as const));
    const responses = this.#responses(operation, hint);
    const body = this.#body(operation, hint);
    const found = pagingOf(named, this.model);
    const paging = found?.by === "url" && !found.next ? undefined : found; // no method gives headers
    const parameters = operation.parameters.map((one) => ({
      key: keys.get(one) ?? "",
      type: this.models.type(one.schema, `${hint}${pascal(one.name)}`, "input"),
      optional: !one.required,
      about: one.description,
    }));
    return {
      operation,
      name,
      constant: `_${name.toUpperCase()}`,
      arguments: [...parameters, ...body.arguments],
      result: responses.result,
      streams: responses.streams,
      descriptor: this.#descriptor(operation, {
        keys,
        body: body.text,
        responses: responses.text,
        result: responses.result,
      }),
      paging:
        paging &&
        this.#names.take(`${name}_pages`) === `${name}_pages` &&
        this.#names.take(`${name}_items`) === `${name}_items`
          ? {
              text: pagingText(paging, keys, operation),
              item: this.models.type(paging.item, `${hint}Item`, "output"),
            }
          : undefined,
    };
  }

  #body(
    { requestBody }: SpecOperation,
    hint: string,
  ): { readonly arguments: Method["arguments"]; readonly text: string } {
    if (!requestBody) return { arguments: [], text: "" };
    const media = Object.entries(requestBody.content).map(([type, one]) => {
      const given = mediaType(this.models, type, one, { hint: `${hint}Body`, direction: "input" });
      const plain = ["bytes", "str", "Any", "Mapping[str, object]"].includes(given);
      return { type, given, adapter: plain ? "None" : adapter(given) };
    });
    const type = union(media.map(({ given }) => given));
    const choices = media.map((one) => literal(one.type)).join(", ");
    return {
      arguments: [
        { key: "body", type, optional: !requestBody.required, about: requestBody.description },
        ...(media.length > 1
          ? [{ key: "content_type", type: `Literal[${choices}]`, optional: true, about: undefined }]
          : []),
      ],
      text: media.map((one) => `${literal(one.type)}: ${one.adapter}`).join(", "),
    };
  }

  #responses(
    operation: SpecOperation,
    hint: string,
  ): { readonly result: string; readonly streams: boolean; readonly text: string } {
    const entries = Object.entries(operation.responses);
    const successes = entries.filter(([status]) => isSuccess(status));
    const counted = new Set(
      (successes.length ? successes : entries.filter(([status]) => status === "default")).map(
        ([status]) => status,
      ),
    );
    const results: string[] = [];
    let streams = false;
    const texts = entries.map(([status, { content }]) => {
      const media = Object.entries(content).map(([type, one]) => {
        const kind = mediaKind(type);
        const given = mediaType(this.models, type, one, {
          hint: `${hint}${/^\d/.test(status) && status !== "200" ? `Answer${status}` : "Answer"}`,
          direction: "output",
        });
        const as = kind === "form" || kind === "multipart" ? "text" : kind;
        const shown = as === "text" ? "str" : as === "binary" ? "bytes" : given;
        if (counted.has(status)) {
          if (kind === "events") streams = true;
          results.push(shown);
        }
        return `${literal(type)}: (${literal(as)}, ${as === "text" || as === "binary" ? "None" : adapter(given)})`;
      });
      if (media.length === 0 && counted.has(status)) results.push("None");
      return `${literal(status)}: {${media.join(", ")}}`;
    });
    return { result: union(results), streams, text: texts.join(", ") };
  }

  #descriptor(
    operation: SpecOperation,
    {
      keys,
      body,
      responses,
      result,
    }: {
      readonly keys: ReadonlyMap<SpecParameter, string>;
      readonly body: string;
      readonly responses: string;
      readonly result: string;
    },
  ): string {
    const parameters = operation.parameters.map((one) => {
      const json = one.mediaType !== undefined && /json/.test(one.mediaType);
      const given = [one.name, one.in, keys.get(one), one.style, one.explode].map(literal);
      return `        Parameter(${[...given, ...(json ? ["json=True"] : []), ...facts(one)].join(", ")}),\n`;
    });
    const security = securityOf(operation, this.model).map(
      (needs) => `[${needs.map((one) => `(${one.map(literal).join(", ")})`).join(", ")}]`,
    );
    const parts = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, media]) =>
      partTexts(type, media, this.model.spec),
    );
    return [
      `Operation[${result}](\n    method=${literal(operation.method.toUpperCase())},\n    path=${literal(operation.path)},\n`,
      parameters.length ? `    parameters=(\n${parameters.join("")}    ),\n` : "",
      body ? `    body={${body}},\n` : "",
      `    responses={${responses}},\n`,
      security.length ? `    security=[${security.join(", ")}],\n` : "",
      parts.length ? `    parts={${parts.join(", ")}},\n` : "",
      operation.requestBody?.required ? "    demands_body=True,\n" : "",
      ")",
    ].join("");
  }
}

/** Arguments of a method, by name only; those that may be left out come last. */
function signature({ arguments: given }: Method): string {
  const ordered = [...given.filter(({ optional }) => !optional), ...given.filter(({ optional }) => optional)];
  const texts = ordered.map(({ key, type, optional }) =>
    optional
      ? `${key}: ${/(^|\| )None$|^Any$/.test(type) ? type : `${type} | None`} = None`
      : `${key}: ${type}`,
  );
  return [...texts, "timeout: float | None = None", "headers: Mapping[str, str] | None = None"]
    .map((text) => `        ${text},\n`)
    .join("");
}

const values = ({ arguments: given }: Method): string =>
  `{${given.map(({ key }) => `${literal(key)}: ${key}`).join(", ")}}`;

function about(method: Method): string {
  const { operation } = method;
  const lines = method.arguments.flatMap(({ key, about: text }) =>
    text === undefined
      ? []
      : [
          `${key}: ${text
            .split(/\s*\n\s*/)
            .join(" ")
            .slice(0, 300)}`,
        ],
  );
  return docstring(
    [
      operation.summary,
      operation.description === operation.summary ? undefined : operation.description,
      `${operation.method.toUpperCase()} ${operation.path}${operation.deprecated ? " (deprecated)" : ""}`,
      ...lines,
    ],
    "        ",
  );
}

function methodText(method: Method, isAsync: boolean): string {
  const { name, constant, result, streams } = method;
  const call = `${constant}, ${values(method)}, timeout, headers`;
  const [def, wait, iterator] = isAsync ? ["async def", "await ", "AsyncIterator"] : ["def", "", "Iterator"];
  if (streams)
    return `    def ${name}(\n        self,\n        *,\n${signature(method)}    ) -> ${iterator}[ServerSentEvent[${result}]]:\n${about(method)}        return self._events(${call})\n`;
  return (
    `    ${def} ${name}(\n        self,\n        *,\n${signature(method)}    ) -> ${result}:\n${about(method)}        return ${wait}self._call(${call})\n\n${pagesText(method, isAsync)}`.trimEnd() +
    "\n"
  );
}

/** All pages in turn, and all items, where the document shows how it pages. */
function pagesText(method: Method, isAsync: boolean): string {
  const { paging, name, result, arguments: given } = method;
  if (!paging || result === "Any" || / \| /.test(result)) return "";
  const [def, wait, iterator, each] = isAsync
    ? ["async def", "await ", "AsyncIterator", "async for"]
    : ["def", "", "Iterator", "for"];
  const passed = given.map(({ key }) => `${key}=${key}`).join(", ");
  const head = (suffix: string, type: string, about: string): string =>
    `    ${def} ${name}_${suffix}(\n        self,\n        *,\n${signature(method)}    ) -> ${iterator}[${type}]:\n        """${about}"""\n`;
  return `${head("pages", result, `Each page of ${name} in turn, until the last.`)}        _paging = ${paging.text}
        _values: dict[str, Any] = ${values(method)}
        while True:
            _page = ${wait}self.${name}(**_values, timeout=timeout, headers=headers)
            yield _page
            _next = next_of(_page, _paging, _values)
            if _next is None:
                return
            _values.update(_next)

${head("items", paging.item, `Each item of ${name} in turn, of all pages.`)}        ${each} _page in self.${name}_pages(${[passed, "timeout=timeout, headers=headers"].filter(Boolean).join(", ")}):
            for _item in items_of(_page, ${paging.text}):
                yield _item
`;
}

const base = (isAsync: boolean, home: string | undefined): string => {
  const [kind, http, def, wait, close] = isAsync
    ? ["AsyncClient", "httpx.AsyncClient", "async def", "await ", "aclose"]
    : ["Client", "httpx.Client", "def", "", "close"];
  const [enter, exit, self] = isAsync
    ? ["__aenter__", "__aexit__", "send_async"]
    : ["__enter__", "__exit__", "send"];
  const settings = isAsync ? "await settled(self._settings, operation)" : "self._settings";
  const events = isAsync
    ? `        async def opening() -> httpx.Response:
            request = request_of(${settings}, operation, values, headers)
            return await send_async(self._http, self._settings, operation, request, stream=True, timeout=timeout)

        return events_async(self._settings, operation, opening())`
    : `        request = request_of(${settings}, operation, values, headers)
        response = send(self._http, self._settings, operation, request, stream=True, timeout=timeout)
        return events(self._settings, operation, response)`;
  return `class ${kind}:
    """All operations${isAsync ? ", to be awaited" : ""}. Raises ApiError for answers that are no success."""

    def __init__(
        self,
        *,
        base_url: str${home === undefined ? "" : ` = ${home}`},
        auth: Mapping[Auth, ${isAsync ? "AsyncCredential" : "Credential"}] | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        validate: bool = True,
        http: ${http} | None = None,
    ) -> None:
        """
        timeout: seconds until the server says something; retries: further attempts after 408, 429, 5xx or a broken
        connection; validate: refuse answers that don't fit; http: a client of one's own.
        """
        self._http = http if http is not None else ${http}(timeout=timeout, follow_redirects=True)
        self._settings = Settings(base_url=base_url, auth={str(name): value for name, value in (auth or {}).items()}, retries=retries, validate=validate)

    ${def} ${enter}(self) -> Self:
        return self

    ${def} ${exit}(self, *_: object) -> None:
        ${wait}self.close()

    ${def} close(self) -> None:
        """Ends all connections."""
        ${wait}self._http.${close}()

    ${def} _call(self, operation: Operation[T], values: Mapping[str, object], timeout: float | None, headers: Mapping[str, str] | None) -> T:
        request = request_of(${settings}, operation, values, headers)
        return read(self._settings, operation, ${wait}${self}(self._http, self._settings, operation, request, timeout=timeout))

    def _events(self, operation: Operation[T], values: Mapping[str, object], timeout: float | None, headers: Mapping[str, str] | None) -> ${isAsync ? "AsyncIterator" : "Iterator"}[ServerSentEvent[T]]:
${events}
`;
};

export interface ClientModule {
  readonly text: string;
  /** A call of an operation that reads, for the README. */
  readonly shown: string | undefined;
}

/** Values whose type in Python is that of their literal. */
const isPlain = ({ schema }: SpecParameter, value: unknown): boolean =>
  typeof value !== "object" &&
  schema.$ref === undefined &&
  !/^(uuid|date|date-time|time)$/.test(schema.format ?? "");

/** A first call, which type checkers take as it is. */
function shownCall(models: Models, methods: readonly Method[]): string | undefined {
  const named = nameOperations(modelOf(models.spec));
  const call = exampleCall(
    named,
    models.spec,
    ({ named: { operation, keys }, values }) =>
      !values.has("body") &&
      operation.parameters.every((one) => !one.required || isPlain(one, values.get(keys.get(one) ?? ""))),
  );
  const method = methods.find((one) => one.operation === call?.named.operation);
  if (!call || !method) return undefined;
  const given = [...call.values.values()].map(
    (value, i) => `${requiredKeys(method)[i] ?? ""}=${literal(value)}`,
  );
  return `${method.name}(${given.join(", ")})`;
}

const requiredKeys = (method: Method): readonly string[] =>
  method.arguments.filter(({ optional }) => !optional).map(({ key }) => key);

/** `client.py`: descriptions of all operations, and the two clients. */
export function clientModule(models: Models, home: string | undefined): ClientModule {
  const model = modelOf(models.spec);
  const writer = new Writer(models, model);
  const methods = nameOperations(model)
    .flatMap(parted)
    .map((named) => writer.method(named));
  const constants = methods.map(({ constant, descriptor }) => `${constant} = ${descriptor}\n`).join("\n");
  const clients = [false, true].map(
    (isAsync) =>
      `${base(isAsync, home === undefined ? undefined : literal(home))}\n${methods.map((method) => methodText(method, isAsync)).join("\n")}`,
  );
  const schemes = Object.keys(models.spec.securitySchemes);
  const auth = `Auth = ${schemes.length ? `Literal[${schemes.map(literal).join(", ")}]` : "str"}\n"""Names of the security schemes that a client takes a credential for."""\n`;
  const text = [auth, constants, ...clients].filter(Boolean).join("\n\n");
  return {
    text,
    shown: shownCall(models, methods),
  };
}
