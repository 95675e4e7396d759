import { isObject, type Json, inTable } from "../../lib/index.ts";
import type { Spec, SpecOperation, SpecParameter, SpecSchema } from "../spec.ts";
import { sampleOf } from "./sample.ts";
import { isJson, jsonOf, resolve } from "./shape.ts";
import { cookieText, encodedPath, headerText, pathText, queryTexts } from "./write.ts";
import { mostTests, wrongsOf } from "./wrong.ts";

/** A member of an earlier response, used in a path. */
export interface Earlier {
  readonly request: number;
  /** Path to it: member names and item indexes. */
  readonly member: readonly (string | number)[];
}

/**
 * The records that a request's path needs: the requests that create them, and the values of path parts by index, as
 * text or as a member of an earlier response.
 */
export interface Setting {
  readonly before: TestRequest[];
  readonly earlier: Map<number, string | Earlier>;
  /** Some of it can't be created by a request, or isn't in any response. */
  readonly lost: boolean;
}

export interface TestRequest {
  readonly method: string;
  /** Encoded pieces, without the server's own path. */
  readonly path: readonly (string | Earlier)[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?:
    | { readonly type: string; readonly json: Json }
    | { readonly type: string; readonly text: string; readonly repeat?: number }
    | {
        readonly type: string;
        readonly form: Readonly<Record<string, Json>>;
        readonly files: readonly string[];
      };
  /** Schemes whose credentials are sent, and which of them are invalid. */
  readonly credentials: readonly string[];
  readonly wrong?: readonly string[];
}

export interface SpecTest {
  readonly name: string;
  readonly before: readonly TestRequest[];
  readonly request: TestRequest;
  readonly status: number;
  /** Expected body of the response. */
  readonly body?: Json;
  /** Path of an issue that a 400 must report. */
  readonly issue?: string;
}

export interface OperationTests {
  readonly operation: SpecOperation;
  readonly tests: readonly SpecTest[];
  /** Why there are no tests. */
  readonly missing?: string;
  /** What the user has to test too. */
  readonly todo?: string;
}

/** Whether a scheme can't be verified by generated code. */
const isOwn = (spec: Spec, name: string): boolean => {
  const scheme = inTable(spec.securitySchemes, name);
  return (
    scheme === undefined ||
    scheme.type === "mutualTLS" ||
    (scheme.type === "http" && scheme.scheme !== "basic" && scheme.scheme !== "bearer")
  );
};

/**
 * Splits a path; parameters are separated from text beside them: `/books/{id}:lend` has the same `{id}` as
 * `/books/{id}`.
 */
export const pathParts = (path: string): readonly string[] => path.split(/\/|(?=\{)|(?<=\})/);

/** Plans tests from what every operation accepts; subclasses know what storage does for it. */
export abstract class Planner {
  readonly spec: Spec;

  constructor(spec: Spec) {
    this.spec = spec;
  }

  /** Creates the records on the path, outermost first. */
  abstract parents(path: string, operation: SpecOperation): Setting;
  abstract isBound(operation: SpecOperation): boolean;
  abstract success(
    operation: SpecOperation,
    before: readonly TestRequest[],
    request: TestRequest,
  ): readonly SpecTest[];
  /** Tests a record that doesn't exist. */
  abstract missing(operation: SpecOperation, setting: Setting): readonly SpecTest[];

  /** Returns the security alternative that tests use; undefined if none can be verified. */
  credentials(operation: SpecOperation): readonly string[] | undefined {
    if (operation.security.length === 0) return [];
    const good = operation.security
      .map((item) => Object.keys(item))
      .filter((item) => !item.some((name) => isOwn(this.spec, name)));
    return good.toSorted((a, b) => a.length - b.length)[0];
  }

  value(parameter: SpecParameter): Json | undefined {
    const value = sampleOf(this.spec, parameter.schema, parameter.name);
    return value === "" && parameter.in === "path" ? undefined : value;
  }

