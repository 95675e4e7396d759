import { ApiError } from "../messages/index.ts";

/** What libraries of schemas agree on, as far as it is used here: https://standardschema.dev */
export interface Standard<Output = unknown> {
  readonly "~standard": {
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => {
        readonly [keyword: string]: unknown;
      };
    };
  };
}
type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The same schema as JSON Schema. Throws TypeError where the library can't write it. */
export function jsonSchemaOf({ "~standard": { jsonSchema } }: Standard): {
  readonly [keyword: string]: unknown;
} {
  if (jsonSchema === undefined)
    throw new TypeError("This schema can't be written as JSON Schema; pass a JSON Schema instead.");
  const { $schema: _, ...schema } = jsonSchema.input({ target: "draft-2020-12" });
  return schema;
}

/** What a schema makes of a value. Throws an error that names what does not fit, and where. */
export async function parsed<Output>(
  { "~standard": { validate } }: Standard<Output>,
  value: unknown,
): Promise<Output> {
  const result = await validate(value);
  if (result.issues === undefined) return result.value;
  throw new ApiError(
    "invalid_request_error",
    `Does not fit the schema: ${result.issues.map(spelled).join("; ")}.`,
  );
}

function spelled({ message, path = [] }: Issue): string {
  const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return place === "" ? message : `${place}: ${message}`;
}
