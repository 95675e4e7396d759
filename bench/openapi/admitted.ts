import Draft04 from "ajv-draft-04";
import addFormats from "ajv-formats";

/** Valid values by format, to replace invalid samples. */
const formats: Readonly<Record<string, string>> = {
  date: "2024-05-01",
  "date-time": "2024-05-01T10:20:30Z",
  uuid: "0b5f6f3e-9a53-4c5e-8c44-6f3f1a1f6c55",
  email: "a@example.com",
  uri: "https://example.com/a",
};

/** Texts of several kinds, to try for patterns. */
const texts = ["a", "1", "A1", "QUFB", "a-b", "a/b", "1.2.3", "00:11:22:33:44:55", ...Object.values(formats)];

interface Complaint {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const types: Readonly<Record<string, unknown>> = { boolean: true, string: "a", integer: 1, number: 1 };

/** Possible replacements for a value, by the keyword that rejected it; the parameters are ajv's. */
const substitutes: Readonly<Record<string, (params: Complaint["params"]) => unknown>> = {
  enum: ({ allowedValues }) => (allowedValues as readonly unknown[])[0],
  pattern: ({ pattern }) => texts.find((text) => new RegExp(String(pattern), "u").test(text)),
  format: ({ format }) => formats[String(format)],
  type: ({ type }) => types[String(type)],
};

function substitute({ keyword, params }: Complaint): unknown {
  const found = substitutes[keyword]?.(params);
  if (found === undefined) throw new Error(`no sample for ${keyword} ${JSON.stringify(params)}`);
  return found;
}

/** Returns a copy with another value at a path. */
function replaced(value: unknown, [step, ...rest]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const entries = Object.entries(value as object).map(
    ([name, held]) => [name, name === step ? replaced(held, rest, other) : held] as const,
  ); // ajv found this path
  return Array.isArray(value) ? entries.map(([, held]) => held) : Object.fromEntries(entries);
}

/**
 * Changes samples into values that their schemas accept: openapi-sampler returns examples, which may break formats,
 * enumerations and patterns. Only ajv decides what is wrong.
 */
export function admittedBy(document: object): (schema: object, sample: unknown) => unknown {
  const ajv = new Draft04.default({ strict: false, allErrors: true, validateSchema: false, logger: false });
  addFormats.default(ajv as never); // another instance of the same class
  // Drops names in examples (`id: "a"`), which would count as schema names; samples are never null.
  const plain = (held: object): object =>
    JSON.parse(JSON.stringify(held), (key, value: unknown) =>
      /^(?:examples?|nullable)$/.test(key)
        ? undefined
        : key === "$ref"
          ? String(value).replace(/^#/, "document:#")
          : value,
    ) as object; // of an object
  ajv.addSchema(
    { components: plain((document as { readonly components?: object }).components ?? {}) },
    "document:",
  );
  return (schema, sample) => {
    const check = ajv.compile(plain(schema));
    let value = sample;
    for (let rounds = 0; value !== undefined && !check(value); rounds++) {
      const wrong = ((check.errors ?? []) as readonly Complaint[]).find(
        ({ keyword, schemaPath }) => keyword in substitutes && !/\/(?:any|one)Of\//.test(schemaPath),
      );
      if (!wrong) break;
      if (rounds === 50) throw new Error(`no sample for ${wrong.schemaPath}`);
      const path = wrong.instancePath.split("/").slice(1);
      const names = path.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
      value = replaced(value, names, substitute(wrong));
    }
    return value;
  };
}