  /** Returns a request with valid values, or the given ones in their places; undefined if no valid ones are found. */
  request(
    operation: SpecOperation,
    { earlier }: Pick<Setting, "earlier">,
    overrides: {
      readonly parameters?: ReadonlyMap<SpecParameter, Json | undefined>;
      readonly body?: TestRequest["body"];
      readonly bare?: boolean;
    },
  ): TestRequest | undefined {
    const parts = pathParts(operation.path);
    const texts = new Map<string, string | Earlier>();
    const query: string[] = [];
    const headers: Record<string, string> = {};
    const cookies: string[] = [];
    for (const parameter of operation.parameters) {
      const earlierValue =
        parameter.in === "path" ? earlier.get(parts.indexOf(`{${parameter.name}}`)) : undefined;
      const set = overrides.parameters?.has(parameter) ?? false;
      if (earlierValue && !set) {
        texts.set(parameter.name, earlierValue);
        continue;
      }
      if (!set && !parameter.required) continue;
      const value = set ? overrides.parameters?.get(parameter) : this.value(parameter);
      if (value === undefined) {
        if (set) continue;
        return undefined;
      }
      if (parameter.in === "path") texts.set(parameter.name, pathText(parameter, value));
      else if (parameter.in === "query") query.push(...queryTexts(parameter, value));
      else if (parameter.in === "header") headers[parameter.name] = headerText(parameter, value);
      else cookies.push(`${encodeURIComponent(parameter.name)}=${cookieText(parameter, value)}`);
    }
    if (cookies.length) headers["cookie"] = cookies.join("; ");
    const body = "body" in overrides ? overrides.body : this.body(operation);
    if (body === undefined && operation.requestBody?.required && !overrides.bare) return undefined;
    const path = operation.path
      .split(/(\{[^{}]+\})/)
      .flatMap((part, i) => (i % 2 ? [texts.get(part.slice(1, -1)) ?? ""] : [encodedPath(part)]));
    return {
      method: operation.method.toUpperCase(),
      path: query.length ? [...path, `?${query.join("&")}`] : path,
      headers,
      ...(body ? { body } : {}),
      credentials: this.credentials(operation) ?? [],
    };
  }

  body(operation: SpecOperation): TestRequest["body"] {
    const all = Object.entries(operation.requestBody?.content ?? {});
    for (const [type, media] of all.toSorted((a, b) => Number(isJson(b[0])) - Number(isJson(a[0])))) {
      const concrete = type.includes("*") ? "application/octet-stream" : type;
      if (isJson(type)) {
        const json = sampleOf(this.spec, media.schema ?? {}, "body");
        if (json !== undefined) return { type: concrete, json };
      } else if (/^multipart\/|^application\/x-www-form-urlencoded/i.test(type)) {
        // Requests of tests have no headers of parts.
        const isSendable = !Object.values(media.encoding ?? {}).some(({ headers }) =>
          headers?.some(({ required }) => required),
        );
        const form = isSendable ? this.form(type, media.schema ?? {}) : undefined;
        if (form) return form;
      } else {
        const schema = resolve(this.spec, media.schema ?? {});
        const text =
          schema.type === "string" && schema.format !== "binary"
            ? sampleOf(this.spec, schema, "text")
            : "text";
        if (typeof text === "string") return { type: concrete, text };
      }
    }
    return undefined;
  }

  form(type: string, schema: SpecSchema): TestRequest["body"] {
    const sample = sampleOf(this.spec, schema, "form");
    if (!isObject(sample)) return undefined;
    const found = resolve(this.spec, schema);
    const files = Object.entries(found.properties ?? {}).flatMap(([name, property]) => {
      const schema = resolve(this.spec, property);
      const item = schema.type === "array" ? resolve(this.spec, schema.items ?? {}) : schema;
      return item.format === "binary" ? [name] : [];
    });
    return {
      type,
      form: sample as Readonly<Record<string, Json>>,
      files: /^multipart/i.test(type) ? files : [],
    }; // members of JSON
  }

  plan(operation: SpecOperation): OperationTests {
    const setting = this.parents(operation.path, operation);
    const request = this.request(operation, setting, {});
    if (!request) return { operation, tests: [], missing: "no example of what it needs can be made" };
    if (this.isBound(operation) && setting.lost)
      return { operation, tests: [], missing: "no answer names what it needs" };
    const { before } = setting;
    if (this.credentials(operation) === undefined)
      return {
        operation,
        tests: [
          { name: "is not written yet: nothing verifies its credentials", before: [], request, status: 501 },
        ],
      };
    const tests = [...this.success(operation, before, request), ...this.missing(operation, setting)];
    const wrong = this.wrongs(operation, request, setting).map((test) => ({
      ...test,
      before: [] as readonly TestRequest[],
    }));
    return {
      operation,
      tests: [...tests, ...wrong, ...this.refused(operation, request)].map((test) => this.settled(test)),
    };
  }

