import { isSecured, withBearer } from "./bearer.ts";
import type { ApiDefinition, Operation, Parameter, Response } from "./definition.ts";
import { errors } from "./responses.ts";

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "Entity tags of versions of the record, any of which is changed, or *",
  schema: { type: "string", maxLength: 1000 },
};

const etag = {
  ETag: { description: "The version of the record, for If-Match", schema: { type: "string" } },
} as const;

const answering = new Set(["create", "get", "update", "patch", "action"]);
const changing = new Set(["update", "patch", "remove", "action"]);

/** Whether an operation returns a record with its version. */
export const isTagged = ({ binding }: Operation): boolean => answering.has(binding?.does ?? "");

/** Whether an operation accepts the expected version in `If-Match`. */
export const isMatched = ({ binding }: Operation): boolean => changing.has(binding?.does ?? "");

const tagged = (responses: Operation["responses"]): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]): [string, Response] => [
      status,
      status.startsWith("2") ? { ...response, headers: { ...response.headers, ...etag } } : response,
    ]),
  );

function versioned(operation: Operation): Operation {
  const { parameters, responses } = operation;
  return {
    ...operation,
    parameters: isMatched(operation) ? [...parameters, ifMatch] : parameters,
    responses: {
      ...(isTagged(operation) ? tagged(responses) : responses),
      ...(isMatched(operation) ? errors(412) : {}),
    },
  };
}

/** Whether responses have versions that a change may require. */
export const hasEtags = ({ operations }: ApiDefinition): boolean =>
  operations.some(
    (operation) => isMatched(operation) && operation.parameters.some(({ name }) => name === ifMatch.name),
  );

/** Returns the API with record versions in `ETag`; a change with `If-Match` applies to that version only. */
export const withEtags = (api: ApiDefinition): ApiDefinition =>
  hasEtags(api) ? api : { ...api, operations: api.operations.map(versioned) };

/** Returns a rebuilt API with bearer tokens and versions if one of the others has them. */
export function servedAs(definition: ApiDefinition, ...others: readonly ApiDefinition[]): ApiDefinition {
  const api = others.some(hasEtags) ? withEtags(definition) : definition;
  return others.some(isSecured) ? withBearer(api) : api;
}
