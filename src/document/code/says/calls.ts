import { code, some } from "../words/name-words.ts";

/** Packages that send requests, and usual names of a project's own clients. */
const client = String.raw`(?:requests|httpx|axios|ky|got|superagent)|(?:this\.)?#?(?:api|http|rest)?[cC]lient|(?:this\.)?#?(?:api|http|\$http|\$api|axiosInstance|httpService)`;
const quoted = String.raw`(?:["'](?<plain>[^"'\s]{1,80})["']|${"`"}(?<filled>[^${"`"}\s]{1,120})${"`"})`;

/** Matches `return api.get<User>("/me")`, but not a server's `app.get("/me", handler)`. */
const sent = new RegExp(
  String.raw`(?:\b(?:await|return|yield)\s+|=>\s*|=\s*)(?:${client})\.(?<method>get|post|put|patch|delete)(?:<[^()]{0,80}>)?\(\s*${quoted}\s*(?<more>[,)][^\n]{0,60})`,
  "g",
);
const fetched = new RegExp(
  String.raw`(?<![\w.])(?:fetch|urlopen|\$fetch|ofetch)(?:<[^()]{0,80}>)?\(\s*${quoted}\s*(?<more>[,)][^;]{0,200})`,
  "g",
);

/**
 * Returns a path with its parameters: `/users/${user.id}?page=2` as `/users/<user.id>`; undefined if it
 * isn't known.
 */
function pathOf({ plain, filled }: Readonly<Record<string, string | undefined>>): string | undefined {
  const whole = (plain ?? filled ?? "").replace(/\?.*$/, "");
  const path = whole.replaceAll(/\$\{([A-Za-z_][\w.]{0,30})\}/g, "<$1>").replace(/^<[\w.]+>(?=\/)/, "");
  return /^(?:https?:\/\/[\w.:-]+|\/)[\w./:<>@~-]*$/.test(path) && path.length > 1 ? path : undefined;
}

/** Returns the requests a body sends, if their paths are literals. */
export function requested(body: string): string | undefined {
  const requests = [...body.matchAll(sent), ...body.matchAll(fetched)].flatMap(({ groups = {} }) => {
    const { method, more = "" } = groups;
    if (method && /^,\s*(?:async\b|function\b|\(|\w+\s*(?:=>|,\s*(?:async|\()))/.test(more)) return [];
    const path = pathOf(groups);
    const named = /\bmethod:\s*["'](\w{3,6})["']/.exec(more)?.[1];
    const unclear = !method && !named && /\bmethod\b|^,\s*\w+\s*\)|\.\.\./.test(more);
    return path ? [unclear ? path : `${(method ?? named ?? "get").toUpperCase()} ${path}`] : [];
  });
  const all = [...new Set(requests)];
  return all.length === 0 || all.some((item) => code(item, 64) === undefined) ? undefined : some(all, 5);
}