  /** Requests that are refused before any lookup need no records and no ids of them. */
  settled(test: SpecTest): SpecTest {
    const { request } = test;
    const path = request.path.map((piece) =>
      typeof piece === "string" || piece.request < test.before.length ? piece : "1",
    );
    return { ...test, request: { ...request, path } };
  }

  wrongs(operation: SpecOperation, request: TestRequest, setting: Setting): readonly SpecTest[] {
    const found: SpecTest[] = [];
    const add = (name: string, changed: TestRequest | undefined, status: number, issue?: string): void => {
      if (changed)
        found.push({ name, before: [], request: changed, status, ...(issue === undefined ? {} : { issue }) });
    };
    const most = mostTests(request);
    for (const parameter of operation.parameters) {
      if (found.length > most) break;
      const set = (value: Json | undefined): TestRequest | undefined =>
        this.request(operation, setting, { parameters: new Map([[parameter, value]]) });
      if (parameter.required && parameter.in !== "path")
        add(`refuses a request without ${parameter.name}`, set(undefined), 400, parameter.name);
      for (const { what, value, path } of this.wrongTexts(parameter))
        add(
          `refuses ${parameter.in} parameter ${parameter.name}: ${what}`,
          set(value),
          400,
          path === undefined ? undefined : [parameter.name, path].filter(Boolean).join("."),
        );
    }
    const { body } = request;
    if (!body) return found;
    if (operation.requestBody?.required) {
      const bare = this.request(operation, setting, { body: undefined, bare: true });
      add("refuses a request without a body", bare, 400);
    }
    const other = { ...request, body: { type: "application/x-nobody-reads-this", text: "x" } };
    if (!Object.keys(operation.requestBody?.content ?? {}).some((type) => /^(\*|application)\/\*/.test(type)))
      add("refuses a body of another media type", other, 415);
    if (!("json" in body)) return found;
    add("refuses a body that is no JSON", { ...request, body: { type: body.type, text: "{" } }, 400);
    add(
      "refuses a body that is too large",
      { ...request, body: { type: body.type, text: " ", repeat: 1_048_577 } },
      413,
    );
    const schema = jsonOf(operation.requestBody?.content)?.schema;
    for (const { what, value, path } of schema ? wrongsOf(this.spec, schema, body.json) : [])
      add(`refuses a body: ${what}`, { ...request, body: { type: body.type, json: value } }, 400, path);
    return found;
  }

  /** Returns the invalid values that stay invalid when sent as text. */
  wrongTexts(parameter: SpecParameter): ReturnType<typeof wrongsOf> {
    const schema = resolve(this.spec, parameter.schema);
    const scalar = (schema: SpecSchema): boolean =>
      ["string", "integer", "number", "boolean"].includes(String(schema.type));
    const item = schema.type === "array" ? resolve(this.spec, schema.items ?? {}) : schema;
    if (!scalar(item) || parameter.mediaType !== undefined) return [];
    const good = this.value(parameter);
    if (good === undefined) return [];
    return wrongsOf(this.spec, parameter.schema, good).filter(({ value }) => {
      const values: readonly Json[] = Array.isArray(value) ? value : [value];
      const lists = schema.type !== "array" || (Array.isArray(value) && value.length > 0);
      return (
        lists &&
        values.every(
          (value) =>
            value !== null &&
            typeof value !== "object" &&
            value !== "" &&
            (item.type !== "string" || typeof value === "string") &&
            !(parameter.in !== "query" && typeof value === "string" && /[,;=]/.test(value)),
        )
      );
    });
  }

  /**
   * Tests that a request is refused without credentials, and with one wrong credential of each alternative. Returns no
   * tests for public operations, or if a scheme can't be verified.
   */
  refused(operation: SpecOperation, request: TestRequest): readonly SpecTest[] {
    const alternatives = operation.security.map((item) => Object.keys(item));
    if (alternatives.length === 0 || alternatives.some((alternative) => alternative.length === 0)) return [];
    const verifiable = alternatives.filter(
      (alternative) => !alternative.some((name) => isOwn(this.spec, name)),
    );
    if (verifiable.length < alternatives.length) return [];
    const { body: _, ...bare } = request;
    return [
      {
        name: "refuses a request without credentials",
        before: [],
        request: { ...bare, credentials: [] },
        status: 401,
      },
      ...verifiable.flatMap((names) =>
        names.map((name) => ({
          name: `refuses a wrong credential for ${name}`,
          before: [],
          request: { ...bare, credentials: names, wrong: [name] },
          status: 401,
        })),
      ),
    ];
  }
}
