import type { SpecMedia, SpecOperation, SpecParameter } from "../../../api/index.ts";
import { resolved } from "../../specification/model.ts";
import type { Group, Served, ServerModel } from "../../specification/server/model.ts";
import { codeOf, docstring, importsOf, literal, pascal, Scope, snake } from "../client/python-identifiers.ts";
import { styledParts } from "../../specification/encodings.ts";
import { answersOf, readMedia } from "../../specification/server/media.ts";
import { parameterWords, partHeadersOf } from "../../specification/named.ts";
import { securityOf } from "../../specification/server/security.ts";
import { isSingle, shapeOf, type Shape } from "../../specification/server/shape.ts";
import { hasChecks, isEmpty, type Check, type Checks } from "./checks.ts";
import { union, type Types } from "./types.ts";

/** Names that modules with operations use themselves. */
const reserved = (
  "Annotated Any Answer APIRouter Context Depends Exchange How Media Parameter Query Response Route Takes ServerSentEvent AsyncIterator " +
  "answer handlers dataclass m check_parents near not_written perform Records router rules input context"
).split(" ");

export interface Names {
  readonly name: string;
  readonly params: string;
  readonly route: string;
  readonly keys: ReadonlyMap<SpecParameter, string>;
}

export interface PythonNames {
  readonly operations: ReadonlyMap<SpecOperation, Names>;
  /** Module by group. */
  readonly modules: ReadonlyMap<Group, string>;
}

/** Files beside those of groups in their folders. */
const ownModules = ["client", "database", "conftest", "tokens", "types", "app", "operations"];

export function pythonNames({ groups }: ServerModel): PythonNames {
  const scope = new Scope(reserved);
  const modules = new Scope(ownModules);
  const operations = groups.flatMap((group) =>
    group.operations.map(({ operation }) => {
      const name = scope.take(snake(operation.operationId));
      const parameterScope = new Scope(["body", "content_type"]);
      const keys = new Map(
        operation.parameters.map(
          (parameter) => [parameter, parameterScope.take(snake(parameterWords(parameter)))] as const,
        ),
      );
      const names = {
        name,
        params: scope.take(`${pascal(operation.operationId)}Params`),
        route: scope.take(`${name}_route`),
        keys,
      };
      return [operation, names] as const;
    }),
  );
  return {
    operations: new Map(operations),
    modules: new Map(groups.map((group) => [group, modules.take(snake(group.name))] as const)),
  };
}

interface Writing {
  readonly server: ServerModel;
  readonly types: Types;
  readonly checks: Checks;
  readonly names: Names;
}

const checkText = (check: Check): readonly string[] => (isEmpty(check) ? [] : [`schema=${literal(check)}`]);

const facts = (shape: Shape, inner?: string): readonly string[] => [
  ...(shape === "string" ? [] : [`shape=${literal(shape)}`]),
  ...(inner === undefined ? [] : [`inner=${literal(inner)}`]),
];

/** Returns how members of a form with a style are parsed. */
function partsText(type: string, media: SpecMedia, { server }: Writing): readonly string[] {
  const members = resolved(server.model.spec, media.schema)?.properties ?? {};
  const texts = Object.entries(styledParts(media, type, server.model.spec)).map(
    ([name, { style, explode, inner }]) => {
      const shape = shapeOf(members[name] ?? {}, server.model);
      return `How(${[...[name, style, explode].map(literal), ...facts(shape, inner)].join(", ")})`;
    },
  );
  return texts.length ? [`parts=[${texts.join(", ")}]`] : [];
}

function parameterText(parameter: SpecParameter, { server, names, checks }: Writing): string {
  const { name, in: place, style, explode, required, mediaType } = parameter;
  const shape = shapeOf(parameter.schema, server.model);
  const args = [
    ...[name, style, explode].map(literal),
    ...facts(shape, parameter.inner),
    `place=${literal(place)}, key=${literal(names.keys.get(parameter))}, required=${literal(required)}`,
    ...(mediaType !== undefined && /json/.test(mediaType) ? ["json=True"] : []),
    ...(parameter.schema.default === undefined ? [] : [`otherwise=${literal(parameter.schema.default)}`]),
    ...checkText(checks.of(parameter.schema)),
  ];
  return `Parameter(${args.join(", ")})`;
}

