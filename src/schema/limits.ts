/** Limits for schemas, patterns and values; beyond them they are rejected. */
export const limits = {
  /** Nesting depth of a schema's JSON. */
  schemaDepth: 128,
  /** JSON values in a schema, and in each document it refers to. */
  schemaValues: 100_000,
  /** Schemas in one allOf, anyOf or oneOf. */
  branches: 1_000,
  /** Nested schemas that apply to one place of a value through references and combinations. */
  inPlaceDepth: 256,
  patternLength: 8_192,
  patternDepth: 64,
  /** States of a pattern's automaton after its repetitions are expanded. */
  patternStates: 20_000,
  /** Cached deterministic states per pattern; beyond the limit the cache is cleared. */
  patternCache: 1_000,
  /** Bytes of the states for matching a text backwards. */
  patternBytes: 4_000_000,
  /** Characters of the keys of all places of a pattern with open lookaheads. */
  patternNames: 8_000_000,
  /** The same while texts are matched; beyond the limit they are matched backwards. */
  patternNamesTested: 1_000_000,
  /** Nesting depth of a value. */
  valueDepth: 500,
  /** Schema applications in one check. */
  steps: 5_000_000,
  /** Steps after which a check starts to cache verdicts, which costs memory. */
  stepsUnremembered: 10_000,
  /** Problems that one check reports. */
  problems: 100,
  /** Alternatives for one place of a value, after its combinations are expanded for the mask. */
  cases: 2_000,
  /** Different conjunctions of schemas that apply to the places of a value. */
  goals: 20_000,
  /** States of a string's language in the mask. */
  languageStates: 20_000,
  /** Characters of the keys of these states, which determine the time to create them. */
  languageNames: 8_000_000,
  /** Longest string whose exact length is planned together with its pattern. */
  plannedLength: 1_024,
  /** Configurations that one mask caches. */
  configurations: 5_000,
  /** Token sets that all masks of one vocabulary cache, and their bytes; the same again for tokens inside strings. */
  tokenSets: 4_000,
  tokenSetBytes: 48_000_000,
  /** Values and characters of a schema's smallest value: far more than any tool needs. */
  least: 100_000,
  /** Cached validators, and the total characters of their schemas. */
  cachedValidators: 512,
  cachedCharacters: 16_000_000,
} as const;
