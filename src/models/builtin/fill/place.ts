import { cityNamed, countryNamed, isAlias, stateNamed, type City } from "../knowledge/cities.ts";
import { inTable } from "../../../lib/index.ts";

/** How a description wants places to be written. */
interface Style {
  readonly state: boolean;
  readonly country: "name" | "code" | undefined;
}

function styleOf(description: string): Style {
  let state = /\bcity,? (?:and |or )?state\b|\bstate \(abbr|\bcity and state\b/i.test(description);
  let country: Style["country"] = /\bcity,? (?:and )?(?:state\/)?country\b/i.test(description)
    ? "name"
    : undefined;
  for (const [, city = "", region = ""] of description.matchAll(
    /['"‘“(]([\p{L} .'-]{2,30}), ?([\p{L} .]{2,30})['"’”)]/gu,
  )) {
    if (/state|country/i.test(region)) continue;
    const known = cityNamed(city);
    if (known?.iso2 === "US" && stateNamed(region)) state = true;
    else if (known && region === known.iso2) country = "code";
    else if (countryNamed(region)) country ??= "name";
  }
  return { state, country };
}

const spokenCountries: Readonly<Record<string, string>> = { US: "USA", GB: "UK" };

const countryOf = (city: City, style: Style): string =>
  style.country === "code" || (style.country === undefined && city.iso2 !== "GB")
    ? city.iso2
    : (inTable(spokenCountries, city.iso2) ?? city.country);

interface Asked {
  readonly name: string;
  readonly description: string;
}

/** Whether a city is wanted by its name only: the description doesn't continue with a state or country. */
const onlyCity = (name: string, description: string): boolean =>
  /(?:^|_)city$|^city(?:_name)?$/i.test(name) && !/,|\bstate\b|\bcountry\b/i.test(description);

/** A place as the description wants it: with state or country added, abbreviated or as the user wrote it. */
export function placeValue({ name: parameterName, description }: Asked, text: string): string {
  if (/\balpha-?2\b|\btwo-letter country|\b2-letter country/i.test(description))
    return countryNamed(text) ?? text;
  const style = styleOf(description);
  const written = /^(.+?), ?(.+)$/.exec(text);
  if (written) {
    const [, city = "", region = ""] = written;
    const state = stateNamed(region);
    if (onlyCity(parameterName, description) && (state || countryNamed(region)) && cityNamed(city))
      return city;
    if (state) return style.state ? `${city}, ${state}` : text;
    const code = countryNamed(region);
    if (code === "GB" && style.country !== "code" && (style.state || style.country)) return `${city}, UK`;
    return style.country === "code" && code ? `${city}, ${code}` : text;
  }
  if ((!style.state && !style.country) || countryNamed(text)) return text;
  const city = cityNamed(text);
  if (!city) return text;
  const name = /^[A-Z]{2,3}$/.test(text) || isAlias(text) ? city.city : text;
  if (city.state) return style.state ? `${name}, ${city.state}` : `${name}, ${countryOf(city, style)}`;
  return `${name}, ${countryOf(city, style)}`;
}
