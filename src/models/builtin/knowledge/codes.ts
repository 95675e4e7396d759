const displays = {
  language: new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }),
  region: new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }),
  currency: new Intl.DisplayNames(["en"], { type: "currency", fallback: "none" }),
};
const shapes = { language: /^[a-z]{2}(?:-[A-Z]{2})?$/, region: /^[A-Z]{2}$/, currency: /^[A-Z]{3}$/ };

/** The English name for a code of a language (`fr`), country (`FR`) or currency (`EUR`); undefined for other words. */
export const nameOfCode = (code: string, about: keyof typeof displays): string | undefined =>
  shapes[about].test(code) ? displays[about].of(code) : undefined;

const codes = new Map<string, string>();

/** Loads every two-letter or three-letter code that Intl names. */
function load(): void {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i));
  for (const a of letters)
    for (const b of letters) {
      const name = nameOfCode(a + b, "language");
      if (name) codes.set(`language ${name.toLowerCase()}`, a + b);
    }
  for (const code of Intl.supportedValuesOf("currency")) {
    const name = nameOfCode(code, "currency")?.toLowerCase();
    if (name) codes.set(`currency ${name}`, code).set(`currency ${plural(code)}`, code);
  }
  for (const [nouns = "", code = ""] of unsaid.map((line) => line.split(" ")))
    for (const noun of nouns.split("/")) codes.set(`currency ${noun}`, code);
}

/** The plural of a currency: `Norwegian kroner`. */
const plural = (currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "name" })
    .formatToParts(2)
    .find(({ type }) => type === "currency")
    ?.value.toLowerCase() ?? "";

/** The default country of a currency name: the one whose currency is traded most (BIS survey, 2022). */
const unsaid = [
  "dollar/dollars USD",
  "pound/pounds GBP",
  "franc/francs CHF",
  "yen JPY",
  "yuan CNY",
  "rupee/rupees INR",
  "won KRW",
  "peso/pesos MXN",
  "krona/kronor SEK",
  "zloty PLN",
  "real/reais BRL",
];

/** The code of a language or currency by its English name; undefined for other words. */
export function codeNamed(name: string, about: "language" | "currency"): string | undefined {
  if (codes.size === 0) load();
  return codes.get(`${about} ${name.trim().toLowerCase()}`);
}