function mediaText(
  type: string,
  media: SpecMedia,
  writing: Writing & { readonly heads: readonly string[] },
): { readonly shown: string; readonly text: string } {
  const { server, types, checks, names } = writing;
  const { as, isForm, inline, isChecked, json } = readMedia(type, media, server.model);
  const checked = inline !== undefined && isChecked && hasChecks(inline);
  const hint = `${names.params.replace(/Params(\d*)$/, "$1")}Body`;
  const whole = media.schema && (isForm || as === "text") ? shapeOf(media.schema, server.model) : "string";
  const shape = isForm || isSingle(whole) ? whole : "string";
  const args = [
    literal(type),
    literal(as),
    ...facts(shape),
    ...checkText(checked ? checks.of(inline, as === "multipart") : {}),
    ...(isForm ? partsText(type, media, writing) : []),
    ...(as === "multipart" && writing.heads.length ? [`heads={${writing.heads.join(", ")}}`] : []),
    ...(json.length ? [`json=${literal(json)}`] : []),
  ];
  const plain = { text: "str", binary: "bytes", any: "Any" }[as as string];
  return {
    shown: checked
      ? types.name(inline, { hint, direction: "input", binary: as === "multipart" })
      : (plain ?? "Any"),
    text: `Media(${args.join(", ")})`,
  };
}

const orNone = (type: string): string => (type === "Any" || /\bNone$/.test(type) ? type : `${type} | None`);

function operationText(served: Served, writing: Writing): string {
  const { operation, except } = served;
  const { names, types, server } = writing;
  const hint = names.params.replace(/Params(\d*)$/, "$1");
  const parameters = operation.parameters.map((parameter) => {
    const key = names.keys.get(parameter) ?? "";
    const shown = hasChecks(parameter.schema)
      ? types.name(parameter.schema, { hint: `${hint}${pascal(key)}`, direction: "input" })
      : "Any";
    return { parameter, key, shown };
  });
  const texts = new Map(
    operation.parameters.map((parameter) => [parameter, parameterText(parameter, writing)] as const),
  );
  const lines = [...texts].flatMap(([{ part }, text]) => (part === undefined ? [text] : []));
  const heads = [...partHeadersOf(operation)].map(
    ([part, all]) => `${literal(part)}: [${all.flatMap((header) => texts.get(header) ?? []).join(", ")}]`,
  );
  const body = operation.requestBody;
  const media = Object.entries(body?.content ?? {}).map(([type, media]) =>
    mediaText(type, media, { ...writing, heads }),
  );
  const bodyType = union(media.map(({ shown }) => shown));
  const fields = [
    ...parameters.map(
      ({ parameter: { required, description }, key, shown }) =>
        `    ${key}: ${required ? shown : `${orNone(shown)} = None`}\n${docstring([description], "    ")}`,
    ),
    ...(body
      ? [
          `    body: ${body.required ? bodyType : `${orNone(bodyType)} = None`}\n`,
          "    content_type: str | None = None\n",
        ]
      : []),
  ];
  const about = `${operation.method.toUpperCase()} ${operation.path}`;
  const security = securityOf(served, server.storage).map((item) => literal(item));
  const facts = [
    literal(operation.method),
    literal(operation.path),
    ...(except.length ? [`beside=(${except.map((item) => `${literal(item)},`).join(" ")})`] : []),
    ...(lines.length ? [`parameters=(\n${lines.map((text) => `        ${text},\n`).join("")}    )`] : []),
    ...(media.length ? [`body=(${media.map(({ text }) => `${text},`).join(" ")})`] : []),
    ...(body?.required ? ["body_required=True"] : []),
    ...(Object.keys(answersOf(operation)).length ? [`answers=${literal(answersOf(operation))}`] : []),
    ...(security.length ? [`security=(${security.map((item) => `${item},`).join(" ")})`] : []),
  ];
  return `@dataclass(frozen=True, kw_only=True)\nclass ${names.params}:\n${docstring([`What ${about} takes.`], "    ")}${fields.length ? `\n${fields.join("")}` : ""}\n\n${names.route} = Route(\n    ${facts.join(",\n    ")},\n)\n`;
}

/** Generates `src/operations/<group>.py`: the input and the security of each operation. */
export function operationsModule(
  group: Group,
  server: ServerModel,
  more: { readonly types: Types; readonly checks: Checks; readonly names: PythonNames },
): string {
  const texts = group.operations.flatMap((served) => {
    const names = more.names.operations.get(served.operation);
    return names ? [operationText(served, { ...more, server, names })] : [];
  });
  const text = texts.join("\n\n");
  const imports = importsOf(
    codeOf(text),
    `
    dataclasses: dataclass
    typing: Any

    src.http.route: How, Media, Parameter, Route
    src.models: types as m`,
  );
  return `"""What operations of ${group.file} take and demand."""\n\n${imports}\n\n${text}`;
}
