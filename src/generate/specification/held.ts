/**
 * How a client represents values that JSON only has strings or numbers for, by default as in JSON; and whether it
 * checks responses.
 */
export interface Held {
  /**
   * Date-times as `Date`, or date-times and dates as Temporal types. In Python, where they are datetimes, date-times
   * and dates as text.
   */
  readonly dates?: "date" | "temporal" | "text";
  /** 64-bit integers as text. */
  readonly int64?: "string";
  /** Whether operations skip checking responses. */
  readonly checks?: "none";
}
