import { table, type Row } from "./rows.ts";

type NamedRow = Row & { readonly id: string };

const answers = { 204: { description: "taken" } };

/** Returns the members that parameters and headers share. */
function written({ how, schema }: NamedRow): object {
  const { content, ...rest } = how;
  const held = typeof content === "string" ? { content: { [content]: { schema } } } : { schema };
  return { ...rest, ...held };
}

const parameter = (row: NamedRow): object => ({
  name: "color",
  in: row.place,
  required: row.place === "path",
  ...written(row),
});

function operation(row: NamedRow): object {
  const { id, place, how, schema } = row;
  const common = { operationId: id, responses: answers };
  if (place === "json")
    return { ...common, requestBody: { required: true, content: { "application/json": { schema } } } };
  if (place === "part") {
    const media = {
      schema: { type: "object", properties: { file: { type: "string" } } },
      encoding: { file: { headers: { color: written(row) } } },
    };
    return { ...common, requestBody: { required: true, content: { "multipart/form-data": media } } };
  }
  if (place !== "form" && place !== "multipart") return { ...common, parameters: [parameter(row)] };
  const type = place === "form" ? "application/x-www-form-urlencoded" : "multipart/form-data";
  const media = { schema: { type: "object", properties: { color: schema } }, ...how };
  return { ...common, requestBody: { required: true, content: { [type]: media } } };
}

function swaggerOperation({ id, place, how, schema }: NamedRow): object {
  const isForm = place === "form" || place === "multipart";
  return {
    operationId: id,
    responses: answers,
    ...(isForm
      ? { consumes: [place === "form" ? "application/x-www-form-urlencoded" : "multipart/form-data"] }
      : {}),
    parameters: [
      { name: "color", in: isForm ? "formData" : place, required: place === "path", ...schema, ...how },
    ],
  };
}

/** Returns a document of this version with an operation for each of its rows. */
export function documentOf(version: Row["version"]): object {
  const own = table.filter((row) => row.version === version);
  const paths = Object.fromEntries(
    own.map((row) => {
      const method = ["form", "multipart", "part", "json"].includes(row.place) ? "post" : "get";
      return [
        `/${row.id}${row.place === "path" ? "/{color}" : ""}`,
        { [method]: version === "2.0" ? swaggerOperation(row) : operation(row) },
      ];
    }),
  );
  const info = { title: `Wire ${version}`, version: "1.0.0" };
  return version === "2.0"
    ? { swagger: "2.0", info, host: "localhost", paths }
    : { openapi: version === "3.0" ? "3.0.4" : "3.1.1", info, paths };
}

export const versions = ["3.1", "3.0", "2.0"] as const;
