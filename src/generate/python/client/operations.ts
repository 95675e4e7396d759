import type { Spec, SpecMedia, SpecOperation, SpecParameter } from "../../../api/index.ts";
import { encodingsOf } from "../../specification/encodings.ts";
import { eventData } from "../../specification/events.ts";
import {
  choosable,
  isRange,
  isScalar,
  isSuccess,
  mediaKind,
  modelOf,
  typesOf,
  type Model,
} from "../../specification/model.ts";
import { nameOperations, parameterWords } from "../../specification/named.ts";
import { base, streamText } from "./base.ts";
import { shownCalls, type Shown } from "./examples.ts";
import { groupsIn, groupsText, propertiesText } from "./groups.ts";
import {
  choicesOf,
  hiding,
  ownArguments,
  parted,
  reserved,
  type Choice,
  type Method,
  type Part,
} from "./method.ts";
import { mediaLiteral, methodText } from "./methods.ts";
import { pagingOf, type Paging } from "../../specification/paging.ts";
import { securityOf } from "../../specification/security.ts";
import { union, type Models } from "./models.ts";
import { literal, pascal, Scope, snake } from "./python-identifiers.ts";

const adapter = (type: string): string => (type === "Any" ? "None" : `lambda: TypeAdapter(${type})`);

/** Returns the type that the client sends or returns for a media type. */
function mediaType(
  models: Models,
  type: string,
  media: SpecMedia,
  at: { hint: string; direction: "input" | "output" },
): string {
  const kind = mediaKind(type);
  const { schema } = media;
  if (kind === "multipart")
    return (at.direction === "input" && schema && models.form(schema, at.hint)) || "Mapping[str, object]";
  if (kind === "binary") return "bytes";
  if (kind === "text") {
    const isText = at.direction === "output" || !schema || typesOf(schema).includes("string");
    return !isText && isScalar(schema, models.spec) ? models.type(schema, at.hint, "input") : "str";
  }
  if (kind === "events" || kind === "lines") {
    const item = eventData(media, models.spec);
    const type = item ? models.type(item, at.hint, at.direction) : "Any";
    return kind === "lines" && at.direction === "input" ? `str | list[${type}]` : type;
  }
  return schema ? models.type(schema, at.hint, at.direction) : "Any";
}

const facts = ({
  allowReserved,
  inner,
  part,
}: Pick<SpecParameter, "inner" | "part"> & { allowReserved?: boolean }): readonly string[] => [
  ...(allowReserved ? ["raw=True"] : []),
  ...(inner === undefined ? [] : [`inner=${literal(inner)}`]),
  ...(part === undefined ? [] : [`part=${literal(part)}`]),
];

/** Returns how members of a form are sent, if not in the default way. */
const partTexts = (type: string, media: SpecMedia, spec: Spec): readonly string[] =>
  mediaKind(type) !== "multipart" && mediaKind(type) !== "form"
    ? []
    : encodingsOf(type, media, spec).map(([name, encoding]) => {
        const how =
          encoding.style === undefined
            ? literal(encoding.contentType)
            : `Parameter(${[...[name, "query", name, encoding.style, encoding.explode].map(literal), ...facts(encoding)].join(", ")})`;
        return `${literal(name)}: ${how}`;
      });

const sequence = (names: readonly string[]): string => `[${names.map(literal).join(", ")}]`;

/** Generates the paging of an operation for the runtime. */
function pagingText(
  paging: Paging,
  keys: ReadonlyMap<SpecParameter, string>,
  operation: SpecOperation,
): string {
  const items = paging.items.length ? [`items=${sequence(paging.items)}`] : [];
  if (paging.by === "url") {
    const names = operation.parameters
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => `${literal(parameter.name)}: ${literal(keys.get(parameter))}`);
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
    ...("first" in paging && paging.first !== undefined ? [`first=${paging.first}`] : []),
  ];
  return `Paging(${facts.join(", ")})`;
}

class Writer {
  readonly models: Models;
  readonly model: Model;
  readonly #names = new Scope(reserved);

  constructor(models: Models, model: Model) {
    this.models = models;
    this.model = model;
  }

