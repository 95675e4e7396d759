import type { Json, JsonObject } from "../../lib/index.ts";
import type {
  ParameterStyle,
  Spec,
  SpecMedia,
  SpecOperation,
  SpecParameter,
  SpecResponse,
  SpecSchema,
  SpecSecurityScheme,
  SpecServer,
} from "../spec.ts";
import { schema30, type Lose } from "./schema30.ts";
import { styles, usualStyle, type Place } from "./styles.ts";

const methods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
]);

/** Returns the members that are not undefined, which JSON can't express. */
const withoutUndefined = (value: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as JsonObject; // undefined is filtered out

const mapped = <T>(value: Readonly<Record<string, T>>, change: (one: T, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));

class Writer {
  readonly lost = new Set<string>();

  schema(schema: SpecSchema, at: string): JsonObject {
    const lose: Lose = (what) => this.lost.add(`${at}: ${what}`);
    return schema30(schema, lose);
  }

  media(media: SpecMedia, at: string): JsonObject {
    if (media.itemSchema) this.lost.add(`${at}: itemSchema`);
    const encoding =
      media.encoding &&
      mapped(media.encoding, ({ inner, style, headers, ...one }, name) =>
        withoutUndefined({
          ...one,
          style: style && this.style(style, { place: "form", inner, at: `${at} ${name}` }),
          headers:
            headers && Object.fromEntries(headers.map((header) => [header.name, this.header(header, at)])),
        }),
      );
    return withoutUndefined({
      schema: media.schema && this.schema(media.schema, at),
      example: media.example,
      encoding,
    });
  }

  content(content: Readonly<Record<string, SpecMedia>>, at: string): JsonObject {
    return mapped(content, (media, type) => this.media(media, `${at} ${type}`));
  }

  /** Returns a style as 3.0 has it; the place's default if 3.0 lacks it there. */
  style(
    style: ParameterStyle,
    {
      place,
      inner,
      at,
    }: { readonly place: Place; readonly inner: ParameterStyle | undefined; readonly at: string },
  ): ParameterStyle {
    const known = styles[style].places.includes(place) && style !== "cookie";
    if (!known) this.lost.add(`${at}: style ${style}`);
    if (inner !== undefined) this.lost.add(`${at}: style ${inner} of lists inside the list`);
    return known ? style : usualStyle[place];
  }

  parameter(specParameter: SpecParameter, at: string): JsonObject {
    return { name: specParameter.name, in: specParameter.in, ...this.header(specParameter, at) };
  }

  /** Returns a parameter without its name and place, as headers are written. */
  header(specParameter: SpecParameter, at: string): JsonObject {
    const place = `${at} ${specParameter.name}`;
    const schema = this.schema(specParameter.schema, place);
    const { required, description } = specParameter;
    const deprecated = specParameter.deprecated || undefined;
    const common = { required, description, deprecated };
    if (specParameter.mediaType !== undefined)
      return withoutUndefined({ ...common, content: { [specParameter.mediaType]: { schema } } });
    const style = this.style(specParameter.style, {
      place: specParameter.in,
      inner: specParameter.inner,
      at: place,
    });
    const allowReserved = specParameter.allowReserved || undefined;
    return withoutUndefined({ ...common, style, explode: specParameter.explode, allowReserved, schema });
  }

  response(specResponse: SpecResponse, at: string): JsonObject {
    const headers = mapped(specResponse.headers, ({ required, description, schema }, name) =>
      withoutUndefined({ required, description, schema: this.schema(schema, `${at} ${name}`) }),
    );
    const content = this.content(specResponse.content, at);
    return withoutUndefined({
      description: specResponse.description,
      headers: Object.keys(headers).length ? headers : undefined,
      content: Object.keys(content).length ? content : undefined,
    });
  }

  operation(specOperation: SpecOperation): JsonObject {
    const at = `${specOperation.method.toUpperCase()} ${specOperation.path}`;
    const body = specOperation.requestBody;
    return withoutUndefined({
      operationId: specOperation.operationId,
      summary: specOperation.summary,
      description: specOperation.description,
      tags: specOperation.tags.length ? [...specOperation.tags] : undefined,
      deprecated: specOperation.deprecated || undefined,
      parameters: specOperation.parameters.length
        ? specOperation.parameters.map((parameter) => this.parameter(parameter, at))
        : undefined,
      requestBody:
        body &&
        withoutUndefined({
          required: body.required,
          description: body.description,
          content: this.content(body.content, at),
        }),
      responses: mapped(specOperation.responses, (response, status) =>
        this.response(response, `${at} ${status}`),
      ),
      security: specOperation.security.map((requirement) => mapped(requirement, (scopes) => [...scopes])),
      servers: specOperation.servers?.map(server),
    });
  }

  schemes(schemes: Readonly<Record<string, SpecSecurityScheme>>): JsonObject {
    const supported = Object.entries(schemes).flatMap(([name, scheme]) => {
      if (scheme.type !== "mutualTLS") return [[name, scheme as unknown as Json] as const]; // JSON by its type
      this.lost.add(`security scheme ${name}: mutualTLS`);
      return [];
    });
    return Object.fromEntries(supported);
  }
}

const server = ({ url, description, variables }: SpecServer): JsonObject =>
  withoutUndefined({
    url,
    description,
    variables: Object.keys(variables).length
      ? mapped(variables, (one) => withoutUndefined({ ...one, enum: one.enum && [...one.enum] }))
      : undefined,
  });

/** Drops requirements of schemes that 3.0 doesn't have. */
function withoutSchemes(operation: SpecOperation, known: JsonObject): SpecOperation {
  const security = operation.security.filter((item) =>
    Object.keys(item).every((name) => Object.hasOwn(known, name)),
  );
  return { ...operation, security };
}

export interface Served {
  /** OpenAPI 3.0.0. */
  readonly document: JsonObject;
  /** What 3.0 can't express, by place; the document is more permissive there than the specification. */
  readonly lost: readonly string[];
}

/** Converts a specification of any version to OpenAPI 3.0.0, with the same meaning as far as 3.0 allows. */
export function specToOpenApi(spec: Spec): Served {
  const writer = new Writer();
  const securitySchemes = writer.schemes(spec.securitySchemes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of spec.operations) {
    if (!methods.has(operation.method)) {
      writer.lost.add(`${operation.method.toUpperCase()} ${operation.path}: the method`);
      continue;
    }
    const item = (paths[operation.path] ??= {});
    item[operation.method] = writer.operation(withoutSchemes(operation, securitySchemes));
  }
  const schemas = mapped(spec.schemas, (schema, key) => writer.schema(schema, `schema ${key}`));
  const tags = [...new Set(spec.operations.flatMap((operation) => operation.tags))];
  const { title, version, description, license } = spec.info;
  const document = withoutUndefined({
    openapi: "3.0.0",
    info: withoutUndefined({
      title,
      version,
      description,
      license: license === undefined ? undefined : { name: license },
    }),
    servers: spec.servers.map(server),
    tags: tags.length ? tags.map((name) => ({ name })) : undefined,
    paths,
    components: withoutUndefined({
      schemas: Object.keys(schemas).length ? schemas : undefined,
      securitySchemes: Object.keys(securitySchemes).length ? securitySchemes : undefined,
    }),
  });
  return { document, lost: [...writer.lost] };
}
