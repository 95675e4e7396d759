import { ApiError } from "../messages/index.ts";

/** The part of the Standard Schema interface that is used here: https://standardschema.dev */
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

/** Converts the schema to JSON Schema. Throws TypeError if the library can't. */
export function jsonSchemaOf({ "~standard": { jsonSchema } }: Standard): {
  readonly [keyword: string]: unknown;
} {
  if (jsonSchema === undefined)
    throw new TypeError("This schema can't be written as JSON Schema; pass a JSON Schema instead.");
  const { $schema: _, ...schema } = jsonSchema.input({ target: "draft-2020-12" });
  return schema;
}

/** Validates and transforms a value. Throws ApiError (invalid_request_error) with what doesn't match, and where. */
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