  method({ named, streams }: Part): Method {
    const { operation } = named;
    const plain = snake(operation.operationId);
    const name = this.#names.take(hiding.has(plain) ? `${plain}_` : plain);
    const hint = pascal(operation.operationId);
    const scope = new Scope(ownArguments);
    const keys = new Map(
      operation.parameters.map(
        (parameter) => [parameter, scope.take(snake(parameterWords(parameter)))] as const,
      ),
    );
    const responses = this.#responses(operation, hint);
    const body = this.#body(operation, hint);
    const found = pagingOf(named, this.model);
    const paging = found?.by === "url" && !found.next ? undefined : found; // no method returns headers
    const parameters = operation.parameters.map((parameter) => ({
      key: keys.get(parameter) ?? "",
      type: this.models.type(parameter.schema, `${hint}${pascal(parameterWords(parameter))}`, "input"),
      optional: !parameter.required,
      about: parameter.description,
      inPath: parameter.in === "path" && parameter.required,
    }));
    return {
      operation,
      name,
      constant: `_${name.toUpperCase()}`,
      arguments: [...parameters, ...body.arguments],
      result: responses.result,
      streams,
      bodies: body.choices,
      answers: responses.choices,
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
  ): {
    readonly arguments: Method["arguments"];
    readonly text: string;
    readonly choices: readonly Choice[];
  } {
    if (!requestBody) return { arguments: [], text: "", choices: [] };
    const media = Object.entries(requestBody.content).map(([type, media]) => {
      const pythonType = mediaType(this.models, type, media, { hint: `${hint}Body`, direction: "input" });
      const plain =
        ["bytes", "str", "Any"].includes(pythonType) || ["lines", "multipart"].includes(mediaKind(type));
      return { type, given: pythonType, adapter: plain ? "None" : adapter(pythonType) };
    });
    const type = union(media.map(({ given }) => given));
    const types = Object.keys(requestBody.content);
    return {
      arguments: [
        { key: "body", type, optional: !requestBody.required, about: requestBody.description },
        ...(types.length > 1 || types.some(isRange)
          ? [{ key: "content_type", type: mediaLiteral(types), optional: true, about: undefined }]
          : []),
      ],
      text: media.map((item) => `${literal(item.type)}: ${item.adapter}`).join(", "),
      choices: choicesOf(media),
    };
  }

  #responses(
    operation: SpecOperation,
    hint: string,
  ): { readonly result: string; readonly choices: readonly Choice[]; readonly text: string } {
    const entries = Object.entries(operation.responses);
    const successes = entries.filter(([status]) => isSuccess(status));
    const counted = new Set(
      (successes.length ? successes : entries.filter(([status]) => status === "default")).map(
        ([status]) => status,
      ),
    );
    const results: string[] = [];
    const answers: { type: string; given: string }[] = [];
    const texts = entries.map(([status, { content }]) => {
      const media = Object.entries(content).map(([type, media]) => {
        const kind = mediaKind(type);
        const pythonType = mediaType(this.models, type, media, {
          hint: `${hint}${/^\d/.test(status) && status !== "200" ? `Answer${status}` : "Answer"}`,
          direction: "output",
        });
        const as = kind === "form" || kind === "multipart" ? "text" : kind;
        const resultType = as === "text" ? "str" : as === "binary" ? "bytes" : pythonType;
        if (counted.has(status)) {
          answers.push({ type, given: resultType });
          results.push(resultType);
        }
        return `${literal(type)}: (${literal(as)}, ${as === "text" || as === "binary" ? "None" : adapter(pythonType)})`;
      });
      if (media.length === 0 && counted.has(status)) results.push("None");
      return `${literal(status)}: {${media.join(", ")}}`;
    });
    const first = (entries.find(([status]) => counted.has(status)) ?? entries[0])?.[1].content ?? {};
    const types = choosable(first) ?? [];
    const choices = choicesOf(
      types.map((type) => ({
        type,
        given: union(answers.filter((answer) => answer.type === type).map(({ given }) => given)),
      })),
    );
    return { result: union(results), choices, text: texts.join(", ") };
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
    const parameters = operation.parameters.map((parameter) => {
      const json = parameter.mediaType !== undefined && /json/.test(parameter.mediaType);
      const args = [
        parameter.name,
        parameter.in,
        keys.get(parameter),
        parameter.style,
        parameter.explode,
      ].map(literal);
      return `        Parameter(${[...args, ...(json ? ["json=True"] : []), ...facts(parameter)].join(", ")}),\n`;
    });
    const security = securityOf(operation, this.model).map(
      (needs) => `[${needs.map((item) => `(${item.map(literal).join(", ")})`).join(", ")}]`,
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

export interface ClientModule {
  readonly text: string;
  readonly shown: Shown;
}

/** Generates `client.py`: descriptions of all operations, and the two clients. */
export function clientModule(
  models: Models,
  { home, module }: { readonly home: string | undefined; readonly module: string },
): ClientModule {
  const model = modelOf(models.spec);
  const writer = new Writer(models, model);
  const parts = nameOperations(model).flatMap(parted);
  const methods = parts.map((part) => writer.method(part));
  const constants = methods.map(({ constant, descriptor }) => `${constant} = ${descriptor}\n`).join("\n");
  const groups = groupsIn(methods, parts, models.names);
  const clients = [false, true].flatMap((isAsync) => [
    `${base(isAsync, home === undefined ? undefined : literal(home))}\n${methods.some(({ streams }) => streams) ? streamText(isAsync) : ""}${propertiesText(groups, isAsync)}${methods.map((method) => methodText(method, isAsync)).join("\n")}`,
    ...groupsText(groups, isAsync),
  ]);
  const schemes = Object.keys(models.spec.securitySchemes);
  const auth = `Auth = ${schemes.length ? `Literal[${schemes.map(literal).join(", ")}]` : "str"}\n"""Names of the security schemes that a client takes a credential for."""\n`;
  const text = [auth, constants, ...clients].filter(Boolean).join("\n\n");
  return { text, shown: shownCalls(models, { methods, groups, module }) };
}
