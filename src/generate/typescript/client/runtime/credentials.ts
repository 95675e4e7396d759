/** Credentials, where the document says that they stand. */
export const credentials = String.raw`//# cookie key
const addCookie = (headers: Headers, name: string, text: string): void => {
  const before = headers.get("cookie");
  headers.set("cookie", (before === null ? "" : before + "; ") + encode(name) + "=" + text);
};

//# basic
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

//# credentials
/** Sends the first alternative for which there is every credential. */
async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers, url: URL): Promise<void> { //? key
async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers): Promise<void> { //? !key
  const chosen = route.auth?.find((needs) => needs.every(([scheme = ""]) => Object.hasOwn(auth, scheme)));
  for (const [scheme = "", kind, place, name = ""] of chosen ?? []) { //? key
//# credentials
  for (const [scheme = "", kind] of chosen ?? []) { //? !key+basic !key+others
  for (const [scheme = ""] of chosen ?? []) { //? !key+!basic+!others
    const credential = auth[scheme];
    const text = typeof credential === "function" ? await credential() : credential; //? !basic
    if (text === undefined) continue; //? !basic+key !basic+others
    const value = typeof credential === "function" ? await credential() : credential; //? basic
    if (value === undefined) continue; //? basic
    const text = typeof value === "string" ? value : value.username + ":" + value.password; //? basic
    if (kind === "basic") headers.set("authorization", "Basic " + base64(text)); //? basic
    if (kind === "bearer") headers.set("authorization", "Bearer " + text); //? basic key others
    if (text !== undefined) headers.set("authorization", "Bearer " + text); //? !basic+!key+!others
//# key
    if (kind !== "key") continue;
    if (place === "query") url.search += (url.search && "&") + encode(name) + "=" + encode(text);
    else if (place === "cookie") addCookie(headers, name, encode(text));
    else headers.set(name, text);
//# credentials
  }
}
`;
