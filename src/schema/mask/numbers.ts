import { decimal, isMultiple } from "../check/numbers.ts";
import { TYPES } from "../read/index.ts";
import type { Case } from "./cases.ts";

/** Maximum significant digits of a double, and maximum digits before the point as JSON.stringify writes them. */
const DIGITS = 17;
const WHOLE = 21;
const NUMBER = /^(-?)(0|[1-9]\d*)?(\.(\d*))?(e([+-])?(\d*))?$/;

/** The numbers of one case, and whether the beginning of a number's text can still become one of them. */
export class NumberSet {
  readonly #case: Case;
  readonly #integers: boolean;
  readonly #fractions: boolean;
  readonly #min: number;
  readonly #max: number;
  readonly #exponents: {
    readonly large: (negative: boolean) => boolean;
    readonly small: (negative: boolean) => boolean;
  };
  /** Whether all texts of one form are equivalent, so that their digits don't matter. */
  readonly #uniform: boolean;
  /** Whether multiples matter. */
  readonly #picky: boolean;
  readonly #known = new Map<string, boolean>();

  constructor(case_: Case) {
    const { number } = case_;
    this.#case = case_;
    this.#integers = (case_.types & TYPES.integer) !== 0;
    this.#fractions = (case_.types & TYPES.fraction) !== 0;
    this.#min = Math.max(number.min, number.above);
    this.#max = Math.min(number.max, number.below);
    this.#picky = number.multiples.length + number.notMultiples.length > 0;
    const unbounded = this.#min === Number.NEGATIVE_INFINITY && this.#max === Number.POSITIVE_INFINITY;
    this.#uniform =
      unbounded &&
      !this.#picky &&
      case_.excluded.every((value) => typeof value !== "number") &&
      this.#integers;
    const tiny = number.multiples.length === 0 && number.notMultiples.every((step) => step > 1e-6);
    const from = (negative: boolean): number => (negative ? -this.#max : this.#min);
    const to = (negative: boolean): number => (negative ? -this.#min : this.#max);
    this.#exponents = {
      large: (negative) =>
        this.#integers && from(negative) <= 1e21 && to(negative) === Number.POSITIVE_INFINITY,
      small: (negative) => tiny && this.#fractions && from(negative) <= 0 && to(negative) >= 1e-6,
    };
  }

  /** The relevant part of a text: texts with equal keys have the same continuations. */
  key(text: string): string {
    const digitsMatter = text.includes("e") || (!this.#fractions && text.includes(".")); // 6.0 is an integer, 6.8 is not
    if (!this.#uniform || digitsMatter) return text;
    return text.replaceAll(/\d/g, (digit, at) =>
      digit === "0" && (at === 0 || text[at - 1] === "-") ? "0" : "1",
    );
  }

  accepts(value: number): boolean {
    const { number, excluded } = this.#case;
    if (!Number.isFinite(value) || excluded.includes(value === 0 ? 0 : value)) return false;
    if (Number.isInteger(value) ? !this.#integers : !this.#fractions) return false;
    if (value < number.min || value > number.max || value <= number.above || value >= number.below)
      return false;
    return (
      number.multiples.every((step) => isMultiple(value, step)) &&
      !number.notMultiples.some((step) => isMultiple(value, step))
    );
  }

  /** Whether a text is one of the numbers. */
  done(text: string): boolean {
    return /\d$/.test(text) && !/e[+-]?$/.test(text) && this.accepts(Number(text));
  }

  /** Whether some text with this beginning is one of the numbers. */
  alive(text: string): boolean {
    const key = this.key(text);
    let alive = this.#known.get(key);
    if (alive === undefined) {
      if (this.#known.size > 10_000) this.#known.clear();
      this.#known.set(key, (alive = this.#alive(text)));
    }
    return alive;
  }

  #alive(text: string): boolean {
    const parts = NUMBER.exec(text);
    if (!parts) return false;
    const [, sign = "", whole = "", point, fraction = "", exponent, direction, digits = ""] = parts;
    const negative = sign === "-";
    if (whole === "") return point === undefined && exponent === undefined && this.#begun(negative);
    const significant = (whole + fraction).replace(/^0+/, "").length;
    if (exponent !== undefined)
      return this.#withExponent({ text, whole, negative, direction, digits, point, fraction });
    const exponential = this.#opensExponent(text, whole, negative);
    if (point !== undefined && !this.#fractions) return exponential && fraction.length < DIGITS;
    if (significant > DIGITS && point !== undefined) return false;
    if (whole.length > WHOLE || fraction.length > DIGITS + 7) return false;
    if (point !== undefined && significant >= 15 && fraction !== "")
      return this.#enumerated(text, significant) || exponential;
    return exponential || this.#reaches({ whole, fraction, point: point !== undefined, negative });
  }

  #begun(negative: boolean): boolean {
    const first = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    return (
      first.some((digit) => this.alive(`${negative ? "-" : ""}${digit}`)) || (!negative && this.alive("-"))
    );
  }

  #enumerated(text: string, significant: number): boolean {
    if (this.done(text)) return true;
    return (
      significant < DIGITS &&
      ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].some((digit) => this.alive(text + digit))
    );
  }

  #opensExponent(text: string, whole: string, negative: boolean): boolean {
    if (whole.length !== 1 || whole === "0") return false;
    const digits = text.endsWith(".") ? `${text}5` : text;
    return (this.#exponents.large(negative) && this.#scales(digits)) || this.#exponents.small(negative);
  }

  /** If multiples matter: whether some large power of ten turns these digits into a multiple. */
  #scales(digits: string): boolean {
    return !this.#picky || ["21", "22", "23", "24"].some((power) => this.done(`${digits}e+${power}`));
  }

  #withExponent(
    at: { readonly [K in "text" | "whole" | "fraction" | "digits"]: string } & {
      readonly negative: boolean;
      readonly direction: string | undefined;
      readonly point: string | undefined;
    },
  ): boolean {
    const { whole, digits, negative, direction, point, fraction } = at;
    if (
      whole.length !== 1 ||
      whole === "0" ||
      (point !== undefined && fraction === "") ||
      fraction.length >= DIGITS
    )
      return false;
    const large =
      this.#exponents.large(negative) &&
      direction !== "-" &&
      /^(?:|[23-9]|2[1-9]|[3-9]\d|[12]|[12]\d|[12]\d\d|30[0-7])$/.test(digits);
    const small =
      this.#exponents.small(negative) && direction !== "+" && /^(?:|[1-9]|[1-9]\d|[12]\d\d)$/.test(digits);
    if (digits === "" || !/\d$/.test(at.text))
      return (large && this.#scales(at.text.replace(/e.*$/, ""))) || small;
    return (
      (large || small) &&
      (this.done(at.text) ||
        (digits.length < 3 && [...digitsOf].some((digit) => this.alive(at.text + digit))))
    );
  }

  /** Whether a plain number, possibly with more digits, is in the set. */
  #reaches(at: {
    readonly whole: string;
    readonly fraction: string;
    readonly point: boolean;
    readonly negative: boolean;
  }): boolean {
    const { whole, fraction, point, negative } = at;
    const low = BigInt(whole + fraction);
    if (point)
      return this.#between({ low, high: low + 1n, places: fraction.length, negative, fractions: true });
    const more = whole === "0" ? 0 : WHOLE - whole.length;
    for (let extra = 0, unit = 1n; extra <= more; extra++, unit *= 10n)
      if (
        this.#between({
          low: low * unit,
          high: (low + 1n) * unit,
          places: 0,
          negative,
          fractions: this.#fractions,
        })
      )
        return true;
    return false;
  }

  /** Whether a number of the set is in [low, high) / 10^places, or in its mirror image. */
  #between(at: {
    readonly low: bigint;
    readonly high: bigint;
    readonly places: number;
    readonly negative: boolean;
    readonly fractions: boolean;
  }): boolean {
    const scale = this.#scale(at.places);
    const unit = 10n ** BigInt(scale - at.places);
    const [min, max] = at.negative ? [-this.#max, -this.#min] : [this.#min, this.#max];
    let low = at.low * unit;
    let high = at.high * unit - 1n; // the last reachable place
    if (min > Number.NEGATIVE_INFINITY) low = big(low, scaled(min, scale), true);
    if (max < Number.POSITIVE_INFINITY) high = big(high, scaled(max, scale), false);
    if (low > high) return false;
    const step = this.#step(scale, at.fractions);
    const first = ((low + step - 1n) / step) * step;
    if (first > high) return false;
    // a few candidates skip exclusive bounds and excluded values; the last digits are never all excluded
    for (let tries = 0n, value = first; tries < 64n && value <= high; tries++, value += step)
      if (this.#fits(value, scale, at.negative)) return true;
    return high - first > step * 64n && this.#case.number.notMultiples.length === 0 && this.#integers;
  }

  #fits(value: bigint, scale: number, negative: boolean): boolean {
    return this.accepts((negative ? -1 : 1) * Number(`${value}e-${scale}`));
  }

  /** The number of decimal places needed for the bounds, the steps and the digits so far. */
  #scale(places: number): number {
    const { multiples } = this.#case.number;
    const bounds = [this.#min, this.#max].filter(Number.isFinite);
    const needed = [...multiples, ...bounds].map((value) => -decimal(value).exponent);
    const more = this.#fractions && multiples.length === 0 ? 2 : 0;
    return Math.min(340, Math.max(places, 0, ...needed) + more);
  }

  /** The distance between candidates: the least common multiple of the steps, or one, or the last place. */
  #step(scale: number, fractions: boolean): bigint {
    let step = fractions ? 1n : 10n ** BigInt(scale);
    for (const multiple of this.#case.number.multiples) {
      const next = scaled(multiple, scale);
      if (next > 0n) step = (step * next) / gcd(step, next);
    }
    return step;
  }
}

const digitsOf = "0123456789";
const big = (a: bigint, b: bigint, greater: boolean): bigint => (a > b === greater ? a : b);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** A number in units of 10^-scale, rounded towards zero. */
function scaled(value: number, scale: number): bigint {
  const { digits, exponent } = decimal(value);
  const shift = exponent + scale;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}
