/** Bodies: forms, files, JSON, texts and bytes. */
export const bodies = String.raw`//# forms multipart
/** How a member of a form is sent: in this media type, or in a style, as a parameter of a query is. */
type Encoding = string | readonly [style: string, explode: boolean, how?: string, inner?: string];

const encodingOf = (route: Route, name: string): Encoding | undefined =>
  route.parts && Object.hasOwn(route.parts, name) ? route.parts[name] : undefined;

/** Members of a form that no style is for, each item of a list by itself. */
const several = (item: unknown): readonly unknown[] => (Array.isArray(item) ? item : [item]);

//# forms
function formText(value: unknown, route: Route): string {
  return entriesOf(value)
    .flatMap(([name, item]) => {
      const how = encodingOf(route, name);
      if (typeof how === "object") return [pairsOf([name, item, ...how])].filter((text) => text !== ""); //? styledForms
      const isJson = typeof how === "string" && /json/i.test(how);
      return several(item).map((one) => encode(name) + "=" + encode(isJson ? toJson(one) : scalar(one)));
    })
    .join("&");
}

//# multipart
const quoted = (text: string): string => '"' + text.replaceAll(/["\r\n]/g, (sign) => encodeURIComponent(sign)) + '"';

/** A part: files as they are, objects as JSON, and others as texts, unless the document names another media type. */
function partOf(name: string, item: unknown, type?: string): readonly (string | Blob)[] {
  const isFile = item instanceof Blob;
  const usual = entriesOf(item).length || Array.isArray(item) ? json : undefined;
  const kind = isFile ? item.type || (type ?? "application/octet-stream") : (type ?? usual);
  const title = isFile ? "; filename=" + quoted("name" in item ? String(item.name) : "blob") : "";
  const head = "Content-Disposition: form-data; name=" + quoted(name) + title + (kind === undefined ? "" : "\r\nContent-Type: " + kind);
  return [head + "\r\n\r\n", isFile ? item : /json/i.test(kind ?? "") ? toJson(item) : scalar(item), "\r\n"];
}

/** Parts in a body; FormData would make files of all that have a media type, and knows but one kind of body. */
function partsBody(value: unknown, route: Route, type: string): Written {
  const boundary = "parts-" + [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("");
  const parts = entriesOf(value).flatMap(([name, item]) => {
    const how = encodingOf(route, name);
//# multipart+styledForms
    if (typeof how === "object") {
      const pairs = pairsOf([name, item, ...how]).split("&").filter((one) => one !== "");
      return pairs.map((pair) => {
        const [key = "", text = ""] = pair.split("=", 2).map(decodeURIComponent);
        return partOf(key, text);
      });
    }
//# multipart
    return several(item).map((one) => partOf(name, one, typeof how === "string" ? how : undefined));
  });
  const body = parts.flatMap((part) => ["--" + boundary + "\r\n", ...part]);
  return [new Blob([...body, "--" + boundary + "--\r\n"]), type.split(";", 1)[0] + "; boundary=" + boundary];
}

//# body
/** A body as JSON, and its media type. */
export function jsonBody(values: Values): Written {
  const value = values.get("body");
  return value === undefined ? [] : [toJson(value), json];
}

//# bodies
/** A body of any media type, and that type where the platform does not say it. */
export function anyBody(values: Values, route: Route): Written {
  const value = values.get("body");
  if (value === undefined) return [];
  const { body: types = [json] } = route;
  const type = types.find((one) => one === values.get("contentType")) ?? types[0] ?? json; //? !wild
  const named = values.get("contentType"); //? wild
  const isNamed = (one: string): boolean => one === named || (typeof named === "string" && /\*/.test(one) && named.startsWith(one.split("*", 1)[0] ?? "")); //? wild
  const type = types.find(isNamed) ?? types[0] ?? json; //? wild
  if (type.startsWith("multipart/")) return partsBody(value, route, type.includes("*") ? "multipart/form-data" : type); //? multipart
  if (type.startsWith("application/x-www-form-urlencoded")) return [formText(value, route), type]; //? forms
  const clean = !type.includes("*") ? type : typeof named === "string" && !named.includes("*") ? named : undefined; //? wild
  if (Array.isArray(value) && isLines(type)) return [value.map((one) => toJson(one) + "\n").join(""), type]; //? lineBodies
  if (value instanceof Blob) return [value, clean ?? (value.type || "application/octet-stream")]; //? wild
  if (value instanceof Blob) return [value, type]; //? blobs+!wild
  return typeof value !== "string" || /json/i.test(type) ? [toJson(value), clean ?? json] : [value, clean ?? "text/plain"]; //? wild
  return [typeof value !== "string" || /json/i.test(type) ? toJson(value) : value, type]; //? !wild
}
`;
