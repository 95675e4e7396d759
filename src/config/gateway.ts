import { checked, integer, list, named, number, object, oneOf, text, url, type Read } from "./fields.ts";

/** Whether a store is a PostgreSQL URL rather than a path. */
export const isStoreUrl = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/** Where instances that share a database count per-minute limits and requests in progress. */
export const rateLimits = object(
  {
    store: checked(text, (value) =>
      /^rediss?:\/\//.test(value) && URL.canParse(value) ? undefined : "a URL like redis://127.0.0.1:6379",
    ),
    if_gone: oneOf("ledger", "refuse"),
  },
  ["store"],
);

/** An amount of money: a whole number of millionths, so that nothing is rounded. */
const money = checked(number(0, 999_999_999), (value) =>
  /^\d{1,9}(\.\d{1,6})?$/.test(String(value)) ? undefined : "an amount with up to six decimals",
);
const count = integer(0, 999_999_999_999);

/** How long requests are served while the database is gone, and how much money each limit allows meanwhile. */
export const storeGone = object({ seconds: integer(0, 3600), spend: money });
export type StoreGoneConfig = Read<typeof storeGone>;

/** Everything that can be limited per subject. */
export const limitFields = {
  requests_per_minute: count,
  input_tokens_per_minute: count,
  output_tokens_per_minute: count,
  concurrent_requests: count,
  spend_per_hour: money,
  spend_per_day: money,
  spend_per_week: money,
  spend_per_month: money,
  spend_total: money,
} as const;
export type LimitName = keyof typeof limitFields;

/** Subjects that can have limits: `all`, `key:ID`, `team:NAME`, `model:NAME`; a name of `*` means each of them. */
export const subjectPattern = /^(?:all|(?:key|team|model):\S.{0,199})$/u;

export const limits = checked(named(object(limitFields)), (read) => {
  const wrong = Object.keys(read).find((subject) => !subjectPattern.test(subject));
  return wrong === undefined ? undefined : `for all, key:ID, team:NAME or model:NAME, which ${wrong} isn't`;
});

/** The price per million tokens. */
const rate = number(0, 100_000);
const rates = { input: rate, output: rate, cache_read: rate, cache_write: rate } as const;
const above = object({ ...rates, input_tokens: integer(1, 100_000_000) }, [
  "input",
  "output",
  "input_tokens",
]);

export const prices = named(object({ ...rates, above }, ["input", "output"]));

export const unknownPrice = oneOf("refuse_if_limited", "refuse", "free");

/** How long, in seconds, a request that a limit refuses may wait, and how many requests of one key may wait. */
export const queue = object({ seconds: number(0.1, 600), requests: integer(1, 100_000) }, ["seconds"]);

/** Storage of request and answer bodies, in days. */
export const bodies = object(
  {
    days: integer(1, 365),
    sample: number(0, 1),
    bytes: integer(256, 10_000_000),
    apply_to: oneOf("both", "requests", "answers"),
    redact: list(oneOf("secrets", "personal_data")),
  },
  ["days"],
);
export type BodiesConfig = Read<typeof bodies>;

/** Retention in days; limit windows reach back a month. */
export const retention = object({ usage_days: integer(32, 3660) }, ["usage_days"]);

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Access by tokens of an issuer (OpenID Connect). */
export const tokens = checked(
  object(
    {
      issuer: text,
      audience: text,
      jwks: url,
      team_claim: text,
      teams: list(text),
    },
    ["issuer", "audience", "jwks"],
  ),
  ({ jwks, teams, team_claim: claim }) => {
    if (teams && claim === undefined) return "with team_claim where it has teams";
    return isSafe(jwks) ? undefined : "with an https URL as jwks";
  },
);
/** Where administrators log in to the dashboard, besides with admin keys (OpenID Connect). */
export const login = checked(
  object({ issuer: url, client_id: text, url, claim: text, values: list(text) }, [
    "issuer",
    "client_id",
    "url",
    "claim",
    "values",
  ]),
  ({ issuer, url: profileUrl }) =>
    [issuer, profileUrl].every((each) => isSafe(each)) ? undefined : "with https URLs as issuer and url",
);
export type LoginConfig = Read<typeof login>;

export type TokensConfig = Read<typeof tokens>;
