import { createRequire } from "node:module";

/** A city of the gazetteer: the most populous one with its name. */
export interface City {
  readonly city: string;
  readonly country: string;
  readonly iso2: string;
  readonly province: string;
  readonly state: string;
  readonly pop: number;
}

interface Row {
  readonly city_ascii: string;
  readonly city: string;
  readonly country: string;
  readonly iso2: string;
  readonly province: string;
  readonly state_ansi?: string;
  readonly pop: number;
}

let byName: Map<string, City> | undefined;
const countries = new Map<string, string>();
const states = new Map<string, string>();

const keys = new Map<string, string>();

/** Normalises a name to ignore case, accents and punctuation; cached, because names are looked up often. */
function key(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  if (keys.size > 20_000) keys.clear();
  const plainName = plain(name);
  keys.set(name, plainName);
  return plainName;
}

const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[.'’]/g, "")
    .replaceAll("-", " ")
    .trim();

const table = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split("; ").map((entry) => entry.split(": ") as [string, string])); // as written below
/** Common names that the gazetteer lacks. */
const aliases = table(
  "nyc: new york; new york city: new york; la: los angeles; sf: san francisco; washington dc: washington, d.c.; " +
    "philly: philadelphia; vegas: las vegas; saigon: ho chi minh city; bombay: mumbai; peking: beijing",
);
const countryAliases = table(
  "usa: US; us: US; u s a: US; america: US; united states: US; uk: GB; great britain: GB; britain: GB; england: GB; " +
    "scotland: GB; wales: GB; korea: KR; russia: RU; czech republic: CZ; holland: NL; uae: AE; vietnam: VN; turkey: TR",
);

function load(): Map<string, City> {
  if (byName) return byName;
  byName = new Map();
  // the package only exports functions that search its rows one by one
  const rows = createRequire(import.meta.url)("city-timezones/data/cityMap.json") as readonly Row[];
  for (const row of rows) {
    countries.set(key(row.country), row.iso2);
    if (row.iso2 === "US" && row.state_ansi) states.set(key(row.province), row.state_ansi);
    const state = row.iso2 === "US" ? (row.state_ansi ?? "") : "";
    const city = {
      city: row.city,
      country: row.country,
      iso2: row.iso2,
      province: row.province,
      state,
      pop: row.pop,
    };
    for (const name of new Set([key(row.city), key(row.city_ascii)])) {
      const known = byName.get(name);
      if (!known || known.pop < row.pop) byName.set(name, city);
    }
  }
  for (const [alias, name] of aliases) {
    const city = byName.get(key(name));
    if (city) byName.set(alias, city);
  }
  for (const [alias, code] of countryAliases) countries.set(alias, code);
  return byName;
}

/** The best-known city with a name, ignoring case and accents. */
export const cityNamed = (name: string): City | undefined =>
  load().get(key(name)) ?? load().get(key(name).replaceAll(" ", ""));

/** Whether a name is an alias of a city: `nyc`. */
export const isAlias = (name: string): boolean => aliases.has(key(name));

/** The two-letter code of a country, by name. */
export const countryNamed = (name: string): string | undefined => (load(), countries.get(key(name)));
/** The two-letter code of a state of the USA, by name or by the code itself in capitals. */
export const stateNamed = (name: string): string | undefined => {
  load();
  const bare = name.replaceAll(".", "");
  return (
    states.get(key(name)) ??
    (/^[A-Z]{2}$/.test(bare) && [...states.values(), "DC"].includes(bare) ? bare : undefined)
  );
};
/** Whether a name is a city, a country or a state. */
export const isPlace = (name: string): boolean =>
  cityNamed(name) !== undefined || countryNamed(name) !== undefined || stateNamed(name) !== undefined;
