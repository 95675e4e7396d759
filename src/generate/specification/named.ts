import type { SpecOperation, SpecParameter } from "../../api/index.ts";
import { parametersOf } from "./encodings.ts";
import type { Model } from "./model.ts";
import { camel, pascal, Scope } from "./specification-names.ts";

/** An operation with the names in its code. */
export interface Named {
  readonly operation: SpecOperation;
  /** Name of the function; `<stem>Params` and `<stem>Result`, in Pascal case, are its types. */
  readonly name: string;
  readonly params: string;
  readonly result: string;
  /** Name of the type with the success result per media type, if there are several. */
  readonly choices: string;
  /** Key in the caller's object, by parameter. */
  readonly keys: ReadonlyMap<SpecParameter, string>;
}

/** Returns the headers of parts of a named operation, by the member that the part is. */
export function partHeadersOf({ parameters }: SpecOperation): ReadonlyMap<string, readonly SpecParameter[]> {
  const headers = parameters.flatMap((parameter) =>
    parameter.part === undefined ? [] : [{ part: parameter.part, parameter }],
  );
  const byPart = Map.groupBy(headers, ({ part }) => part);
  return new Map([...byPart].map(([part, all]) => [part, all.map(({ parameter }) => parameter)]));
}

/** Returns the words that a parameter's name in code is made of. */
export const parameterWords = ({ name, part }: SpecParameter): string =>
  part === undefined ? name : `${part} ${name}`;

/** Members of every object: without its own such member, a caller's object would seem to have one of another type. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

export function nameOperations(model: Model): readonly Named[] {
  return model.spec.operations.map((written) => {
    const parameters = parametersOf(written);
    const operation = parameters === written.parameters ? written : { ...written, parameters };
    // Short enough that derived names are not cut and keep their number.
    const stem = camel(operation.operationId).slice(0, 120);
    const upper = (text: string): string => pascal(text);
    const name = model.scope.family(stem, [
      (one) => one,
      (one) => `${upper(one)}Params`,
      (one) => `${upper(one)}Result`,
      (one) => `${upper(one)}Choices`,
      (one) => `${one}Pages`,
      (one) => `${one}Route`,
    ]);
    const scope = new Scope(["body", "contentType", ...inherited]);
    const keys = new Map(
      operation.parameters.map(
        (parameter) => [parameter, scope.member(camel(parameterWords(parameter)))] as const,
      ),
    );
    const type = (end: string): string => `${upper(name)}${end}`;
    const types = { params: type("Params"), result: type("Result"), choices: type("Choices") };
    return { operation, name, ...types, keys };
  });
}
