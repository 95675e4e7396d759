import { docstring, literal } from "./python-identifiers.ts";
import { isRange } from "../../specification/model.ts";
import type { Choice, Method } from "./method.ts";

/** Argument and result for certain chosen media types. */
interface Variant {
  readonly body?: Choice & { readonly optional: boolean };
  readonly answer?: Choice & { readonly optional: boolean };
}

/**
 * Returns the combinations of media types that a type checker distinguishes; none if there is one or more than eight.
 */
function variantsOf({ bodies, answers }: Method): readonly Variant[] {
  const chosen = (all: readonly Choice[]): readonly (Choice & { optional: boolean })[] =>
    all.map((choice, i) => ({ ...choice, optional: i === 0 }));
  const some: readonly Variant[] = bodies.length > 1 ? chosen(bodies).map((body) => ({ body })) : [{}];
  const all =
    answers.length > 1
      ? chosen(answers).flatMap((answer) => some.map((variant) => ({ ...variant, answer })))
      : some;
  return all.length > 1 && all.length <= 8 ? all : [];
}

/** Returns the type of a media type argument: a range accepts any media type in it. */
export const mediaLiteral = (media: readonly string[]): string =>
  media.some(isRange) ? "str" : `Literal[${media.map(literal).join(", ")}]`;

const isRepeatable = ({ operation: { method } }: Method): boolean => !/^(post|patch)$/i.test(method);

/** Returns the arguments: path parameters by position or name, others by name, optional ones last. */
function signature(method: Method, variant: Variant = {}): string {
  const { body, answer } = variant;
  const parameters = method.arguments.map((argument) => {
    if (argument.key === "body" && body)
      return { ...argument, type: body.type, optional: argument.optional && body.optional };
    if (argument.key === "content_type" && body)
      return { ...argument, type: mediaLiteral(body.media), optional: body.optional };
    return argument;
  });
  const types = method.answers.flatMap(({ media }) => media);
  const accept = {
    key: "accept",
    type: mediaLiteral(answer?.media ?? types),
    optional: answer?.optional ?? true,
    inPath: false,
  };
  const all = [...parameters, ...(types.length > 1 ? [accept] : [])];
  const parameterText = ({ key, type, optional }: (typeof all)[number]): string =>
    optional
      ? `${key}: ${/(^|\| )None$|^Any$/.test(type) ? type : `${type} | None`} = None`
      : `${key}: ${type}`;
  const named = all.filter(({ inPath }) => !inPath);
  return [
    ...all.filter(({ inPath }) => inPath).map(parameterText),
    "*",
    ...named.filter(({ optional }) => !optional).map(parameterText),
    ...named.filter(({ optional }) => optional).map(parameterText),
    ...(isRepeatable(method) ? [] : ["idempotency_key: str | None = None"]),
    "timeout: float | None = None",
    "headers: Mapping[str, str] | None = None",
  ]
    .map((text) => `        ${text},\n`)
    .join("");
}

const values = (method: Method): string =>
  `{${[...method.arguments.map(({ key }) => key), ...(isRepeatable(method) ? [] : ["idempotency_key"])].map((key) => `${literal(key)}: ${key}`).join(", ")}}`;

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

export function methodText(method: Method, isAsync: boolean): string {
  const { name, constant, result, streams, answers } = method;
  const isChoice = answers.flatMap(({ media }) => media).length > 1;
  const call = `${isChoice ? `choose(${constant}, accept)` : constant}, ${values(method)}, timeout, headers`;
  const [def, wait, iterator] = isAsync ? ["async def", "await ", "AsyncIterator"] : ["def", "", "Iterator"];
  if (streams) {
    const item = streams === "events" ? `ServerSentEvent[${result}]` : result;
    return `    def ${name}(\n        self,\n${signature(method)}    ) -> ${iterator}[${item}]:\n${about(method)}        return self._stream(${literal(streams)}, ${call})\n`;
  }
  const head = (variant: Variant, type: string): string =>
    `    ${def} ${name}(\n        self,\n${signature(method, variant)}    ) -> ${type}:`;
  const overloads = variantsOf(method).map(
    (variant) => `    @overload\n${head(variant, variant.answer?.type ?? result)} ...\n\n`,
  );
  return (
    `${overloads.join("")}${head({}, result)}\n${about(method)}        return ${wait}self._call(${call})\n\n${pagesText(method, isAsync)}`.trimEnd() +
    "\n"
  );
}

/** Generates iterators over all pages and over all items, if the document shows how to page. */
export function pagesText(method: Method, isAsync: boolean): string {
  const { paging, name, result, arguments: parameters } = method;
  if (!paging || result === "Any" || / \| /.test(result)) return "";
  const [def, wait, iterator, each] = isAsync
    ? ["async def", "await ", "AsyncIterator", "async for"]
    : ["def", "", "Iterator", "for"];
  const passed = parameters.map(({ key }) => `${key}=${key}`).join(", ");
  const head = (suffix: string, type: string, about: string): string =>
    `    ${def} ${name}_${suffix}(\n        self,\n${signature(method)}    ) -> ${iterator}[${type}]:\n        """${about}"""\n`;
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
