import { atGate } from "../../evaluate/blame.ts";
import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { Part, Scope, Value } from "../../evaluate/types.ts";
import {
  calledName,
  constant,
  external,
  items,
  nothing,
  numbers,
  object,
  propOf,
  textOf,
  texts,
  unknown,
} from "../../evaluate/value.ts";
import type { Parameter } from "../../program/ir.ts";
import { input } from "../observe.ts";
import { check } from "../../schema/validate.ts";
import { inTable } from "../../../lib/index.ts";
import { context, exception, instanceOf, type Call, givenTo } from "./context.ts";

const parts: Readonly<Record<string, Part>> = {
  Body: "body",
  Query: "query",
  Param: "path",
  Headers: "header",
};
const isPipe = (value: Value): boolean =>
  value.kind === "class" ||
  (value.kind === "object" && value.cls !== undefined) ||
  (value.kind === "external" && /Pipe(?:\(\))?$/.test(value.path));

interface Piped {
  readonly value: Value;
  readonly type: string;
  readonly metatype: Value;
  /** The schema in a parameter's decorator: `@Body({ schema })`. */
  readonly schema: Value | undefined;
}

/** Applies a pipe to a value: a library's pipe answers 400, one of the program is called. */
function piped(pipe: Value, { value, type, metatype, schema }: Piped, call: Call): Value {
  const { m } = call;
  const instance = instanceOf(pipe, call);
  if (instance.kind === "object" && instance.cls && member(instance.cls, "transform"))
    return atGate(m, instance, () =>
      m.call(
        m.get(instance, "transform"),
        args([
          value,
          object([
            ["type", constant(type)],
            ["metatype", metatype],
            ["data", unknown],
          ]),
        ]),
      ),
    );
  const options = (pipe.kind === "external" ? pipe : instance.kind === "object" ? instance.base : undefined)
    ?.args?.list[0];
  const factory = propOf(options, "exceptionFactory");
  const status = numbers(propOf(options, "errorHttpStatusCode"))[0] ?? 400;
  const path =
    pipe.kind === "external" ? pipe.path : instance.kind === "object" ? (instance.base?.path ?? "") : "";
  const isGeneral = /ValidationPipe/.test(path);
  if (/DefaultValuePipe/.test(path)) return value;
  const isChecked = /StandardSchema/.test(path)
    ? schema !== undefined
    : metatype.kind === "class" || (metatype.kind === "external" && metatype.args !== undefined);
  if (isGeneral && !isChecked) return value;
  const result = factory?.kind === "function" ? m.call(factory, args([unknown])) : unknown;
  m.throws.push(
    result.kind === "object"
      ? result
      : exception(status === 400 ? "BadRequestException" : "HttpException", status),
  );
  return value;
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
};

/** The class that TypeScript's metadata holds for a built-in type. */
function plainType(type: Parameter["type"]): Value | undefined {
  const name = type?.kind === "name" ? inTable(plainTypes, type.name) : undefined;
  return name === undefined ? undefined : external(name);
}

export function argument(param: Parameter, call: Call, pipes: readonly Value[]): Value {
  const { m, cls, req, res } = call;
  const scope: Scope = cls.scope;
  const [mark] = param.decorators.map((decorator) => m.evaluate(decorator, scope));
  if (!mark || mark.kind !== "external") return unknown;
  const name = calledName(mark);
  const values = mark.args?.list ?? [];
  const type = param.type && m.evaluate(param.type, scope);
  const metatype = plainType(param.type) ?? type ?? unknown;
  const part = inTable(parts, name);
  if (part) {
    const key = textOf(values[0]);
    const schema = propOf(values.at(-1), "schema");
    const root: Value = part === "header" ? m.get(req, "headers") : input(part);
    const value = key === undefined ? root : m.get(root, key);
    if (schema) check(value, schema, m);
    else if (
      param.type &&
      value.kind === "input" &&
      (metatype.kind === "class" || metatype.kind === "shape" || isMapped(metatype)) &&
      part !== "path"
    )
      m.run?.checked.push({
        part,
        path: value.path,
        schema:
          metatype.kind === "class" || metatype.kind === "external"
            ? metatype
            : { kind: "shape", of: param.type, scope },
      });
    const ownPipes = values.slice(key === undefined ? 0 : 1).filter(isPipe);
    const argumentValue: Value =
      value.kind === "input" && metatype.kind === "class" ? { ...value, madeOf: metatype } : value;
    return [...pipes, ...ownPipes].reduce(
      (now, pipe) =>
        piped(pipe, { value: now, type: part === "path" ? "param" : part, metatype, schema }, call),
      argumentValue,
    );
  }
  switch (name) {
    case "Req":
    case "Request":
      return req;
    case "Res":
    case "Response":
      return res;
    case "Session":
      return m.get(req, "session");
    case "UploadedFile":
    case "UploadedFiles":
      for (const field of filesOf(call) ?? [name === "UploadedFile" ? "file" : "files"])
        m.read({ kind: "input", part: "file", path: [field] });
      return unknown;
    default: {
      // a decorator of the program, created by createParamDecorator
      const factory = mark.args ? mark.of : mark;
      const make =
        factory?.args && factory.of?.name === "createParamDecorator" ? factory.args.list[0] : undefined;
      return make
        ? atGate(m, make, () => m.call(make, args([values[0] ?? nothing, context(call)])))
        : unknown;
    }
  }
}

/** The fields that `FileInterceptor("photo")` and similar interceptors read files from. */
function filesOf({ marks, outer }: Call): readonly string[] | undefined {
  const names = givenTo("UseInterceptors", [...marks, ...outer])
    .filter(
      (value) =>
        value.kind === "external" && /^(?:\w*Files?|FileFields)Interceptor$/.test(value.of?.name ?? ""),
    )
    .flatMap((value) => (value.kind === "external" ? items(value.args?.list[0]) : []))
    .flatMap((value) => texts(propOf(value, "name") ?? value));
  return names.length ? names : undefined;
}

const isMapped = (value: Value): boolean => value.kind === "external" && value.args !== undefined;
