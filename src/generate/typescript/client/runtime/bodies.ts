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
/** A file of this media type, under its own name if it has one. */
const typedBlob = (blob: Blob, type: string): Blob =>
  "name" in blob && typeof blob.name === "string" ? new File([blob], blob.name, { type }) : new Blob([blob], { type });

/** A part: files as they are, objects as JSON, and others as texts, unless the document names another media type. */
function addPart(form: FormData, name: string, item: unknown, type: string | undefined): void {
  const kind = type ?? (entriesOf(item).length || Array.isArray(item) ? json : undefined);
  if (item instanceof Blob) form.append(name, type === undefined || item.type ? item : typedBlob(item, type));
  else if (kind === undefined) form.append(name, scalar(item));
  else form.append(name, new Blob([/json/i.test(kind) ? toJson(item) : scalar(item)], { type: kind }));
}

function formData(value: unknown, route: Route): FormData {
  const form = new FormData();
  for (const [name, item] of entriesOf(value)) {
    const how = encodingOf(route, name);
//# multipart+styledForms
    if (typeof how === "object") {
      for (const pair of pairsOf([name, item, ...how]).split("&").filter((one) => one !== "")) {
        const [key = "", text = ""] = pair.split("=", 2).map(decodeURIComponent);
        form.append(key, text);
      }
      continue;
    }
//# multipart
    for (const one of several(item)) addPart(form, name, one, typeof how === "string" ? how : undefined);
  }
  return form;
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
  if (type.startsWith("multipart/")) return [formData(value, route)]; //? multipart
  if (type.startsWith("application/x-www-form-urlencoded")) return [formText(value, route), type]; //? forms
  const clean = !type.includes("*") ? type : typeof named === "string" && !named.includes("*") ? named : undefined; //? wild
  if (Array.isArray(value) && isLines(type)) return [value.map((one) => toJson(one) + "\n").join(""), type]; //? lineBodies
  if (value instanceof Blob) return [value, clean ?? (value.type || "application/octet-stream")]; //? wild
  if (value instanceof Blob) return [value, type]; //? blobs+!wild
  return typeof value !== "string" || /json/i.test(type) ? [toJson(value), clean ?? json] : [value, clean ?? "text/plain"]; //? wild
  return [typeof value !== "string" || /json/i.test(type) ? toJson(value) : value, type]; //? !wild
}
`;
