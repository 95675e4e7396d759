const displays = {
  language: new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }),
  region: new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }),
  currency: new Intl.DisplayNames(["en"], { type: "currency", fallback: "none" }),
};
const shapes = { language: /^[a-z]{2}(?:-[A-Z]{2})?$/, region: /^[A-Z]{2}$/, currency: /^[A-Z]{3}$/ };

/** The English name behind a code of a language (`fr`), country (`FR`) or currency (`EUR`); undefined for other words. */
export const nameOfCode = (code: string, about: keyof typeof displays): string | undefined =>
  shapes[about].test(code) ? displays[about].of(code) : undefined;
