/** Units of measurement by quantity, with their names. Generic knowledge. */
const table = `
length: mm millimeter millimetre; cm centimeter centimetre; m meter metre; km kilometer kilometre; in inch inches; ft foot feet; yd yard; mi mile
mass: mg milligram; g gram gm; kg kilogram kilo; lb pound lbs; oz ounce; ton tonne
volume: ml milliliter millilitre; l liter litre; gal gallon; cup; tablespoon tbsp; teaspoon tsp; pint; quart
time: ms millisecond; s second sec; min minute; h hour hr hrs; day; week; month; year yr yrs; decade; century; night
temperature: c celsius centigrade °c; f fahrenheit °f; k kelvin; degree °
speed: m/s mps; km/h kmh kph; mph
consumption: mpg
acceleration: m/s^2 m/s2 m/s²
force: n newton; kn kilonewton
energy: j joule; kj kilojoule; cal calorie; kcal kilocalorie; kwh; ev
power: w watt; kw kilowatt; hp horsepower
pressure: pa pascal; kpa kilopascal; atm atmosphere; bar; psi; mmhg
electricity: a amp ampere; v volt; ohm ω; coulomb; µc microcoulomb; farad; tesla
frequency: hz hertz; khz kilohertz; mhz; ghz; bpm beat; rpm
data: byte; kb kilobyte; mb megabyte; gb gigabyte; tb terabyte; bit
angle: degree °; radian rad
money: usd dollar $; eur euro €; gbp £; jpy yen ¥; inr rupee ₹; cny yuan; cad; aud; cent
amount: mole mol
other: unit
`;

interface Unit {
  readonly quantity: string;
  readonly names: readonly string[];
}

const byName = new Map<string, Unit[]>();
for (const line of table.trim().split("\n")) {
  const [quantity = "", units = ""] = line.split(": ");
  for (const unit of units.split("; ")) {
    const names = unit.split(" ");
    for (const name of names)
      for (const form of name.length > 2 ? [name, `${name}s`] : [name])
        byName.set(form, [...(byName.get(form) ?? []), { quantity, names }]);
  }
}

/** The possible units of a name; empty if it isn't one. */
export const unitsNamed = (name: string): readonly Unit[] => byName.get(name.toLowerCase()) ?? [];

/** Whether two names mean the same unit: `km` and `kilometers`. */
export const sameUnit = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() ||
  unitsNamed(a).some((unit) => unitsNamed(b).some((other) => other.names === unit.names));

const target =
  /\b(?:in|to|into|as|using)\s+(?:the\s+|degrees?\s+|units?\s+of\s+)?(\p{L}{2,}(?:\s(?:per\s)?\p{L}+)?)/giu;

/** The units in which a text wants something: `in miles`. */
export const unitsAskedFor = (text: string): readonly string[] =>
  [...text.matchAll(target)]
    .flatMap(([, words = ""]) => [words, words.split(" ")[0] ?? ""])
    .filter((word) => unitsNamed(word).length > 0);

const after =
  /^[\s-]?(m\/s(?:\^?2|²)?|km\/h|[°]\s?[CFcf]?|(?:square|cubic)\s\p{L}+|\p{L}+(?:\s(?:per|a)\s\p{L}+|\/\p{L}+(?:\^\d|[²³])?)?(?:\^\d|[²³])?)/u;

/** `19 in the bedroom`: not inches. */
const between = /^\sin\s(?:the|an?|my|our|your|his|her|their|each|every|all|total)\b/i;

/** The unit after a number, with the length of its text; undefined if the next word isn't a unit. */
export function unitAfter(rest: string): { readonly unit: string; readonly length: number } | undefined {
  const match = after.exec(rest.slice(0, 48));
  if (!match || between.test(rest)) return undefined;
  const whole = match[1] ?? "";
  const bare = whole.replace(/\^\d|[²³]/u, "");
  const head = bare.replace(/^(?:square|cubic)\s/, "").split(/\s(?:per|a)\s|\//)[0] ?? "";
  const parts = bare.split("/");
  const listed = [whole, bare].some((name) => unitsNamed(name.replaceAll(/\s/g, "")).length > 0);
  if (!listed && parts.length === 2 && parts.every((part) => unitsNamed(part).length > 0))
    return { unit: head, length: match[0].length };
  for (const name of [whole, bare, head])
    if (unitsNamed(name.replaceAll(/\s/g, "")).length > 0) {
      const length =
        name === head && head !== bare
          ? match[0].length -
            whole.length +
            (bare === whole && /^(?:square|cubic)/.test(whole) ? whole.length : head.length)
          : match[0].length;
      return { unit: name.replaceAll(/\s/g, ""), length };
    }
  return undefined;
}

/** Factors to the base unit of each quantity; only for scales without an offset. */
const factors: ReadonlyMap<string, number> = new Map(
  "mm:0.001 cm:0.01 m:1 km:1000 in:0.0254 ft:0.3048 yd:0.9144 mi:1609.344 mg:0.001 g:1 kg:1000 ton:1e6 ms:0.001 s:1 min:60 h:3600 day:86400 week:604800 ml:0.001 l:1"
    .split(" ")
    .map((item) => item.split(":"))
    .map(([name = "", size]) => [name, Number(size)] as const),
);

/** Converts a value to another unit of the same quantity; undefined if the units are unknown or the same. */
export function converted(value: number, from: string, to: string): number | undefined {
  if (sameUnit(from, to)) return undefined;
  for (const unit of unitsNamed(from))
    for (const other of unitsNamed(to)) {
      const [a, b] = [factors.get(unit.names[0] ?? ""), factors.get(other.names[0] ?? "")];
      if (unit.quantity === other.quantity && a !== undefined && b !== undefined)
        return Number(((value * a) / b).toPrecision(12));
    }
  return undefined;
}
