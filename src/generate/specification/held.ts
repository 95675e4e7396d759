/**
 * How a client holds what JSON has only texts or numbers for, without a word as JSON has it; and whether it checks
 * answers.
 */
export interface Held {
  /**
   * Times with a date as `Date`, or these and dates as the types of Temporal; in Python, where they are datetimes, these
   * and dates as texts.
   */
  readonly dates?: "date" | "temporal" | "text";
  /** Integers of 64 bits as texts. */
  readonly int64?: "string";
  /** Operations that check no answers. */
  readonly checks?: "none";
}
