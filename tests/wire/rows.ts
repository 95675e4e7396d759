/**
 * Serialisation rules of OpenAPI and Swagger, written by hand: for each combination of location, style, explode and
 * type, the value and its encoding. `rule` names the paragraph. Nothing here is produced by the tested code.
 */
export interface Part {
  readonly name: string;
  readonly text: string;
  /** The media type; `undefined` if the part has none. */
  readonly type?: string;
  /** Set if the part has a file name. */
  readonly file?: true;
}

export interface Row {
  readonly version: "3.0" | "3.1" | "2.0";
  /** `part` is a header of a part. */
  readonly place: "path" | "query" | "header" | "cookie" | "form" | "multipart" | "part" | "json";
  /** Besides name, place and schema: style, explode, content, encoding, collectionFormat. */
  readonly how: Readonly<Record<string, unknown>>;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly wire: string | readonly Part[];
  readonly rule: string;
  /** Set if only one direction is defined. */
  readonly only?: "written" | "read";
}

const string = { type: "string" };
const integer = { type: "integer" };
const int64 = { type: "integer", format: "int64" };
const list = (items: object): Row["schema"] => ({ type: "array", items });
const strings = list(string);
const integers = list(integer);
const rgb = { type: "object", properties: { R: integer, G: integer, B: integer } };
const pair = { type: "array", prefixItems: [string, integer], items: false };
const map = { type: "object", additionalProperties: string };

const blue = "blue";
const blues = ["blue", "black", "brown"];
const sky = { R: 100, G: 200, B: 150 };
const huge = 9007199254740993n;

type Rest = readonly [
  how: Row["how"],
  schema: Row["schema"],
  value: unknown,
  wire: Row["wire"],
  rule: string,
  only?: Row["only"],
];

const rows = (version: Row["version"], place: Row["place"], all: readonly Rest[]): readonly Row[] =>
  all.map(([how, schema, value, wire, rule, only]) => ({
    version,
    place,
    how,
    schema,
    value,
    wire,
    rule,
    ...(only ? { only } : {}),
  }));

const examples = "OAS 3.1.1, Style Examples";
const inValues = "OAS 3.1.1, Appendix C: delimiters in values are percent-encoded";
const reservedRule = "OAS 3.1.1, allowReserved: RFC 6570 3.2.3 reserved expansion";
const encodingStyle = "OAS 3.1.1, Encoding Object for RFC6570-style serialization";
const encodingType = "OAS 3.1.1, Encoding Object, contentType";
const big = "OAS 3.1.1, Data Type Format int64; RFC 8259 6";
const format = "Swagger 2.0, Parameter Object, collectionFormat";

const label = { style: "label" };
const matrix = { style: "matrix" };
const path = rows("3.1", "path", [
  [{}, string, blue, "blue", examples],
  [{}, string, "a/b?c#d e%f", "a%2Fb%3Fc%23d%20e%25f", "RFC 6570 3.2.2: only unreserved characters stay"],
  [{}, string, "Ab-9._~", "Ab-9._~", "RFC 3986 2.3: unreserved characters stay"],
  [{}, string, "é", "%C3%A9", "RFC 6570 1.6: UTF-8"],
  [{}, integer, 0, "0", examples],
  [{}, { type: "boolean" }, false, "false", examples],
  [{}, strings, blues, "blue,black,brown", examples],
  [{}, strings, ["a,b", "c"], "a%2Cb,c", inValues],
  [{ explode: true }, strings, blues, "blue,black,brown", examples],
  [{}, rgb, sky, "R,100,G,200,B,150", examples],
  [{ explode: true }, rgb, sky, "R=100,G=200,B=150", examples],
  [{ explode: true }, map, { a: "x=y" }, "a=x%3Dy", inValues],
  [label, string, blue, ".blue", examples],
  [label, strings, blues, ".blue,black,brown", examples],
  [{ ...label, explode: true }, strings, blues, ".blue.black.brown", examples],
  [label, rgb, sky, ".R,100,G,200,B,150", examples],
  [{ ...label, explode: true }, rgb, sky, ".R=100.G=200.B=150", examples],
  [matrix, string, blue, ";color=blue", examples],
  [matrix, string, "", ";color", "OAS 3.1.1, Style Examples, matrix, empty; RFC 6570 3.2.7"],
  [matrix, strings, blues, ";color=blue,black,brown", examples],
  [{ ...matrix, explode: true }, strings, blues, ";color=blue;color=black;color=brown", examples],
  [matrix, rgb, sky, ";color=R,100,G,200,B,150", examples],
  [{ ...matrix, explode: true }, rgb, sky, ";R=100;G=200;B=150", examples],
  [{ ...matrix, explode: true }, strings, ["a;b", "c"], ";color=a%3Bb;color=c", inValues],
  [
    { ...matrix, explode: true },
    map,
    { k: "", z: "1" },
    ";k;z=1",
    "RFC 6570 3.2.7: an empty member has no equals sign",
  ],
  [{ ...label, explode: true }, map, { k: "" }, ".k=", "RFC 6570 3.2.5: an empty member has one"],
  [{}, int64, huge, "9007199254740993", big],
  [
    { content: "application/json" },
    rgb,
    sky,
    "%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D",
    "OAS 3.1.1, Fixed Fields for use with content",
  ],
]);

