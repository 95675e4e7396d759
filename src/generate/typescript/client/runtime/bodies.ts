/** Bodies: forms, files, JSON, texts and bytes. */
export const bodies = String.raw`//# forms multipart
/** Members of a form, each item of a list by itself. */
const formPairs = (value: unknown): readonly (readonly [string, unknown])[] =>
  entriesOf(value).flatMap(([key, item]) => (Array.isArray(item) ? item.map((one) => [key, one] as const) : [[key, item] as const]));

//# multipart
function formData(value: unknown, parts: { readonly [property: string]: string } = {}): FormData {
  const form = new FormData();
  for (const [key, item] of formPairs(value)) {
    const type = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (item instanceof Blob) form.append(key, item);
    else if (type === undefined) form.append(key, scalar(item));
    else form.append(key, new Blob([typeof item === "string" ? item : JSON.stringify(item)], { type }));
  }
  return form;
}

//# body
/** A body, and its media type where the platform does not say it. */
function bodyOf(values: Values, route: Route): readonly [body?: BodyInit, type?: string] { //? bodies
function bodyOf(values: Values): readonly [body?: BodyInit, type?: string] { //? !bodies
  const value = values.get("body");
  if (value === undefined) return [];
//# bodies
  const { body: types = [json] } = route;
  const type = types.find((one) => one === values.get("contentType")) ?? types[0] ?? json;
  if (type.startsWith("multipart/")) return [formData(value, route.parts)]; //? multipart
  if (type.startsWith("application/x-www-form-urlencoded")) return [new URLSearchParams(formPairs(value).map(([key, item]) => [key, scalar(item)])), type]; //? forms
  const clean = type.includes("*") ? undefined : type; //? wild
  if (value instanceof Blob) return [value, clean ?? (value.type || "application/octet-stream")]; //? wild
  if (value instanceof Blob) return [value, type]; //? blobs+!wild
  return typeof value !== "string" || /json/i.test(type) ? [JSON.stringify(value), clean ?? json] : [value, clean ?? "text/plain"]; //? wild
  return [typeof value !== "string" || /json/i.test(type) ? JSON.stringify(value) : value, type]; //? bodies+!wild
//# body
  return [JSON.stringify(value), json]; //? !bodies
}
`;
