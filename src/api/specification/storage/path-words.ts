import { plural, singular } from "../../../language/index.ts";
import { wordsOf } from "../../name-spelling.ts";

/** Returns a name's letters and digits in lower case. */
export const plainly = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();

/** Returns the singular of a name in any case, as one word: `order_items` → `orderitem`. */
export function nounOf(name: string): string {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  return [...words.slice(0, -1), singular(last)].join("");
}

export const isPlural = (name: string): boolean => {
  const last = wordsOf(name).at(-1) ?? "";
  return last !== "" && plural(last) === last;
};

/** Returns the stem of a verb form: it is the same for `favorite`, `favorited` and `favorites`. */
export const stemOf = (word: string): string =>
  plainly(word)
    .replace(/^(is|has)(?=\w{3})/, "")
    .replace(/(ing|ied|ies|ed|es|s|e|y)$/, "")
    .replace(/([a-z])\1$/, "$1");

export const words = {
  /** Members that contain the actual payload. */
  payload:
    /^(data|result|results|item|items|record|records|values?|content|contents|entries|entity|entities|elements?|objects?|list|rows|response|payload|resources?|hits|collection|d|body)$/i,
  /** Members beside it with the outcome, or with the page of a list. */
  around:
    /^_?(success|ok|status|status_?code|code|message|msg|error|errors|warnings?|meta|metadata|links?|paging|pagination|page_?info|request_?id|trace_?id|kind|object|etag|count|next|previous|prev|total\w*|page\w*|per_?page|offset|limit|size|has_?more|next_?\w+|self|version|timestamp|time|cursor\w*|included|start\w*|max_?results|truncated|is_?truncated|number\w*|first|last|\w+_?count|sort|empty|facets?|jsonapi|url|href|query|response\w*)$/i,
  token: /^(token|access_?token|auth_?token|jwt|id_?token|api_?token|session_?token|bearer_?token)$/i,
  login: /^(log_?in|sign_?in|authenticate|auth|sessions?|tokens?|login_?user)$/i,
  logout: /^(log_?out|sign_?out)$/i,
  register: /^(register|registration|sign_?up|create_?account)$/i,
  current: /^(me|self|whoami|current|current_?user|user|profile|account|myself)$/i,
  password: /^(password|passwd|pass|passphrase|secret_?password)$/i,
  login_name: /^(e?-?mail|email_?address|user_?name|login|login_?name|phone|phone_?number)$/i,
} as const;