const flat = { explode: false };
const space = { style: "spaceDelimited", explode: false };
const pipe = { style: "pipeDelimited", explode: false };
const deep = { style: "deepObject", explode: true };
const reserved = { allowReserved: true };
const query = rows("3.1", "query", [
  [{}, string, blue, "color=blue", examples],
  [{}, string, "", "color=", "OAS 3.1.1, Style Examples, form, empty"],
  [{}, string, "a b&c=d+e#f%", "color=a%20b%26c%3Dd%2Be%23f%25", "RFC 6570 3.2.8"],
  [{}, string, "a!'()*b", "color=a%21%27%28%29%2Ab", "RFC 6570 3.2.8: only unreserved characters stay"],
  [{}, integer, -5, "color=-5", examples],
  [{}, { type: "number" }, 1.5, "color=1.5", examples],
  [{}, { type: "boolean" }, false, "color=false", examples],
  [{}, { type: "string", enum: ["a", "b"] }, "b", "color=b", examples],
  [{}, strings, blues, "color=blue&color=black&color=brown", examples],
  [{}, strings, ["one"], "color=one", examples],
  [{}, strings, ["a,b", "c"], "color=a%2Cb&color=c", inValues],
  [flat, strings, blues, "color=blue,black,brown", examples],
  [flat, strings, ["a,b", "c"], "color=a%2Cb,c", inValues],
  [flat, integers, [1, 2], "color=1,2", examples],
  [{}, rgb, sky, "R=100&G=200&B=150", examples],
  [{}, map, { "x y": "1", k: "a&b" }, "x%20y=1&k=a%26b", "RFC 6570 3.2.8: any name becomes a pair"],
  [flat, rgb, sky, "color=R,100,G,200,B,150", examples],
  [flat, map, { a: "x,y", b: "z" }, "color=a,x%2Cy,b,z", inValues],
  [space, strings, blues, "color=blue%20black%20brown", examples],
  [space, integers, [1, 2, 3], "color=1%202%203", examples],
  [space, strings, ["a,b", "c"], "color=a%2Cb%20c", inValues],
  [space, rgb, sky, "color=R%20100%20G%20200%20B%20150", examples],
  [pipe, strings, blues, "color=blue%7Cblack%7Cbrown", examples],
  [pipe, integers, [1, 2, 3], "color=1%7C2%7C3", examples],
  [pipe, strings, ["a,b", "c"], "color=a%2Cb%7Cc", inValues],
  [pipe, rgb, sky, "color=R%7C100%7CG%7C200%7CB%7C150", examples],
  [
    { style: "pipeDelimited" },
    strings,
    ["a", "b"],
    "color=a%7Cb",
    "OAS 3.1.1, explode is false but for form",
  ],
  [deep, rgb, sky, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", examples],
  [deep, map, { "a b": "c&d" }, "color%5Ba%20b%5D=c%26d", "OAS 3.1.1, Appendix E: brackets are encoded"],
  [
    deep,
    { type: "object", properties: { at: { type: "object", properties: { gte: integer, lt: integer } } } },
    { at: { gte: 1, lt: 2 } },
    "color%5Bat%5D%5Bgte%5D=1&color%5Bat%5D%5Blt%5D=2",
    "the usual extension of deepObject to objects inside; undefined in OAS 3.1.1",
  ],
  [
    deep,
    { type: "object", properties: { a: { type: ["integer", "null"] } } },
    { a: null },
    "color%5Ba%5D=null",
    "OAS 3.1.1, Appendix B: left to us, and null is JSON's",
  ],
  [
    deep,
    { type: "object", properties: { ids: integers } },
    { ids: [4, 5] },
    "color%5Bids%5D%5B0%5D=4&color%5Bids%5D%5B1%5D=5",
    "the usual extension of deepObject to lists inside; undefined in OAS 3.1.1",
  ],
  [
    deep,
    {
      type: "object",
      properties: { rows: list({ type: "object", properties: { a: integer, b: integer } }) },
    },
    { rows: [{ a: 1, b: 2 }, { a: 3 }] },
    "color%5Brows%5D%5B%5D%5Ba%5D=1&color%5Brows%5D%5B%5D%5Bb%5D=2&color%5Brows%5D%5B%5D%5Ba%5D=3",
    "the usual form of lists without numbers: a repeated member begins an item",
    "read",
  ],
  [reserved, string, "a/b?c:d@e", "color=a/b?c:d@e", reservedRule],
  [reserved, string, "a%2Fb 100%", "color=a%2Fb%20100%25", reservedRule, "written"],
  [reserved, string, "[x]!$()*,;", "color=[x]!$()*,;", reservedRule],
  [reserved, string, "a#b", "color=a%23b", "RFC 3986 3.5: a number sign would begin the fragment"],
  [
    { ...reserved, ...deep },
    map,
    { x: "a/b?c" },
    "color%5Bx%5D=a/b?c",
    "OAS 3.1.1, Appendix C: no equivalent",
  ],
  [
    { ...reserved, ...pipe },
    strings,
    ["a/b", "c:d"],
    "color=a/b%7Cc:d",
    "OAS 3.1.1, Appendix C: no equivalent",
  ],
  [
    {},
    pair,
    ["1", 2],
    "color=1&color=2",
    "JSON Schema 2020-12, 10.3.1.1 prefixItems: each place has its own type",
  ],
  [flat, pair, ["1", 2], "color=1,2", "JSON Schema 2020-12, 10.3.1.1 prefixItems"],
  [{ ...reserved, ...flat }, strings, ["a/b", "c:d"], "color=a/b,c:d", reservedRule],
  [reserved, strings, ["a/b", "c:d"], "color=a/b&color=c:d", reservedRule],
  [{}, int64, huge, "color=9007199254740993", big],
  [{}, int64, 5, "color=5", big],
  [flat, list(int64), [huge, 1], "color=9007199254740993,1", big],
  [
    { content: "application/json" },
    { type: "object", properties: { id: int64 } },
    { id: huge },
    "color=%7B%22id%22%3A9007199254740993%7D",
    big,
  ],
  [{ content: "text/plain" }, string, "a b", "color=a%20b", "OAS 3.1.1, Fixed Fields for use with content"],
  [{}, { type: ["array", "null"], items: string }, ["a", "b"], "color=a&color=b", examples],
]);

const header = rows("3.1", "header", [
  [{}, string, blue, "blue", examples],
  [{}, string, "a b;c=d", "a b;c=d", "OAS 3.1.1, Appendix D: headers are not percent-encoded"],
  [{}, string, "100%25", "100%25", "OAS 3.1.1, Appendix D: a percent sign is one"],
  [{}, integer, 7, "7", examples],
  [{}, strings, blues, "blue,black,brown", examples],
  [{ explode: true }, strings, blues, "blue,black,brown", examples],
  [{}, rgb, sky, "R,100,G,200,B,150", examples],
  [{ explode: true }, rgb, sky, "R=100,G=200,B=150", examples],
  [{}, int64, huge, "9007199254740993", big],
  [{ content: "application/json" }, rgb, sky, '{"R":100,"G":200,"B":150}', "OAS 3.1.1, content"],
  [{ content: "application/json" }, map, { a: "日" }, '{"a":"\\u65e5"}', "RFC 9110 5.5: fields are ASCII"],
  [{ content: "text/plain" }, string, 'a, "b"', 'a, "b"', "OAS 3.1.1, content text/plain"],
]);

const cookie = rows("3.1", "cookie", [
  [{}, string, blue, "color=blue", examples],
  [{}, string, "a;b c", "color=a%3Bb%20c", "RFC 6265 4.1.1: no semicolon or space in a value"],
  [{}, integer, 0, "color=0", examples],
  [{}, { type: "boolean" }, false, "color=false", examples],
  [flat, strings, blues, "color=blue,black,brown", examples],
  [flat, strings, ["a,b", "c"], "color=a%2Cb,c", inValues],
  [flat, rgb, sky, "color=R,100,G,200,B,150", examples],
  [
    { content: "text/plain" },
    string,
    "a/b:c%20",
    "color=a/b:c%20",
    "OAS 3.1.1, Appendix D: content text/plain as it is",
  ],
]);

const member = (how: object): Row["how"] => ({ encoding: { color: how } });
const form = rows("3.1", "form", [
  [{}, string, blue, "color=blue", "WHATWG URL, application/x-www-form-urlencoded"],
  [{}, string, "a&b=c", "color=a%26b%3Dc", "WHATWG URL, application/x-www-form-urlencoded"],
  [{}, string, "x y", "color=x+y", "WHATWG URL, a plus sign is a space", "read"],
  [{}, strings, blues, "color=blue&color=black&color=brown", "OAS 3.1.1, form by default"],
  [{}, rgb, { R: 1 }, "color=%7B%22R%22%3A1%7D", encodingType],
  [{}, int64, huge, "color=9007199254740993", big],
  [member({ style: "form", explode: false }), strings, blues, "color=blue,black,brown", encodingStyle],
  [member({ style: "form", explode: false }), strings, ["a,b", "c"], "color=a%2Cb,c", encodingStyle],
  [member({ explode: false }), strings, ["a", "b"], "color=a,b", encodingStyle],
  [member({ style: "form" }), rgb, sky, "R=100&G=200&B=150", encodingStyle],
  [member(pipe), integers, [1, 2], "color=1%7C2", encodingStyle],
  [member(space), strings, ["a", "b"], "color=a%20b", encodingStyle],
  [member(deep), rgb, sky, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", encodingStyle],
  [
    member(deep),
    {
      type: "object",
      properties: { card: { type: "object", properties: { number: string, year: integer } } },
    },
    { card: { number: "42", year: 30 } },
    "color%5Bcard%5D%5Bnumber%5D=42&color%5Bcard%5D%5Byear%5D=30",
    "the usual extension of deepObject to objects inside",
  ],
  [
    member(deep),
    list({ type: "object", properties: { price: string } }),
    [{ price: "a" }, { price: "b" }],
    "color%5B0%5D%5Bprice%5D=a&color%5B1%5D%5Bprice%5D=b",
    "the usual extension of deepObject to lists",
  ],
  [member(deep), strings, ["a", "b"], "color%5B0%5D=a&color%5B1%5D=b", "the same, of single values"],
  [
    member(deep),
    { type: "object", properties: { card: { type: "object" }, year: integer } },
    { card: {}, year: 30 },
    "color%5Byear%5D=30",
    "the same: what is empty has no pair",
    "written",
  ],
  [{}, { type: "number" }, 5, "color=5", "RFC 8259 6: a number without a fraction"],
  [member(deep), strings, ["a", "b"], "color%5B%5D=a&color%5B%5D=b", "the same, without numbers", "read"],
  [member({ allowReserved: true }), string, "a/b", "color=a/b", reservedRule],
  [member({ contentType: "application/json" }), string, "a", "color=%22a%22", encodingType],
  [
    {},
    { type: "object", properties: { id: int64 } },
    { id: huge },
    "color=%7B%22id%22%3A9007199254740993%7D",
    big,
  ],
]);

const octets = "application/octet-stream";
const multipart = rows("3.1", "multipart", [
  [{}, string, blue, [{ name: "color", text: "blue" }], encodingType],
  [{}, integer, 5, [{ name: "color", text: "5" }], encodingType],
  [
    {},
    strings,
    ["a", "b"],
    [
      { name: "color", text: "a" },
      { name: "color", text: "b" },
    ],
    encodingType,
  ],
  [{}, rgb, { R: 1 }, [{ name: "color", text: '{"R":1}', type: "application/json" }], encodingType],
  [
    {},
    list(rgb),
    [{ R: 1 }, { R: 2 }],
    [
      { name: "color", text: '{"R":1}', type: "application/json" },
      { name: "color", text: '{"R":2}', type: "application/json" },
    ],
    encodingType,
  ],
  [
    {},
    { type: "string", contentEncoding: "base64" },
    "AAE=",
    [{ name: "color", text: "AAE=", type: octets }],
    encodingType,
  ],
  [
    member({ contentType: "application/vnd.x+json" }),
    rgb,
    { R: 1 },
    [{ name: "color", text: '{"R":1}', type: "application/vnd.x+json" }],
    encodingType,
  ],
  [
    member({ contentType: "text/csv" }),
    string,
    "a,b",
    [{ name: "color", text: "a,b", type: "text/csv" }],
    encodingType,
  ],
  [
    member({ contentType: "application/json" }),
    string,
    "a",
    [{ name: "color", text: '"a"', type: "application/json" }],
    encodingType,
  ],
  [member({ contentType: "text/*" }), string, "a", [{ name: "color", text: "a" }], encodingType],
  [
    {},
    { type: "object", properties: { id: int64 } },
    { id: huge },
    [{ name: "color", text: '{"id":9007199254740993}', type: "application/json" }],
    big,
  ],
  [member({ explode: false }), strings, ["a", "b"], [{ name: "color", text: "a,b" }], encodingStyle],
  [
    member(deep),
    rgb,
    { R: 1, G: 2 },
    [
      { name: "color[R]", text: "1" },
      { name: "color[G]", text: "2" },
    ],
    encodingStyle,
  ],
  [{}, int64, huge, [{ name: "color", text: "9007199254740993" }], big],
]);

const partHeaders = "OAS 3.1.1, Encoding Object, headers; Header Object: style simple";
const part = (["3.1", "3.0"] as const).flatMap((version) =>
  rows(version, "part", [
    [{}, string, "a b;c=d", "a b;c=d", partHeaders],
    [{ required: true }, integer, 7, "7", partHeaders],
    [{}, strings, blues, "blue,black,brown", partHeaders],
    [{}, rgb, sky, "R,100,G,200,B,150", partHeaders],
    [{ explode: true }, rgb, sky, "R=100,G=200,B=150", partHeaders],
    [{}, int64, huge, "9007199254740993", big],
    [{ content: "application/json" }, rgb, sky, '{"R":100,"G":200,"B":150}', partHeaders],
  ]),
);

const json = rows("3.1", "json", [
  [{}, int64, huge, "9007199254740993", big],
  [{}, list(int64), [huge, 1, -huge], "[9007199254740993,1,-9007199254740993]", big],
  [{}, { type: "object", properties: { id: int64 } }, { id: huge }, '{"id":9007199254740993}', big],
  [{}, string, "9007199254740993", '"9007199254740993"', "RFC 8259 7: digits in a text are a text"],
  [{}, { type: "object", properties: { a: string } }, { a: '"1' }, '{"a":"\\"1"}', "RFC 8259 7"],
]);

const old = rows("3.0", "multipart", [
  [
    member(deep),
    rgb,
    { R: 1 },
    [{ name: "color", text: '{"R":1}', type: "application/json" }],
    "OAS 3.0.4, Encoding Object, style: ignored unless x-www-form-urlencoded",
  ],
  [
    member({ explode: false }),
    strings,
    ["a", "b"],
    [
      { name: "color", text: "a" },
      { name: "color", text: "b" },
    ],
    "OAS 3.0.4, Encoding Object, explode: ignored unless x-www-form-urlencoded",
  ],
  [
    {},
    { type: "string", format: "byte" },
    "AAE=",
    [{ name: "color", text: "AAE=", type: octets }],
    "OAS 3.0.4, Encoding Object, contentType",
  ],
]);

const oldForm = rows("3.0", "form", [
  [member({ explode: false }), strings, ["a", "b"], "color=a,b", "OAS 3.0.4, Encoding Object, explode"],
  [member(pipe), strings, ["a", "b"], "color=a%7Cb", "OAS 3.0.4, Encoding Object, style"],
  [{}, { type: "string", nullable: true }, "a", "color=a", "OAS 3.0.4, Encoding Object"],
]);

const formats = (place: Row["place"], wires: Readonly<Record<string, Row["wire"]>>): readonly Row[] =>
  rows(
    "2.0",
    place,
    Object.entries(wires).map(([name, wire]) => [
      name === "usual" ? {} : { collectionFormat: name },
      strings,
      ["a", "b"],
      wire,
      format,
    ]),
  );

const nested = (inner: string): Row["schema"] => ({
  type: "array",
  items: { type: "array", items: integer, ...(inner === "csv" ? {} : { collectionFormat: inner }) },
});

const swagger = [
  ...formats("path", { usual: "a,b", csv: "a,b", ssv: "a%20b", tsv: "a%09b", pipes: "a%7Cb" }),
  ...formats("query", {
    usual: "color=a,b",
    csv: "color=a,b",
    ssv: "color=a%20b",
    tsv: "color=a%09b",
    pipes: "color=a%7Cb",
    multi: "color=a&color=b",
  }),
  ...formats("header", { usual: "a,b", ssv: "a b", pipes: "a|b" }),
  ...formats("form", {
    usual: "color=a,b",
    ssv: "color=a%20b",
    tsv: "color=a%09b",
    pipes: "color=a%7Cb",
    multi: "color=a&color=b",
  }),
  ...formats("multipart", {
    usual: [{ name: "color", text: "a,b" }],
    multi: [
      { name: "color", text: "a" },
      { name: "color", text: "b" },
    ],
  }),
  ...rows("2.0", "query", [
    [{ collectionFormat: "pipes" }, nested("csv"), [[1, 2], [3]], "color=1,2%7C3", format],
    [{ collectionFormat: "multi" }, nested("pipes"), [[1, 2], [3]], "color=1%7C2&color=3", format],
    [{ collectionFormat: "csv" }, nested("ssv"), [[1, 2], [3]], "color=1%202,3", format],
    [{}, string, "a,b", "color=a%2Cb", "RFC 3986 2.2"],
    [{}, int64, huge, "color=9007199254740993", "Swagger 2.0, Data Types, int64"],
  ]),
  ...rows("2.0", "form", [
    [{}, integer, 3, "color=3", "Swagger 2.0, Parameter Object, formData"],
    [{}, string, "a&b", "color=a%26b", "Swagger 2.0, Parameter Object, formData"],
  ]),
];

const bool = { type: "boolean" };
const bools = list(bool);
const noMembers = "RFC 6570 2.3: a list or an object without members is undefined";
const tolerant = "RFC 3986 2.1, 6.2.2: the same bytes, escaped otherwise";
const parts = "OAS 3.1.1, Encoding Object: pairs of RFC 6570 are parts, whose values are not percent-encoded";
const time = "2020-01-02T03:04:05+02:00";
const odd = [
  ...rows("3.1", "query", [
    [{}, strings, [], "", noMembers, "written"],
    [flat, strings, [], "", noMembers, "written"],
    [{}, map, {}, "", noMembers, "written"],
    [flat, strings, ["", "a"], "color=,a", "RFC 6570 3.2.1: an empty value stays between its commas"],
    [{}, strings, ["", "a"], "color=&color=a", "RFC 6570 3.2.8"],
    [{}, { ...rgb, additionalProperties: integer }, { R: 1, X: 2 }, "R=1&X=2", "RFC 6570 3.2.8"],
    [{}, { allOf: [strings] }, ["a", "b"], "color=a&color=b", "JSON Schema 2020-12, 10.2.1.1 allOf"],
    [
      flat,
      { allOf: [strings, { minItems: 1 }] },
      ["a", "b"],
      "color=a,b",
      "JSON Schema 2020-12, 10.2.1.1 allOf",
    ],
    [{}, { oneOf: [integer, { type: "string", enum: ["auto"] }] }, "auto", "color=auto", examples],
    [{}, { oneOf: [integer, { type: "string", enum: ["auto"] }] }, 5, "color=5", examples],
    [{}, { anyOf: [integer, { type: "null" }] }, 5, "color=5", examples],
    [flat, { oneOf: [list(integer), { const: "all" }] }, [1, 2], "color=1,2", examples],
    [flat, { oneOf: [list(integer), { const: "all" }] }, "all", "color=all", examples],
    [{}, { enum: ["auto", 5, null] }, 5, "color=5", examples],
    [{}, { enum: ["5", 6] }, "5", "color=5", examples],
    [{}, { oneOf: [{ enum: [1, 2] }] }, 2, "color=2", examples],
    [{}, { oneOf: [{ enum: [1, "a"] }, { const: true }] }, true, "color=true", examples],
    [{}, { allOf: [integer, { minimum: 1 }] }, 5, "color=5", "JSON Schema 2020-12, 10.2.1.1 allOf"],
    [{}, { anyOf: [list(integer), { type: "null" }] }, [5], "color=5", examples],
    [flat, { anyOf: [rgb, { type: "null" }] }, { R: 1 }, "color=R,1", examples],
    [flat, map, {}, "", noMembers, "written"],
    [{}, { type: ["integer", "null"] }, 5, "color=5", examples],
    [{}, { const: "x" }, "x", "color=x", examples],
    [
      {},
      { type: "string", format: "date-time" },
      time,
      "color=2020-01-02T03%3A04%3A05%2B02%3A00",
      "RFC 6570 3.2.8",
    ],
    [
      deep,
      { type: "object", properties: { id: int64, on: bool } },
      { id: huge, on: true },
      "color%5Bid%5D=9007199254740993&color%5Bon%5D=true",
      big,
    ],
    [deep, rgb, { R: 1 }, "color[R]=1", tolerant, "read"],
    [pipe, strings, ["a", "b"], "color=a|b", tolerant, "read"],
    [{}, string, "€", "c%6Flor=%e2%82%ac", tolerant, "read"],
    [
      { allowEmptyValue: true },
      string,
      "",
      "color",
      "OAS 3.1.1, allowEmptyValue; WHATWG URL: no equals sign is an empty value",
      "read",
    ],
    [
      { content: "application/json" },
      strings,
      ["a", "b"],
      "color=%5B%22a%22%2C%22b%22%5D",
      "OAS 3.1.1, Fixed Fields for use with content",
    ],
    [
      { content: "application/vnd.api+json" },
      rgb,
      { R: 1 },
      "color=%7B%22R%22%3A1%7D",
      "OAS 3.1.1, Fixed Fields for use with content",
    ],
    [{ content: "text/plain" }, integer, 5, "color=5", "OAS 3.1.1, Fixed Fields for use with content"],
  ]),
  ...rows("3.1", "path", [
    [{}, string, "a/b", "a%2fb", tolerant, "read"],
    [{}, string, "😀", "%F0%9F%98%80", "RFC 6570 1.6: UTF-8"],
    [{ ...label, explode: true }, integers, [1, 2], ".1.2", examples],
    [matrix, bools, [true, false], ";color=true,false", examples],
    [{ content: "application/json" }, string, "a", "%22a%22", "OAS 3.1.1, Fixed Fields for use with content"],
  ]),
  ...rows("3.1", "header", [
    [{}, strings, [], "undefined", noMembers, "written"],
    [
      {},
      integers,
      [1, 2, 3],
      "1, 2,3",
      "RFC 9110 5.6.1: space around the commas of a list is none of a value",
      "read",
    ],
    [
      { explode: true },
      { type: "object", properties: { a: bool, b: integer } },
      { a: true, b: 1 },
      "a=true,b=1",
      examples,
    ],
    [{}, pair, ["a", 2], "a,2", "JSON Schema 2020-12, 10.3.1.1 prefixItems"],
    [
      {},
      { type: "string", format: "date-time" },
      time,
      time,
      "OAS 3.1.1, Appendix D: headers are not percent-encoded",
    ],
    [{ content: "application/json" }, list(int64), [huge, 1], "[9007199254740993,1]", big],
  ]),
  ...rows("3.1", "cookie", [
    [flat, strings, [], "undefined", noMembers, "written"],
    [{}, string, blue, "x=1; color=blue; y=2", "RFC 6265 4.2.1: pairs are split by semicolons", "read"],
    [{}, int64, huge, "color=9007199254740993", big],
    [
      { content: "application/json" },
      rgb,
      { R: 1 },
      "color=%7B%22R%22%3A1%7D",
      "OAS 3.1.1, Appendix D: what a cookie may not hold is percent-encoded",
    ],
    [flat, map, { a: "x,é" }, "color=a,x%2C%C3%A9", inValues],
  ]),
  ...rows("3.1", "form", [
    [{}, list(rgb), [{ R: 1 }, { R: 2 }], "color=%7B%22R%22%3A1%7D&color=%7B%22R%22%3A2%7D", encodingType],
    [{}, bools, [true, false], "color=true&color=false", encodingType],
    [member({ style: "form", explode: false }), strings, ["a b", "c"], "color=a%20b,c", encodingStyle],
    [member({ ...pipe, allowReserved: true }), strings, ["a/b", "c"], "color=a/b%7Cc", reservedRule],
    [{}, { type: ["string", "null"] }, "é", "color=%C3%A9", "WHATWG URL, application/x-www-form-urlencoded"],
  ]),
  ...rows("3.1", "multipart", [
    [member(pipe), strings, ["a b", "c"], [{ name: "color", text: "a b|c" }], parts],
    [
      member({ style: "form" }),
      rgb,
      { R: 1, G: 2 },
      [
        { name: "R", text: "1" },
        { name: "G", text: "2" },
      ],
      parts,
    ],
    [
      {},
      list(int64),
      [huge, 1],
      [
        { name: "color", text: "9007199254740993" },
        { name: "color", text: "1" },
      ],
      big,
    ],
    [{}, bool, true, [{ name: "color", text: "true" }], encodingType],
  ]),
  ...rows("3.0", "query", [
    [
      {},
      { type: "array", nullable: true, items: integer },
      [1, 2],
      "color=1&color=2",
      "OAS 3.0.4, Style Examples",
    ],
    [space, { allOf: [integers] }, [1, 2], "color=1%202", "OAS 3.0.4, Style Examples"],
    [
      deep,
      { type: "object", properties: { a: { type: "string", nullable: true } } },
      { a: "x" },
      "color%5Ba%5D=x",
      "OAS 3.0.4, Style Examples",
    ],
  ]),
  ...rows("2.0", "query", [
    [{ collectionFormat: "ssv" }, integers, [1, 2], "color=1%202", format],
    [{ collectionFormat: "multi" }, strings, ["a,b", "c"], "color=a%2Cb&color=c", format],
    [
      { allowEmptyValue: true },
      string,
      "",
      "color",
      "Swagger 2.0, Parameter Object, allowEmptyValue",
      "read",
    ],
    [{ collectionFormat: "pipes" }, list(bool), [true, false], "color=true%7Cfalse", format],
  ]),
  ...rows("2.0", "header", [
    [{ collectionFormat: "tsv" }, strings, ["a", "b"], "a\tb", format],
    [{ collectionFormat: "ssv" }, integers, [1, 2], "1 2", format],
  ]),
  ...rows("2.0", "multipart", [
    [{ collectionFormat: "pipes" }, strings, ["a", "b"], [{ name: "color", text: "a|b" }], format],
    [{ collectionFormat: "ssv" }, integers, [1, 2], [{ name: "color", text: "1 2" }], format],
    [{}, int64, huge, [{ name: "color", text: "9007199254740993" }], "Swagger 2.0, Data Types, int64"],
  ]),
];

const numbers = { type: "object", additionalProperties: integer };
const named = { type: "object", patternProperties: { "^x-": integer }, additionalProperties: false };
const mixed = { enum: ["a", 1, false] };
const eachType = "JSON Schema 2020-12, 6.1.2 enum: a value is of its own type";
const either = "JSON Schema 2020-12, 10.2.1: an alternative is of its own type";
const byPattern = "JSON Schema 2020-12, 10.3.2.2 patternProperties: a member is of its pattern's type";
const mixtures = [
  ...rows("3.1", "query", [
    [flat, { oneOf: [bools, bool] }, true, "color=true", either],
    [flat, { oneOf: [bools, bool] }, [true, false], "color=true,false", either],
    [{}, list(mixed), ["a", 1, false], "color=a&color=1&color=false", eachType],
    [flat, list({ anyOf: [integer, { const: "all" }] }), [1, "all"], "color=1,all", either],
    [{}, { type: ["integer", "string"] }, "x", "color=x", either],
    [{}, named, { "x-a": 1, "x-b": 2 }, "x-a=1&x-b=2", byPattern],
    [deep, named, { "x-a": 1, "x-b": 2 }, "color%5Bx-a%5D=1&color%5Bx-b%5D=2", byPattern],
    [flat, named, { "x-a": 1, "x-b": 2 }, "color=x-a,1,x-b,2", byPattern],
    [flat, numbers, { a: 1, b: 2 }, "color=a,1,b,2", examples],
    [pipe, numbers, { a: 1, b: 2 }, "color=a%7C1%7Cb%7C2", examples],
    [space, pair, ["1", 2], "color=1%202", "JSON Schema 2020-12, 10.3.1.1 prefixItems"],
    [reserved, string, "é/ü", "color=%C3%A9/%C3%BC", reservedRule],
    [deep, { anyOf: [rgb, { type: "null" }] }, { R: 1 }, "color%5BR%5D=1", either],
    [
      { content: "application/json" },
      { type: ["object", "null"] },
      null,
      "color=null",
      "RFC 8259 3: null",
      "read",
    ],
  ]),
  ...rows("3.1", "path", [
    [{}, mixed, 1, "1", eachType],
    [matrix, numbers, { a: 1 }, ";color=a,1", examples],
    [{ ...label, explode: true }, named, { "x-a": 1, "x-b": 2 }, ".x-a=1.x-b=2", byPattern],
    [label, { oneOf: [integers, { const: "all" }] }, [1, 2], ".1,2", either],
  ]),
  ...rows("3.1", "header", [
    [{}, list(mixed), ["a", 1, false], "a,1,false", eachType],
    [{ explode: true }, numbers, { a: 1, b: 2 }, "a=1,b=2", examples],
  ]),
  ...rows("3.1", "cookie", [
    [flat, { anyOf: [integers, { type: "null" }] }, [1, 2], "color=1,2", either],
    [{}, mixed, false, "color=false", eachType],
  ]),
  ...rows("3.1", "form", [
    [{}, { anyOf: [rgb, { type: "null" }] }, { R: 1 }, "color=%7B%22R%22%3A1%7D", either],
    [{}, list(mixed), ["a", 1, false], "color=a&color=1&color=false", eachType],
    [member(space), pair, ["1", 2], "color=1%202", encodingStyle],
    [member(deep), named, { "x-a": 1, "x-b": 2 }, "color%5Bx-a%5D=1&color%5Bx-b%5D=2", byPattern],
  ]),
  ...rows("3.1", "multipart", [
    [
      {},
      { anyOf: [rgb, { type: "null" }] },
      { R: 1 },
      [{ name: "color", text: '{"R":1}', type: "application/json" }],
      encodingType,
    ],
    [{}, { oneOf: [integer, { const: "auto" }] }, 5, [{ name: "color", text: "5" }], either],
    [{}, numbers, { a: 1 }, [{ name: "color", text: '{"a":1}', type: "application/json" }], encodingType],
  ]),
  ...rows("2.0", "path", [[{ collectionFormat: "pipes" }, integers, [1, 2], "1%7C2", format]]),
];

/** Every row, with a unique name. */
export const table: readonly (Row & { readonly id: string })[] = [
  ...path,
  ...query,
  ...header,
  ...cookie,
  ...form,
  ...multipart,
  ...part,
  ...json,
  ...old,
  ...oldForm,
  ...swagger,
  ...odd,
  ...mixtures,
].map((row, i) => ({ ...row, id: `row${i + 1}` }));
