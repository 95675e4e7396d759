/** What a schema, a pattern or a value may cost before it is refused. */
export const limits = {
  /** Nesting of a schema's JSON. */
  schemaDepth: 128,
  /** JSON values in a schema together with the documents it refers to. */
  schemaValues: 100_000,
  /** Schemas in one allOf, anyOf or oneOf. */
  branches: 1_000,
  /** Schemas that apply to one place of a value through references and combinations, one inside another. */
  inPlaceDepth: 256,
  patternLength: 8_192,
  patternDepth: 64,
  /** States of a pattern's automaton after its repetitions are written out. */
  patternStates: 20_000,
  /** Determinised states kept per pattern; beyond, they are forgotten and made again. */
  patternCache: 1_000,
  /** Memory of the states by which a text is read backwards. */
  patternBytes: 4_000_000,
  /** Characters by which all places of a pattern with their open lookaheads are named. */
  patternNames: 8_000_000,
  /** The same while texts are read; beyond, they are read backwards. */
  patternNamesTested: 1_000_000,
  /** Nesting of a value. */
  valueDepth: 500,
  /** Schema applications during one check. */
  steps: 5_000_000,
  /** Of these, how many go before a check keeps what it found, which costs memory. */
  stepsUnremembered: 10_000,
  /** Problems listed by one check. */
  problems: 100,
  /** Ways to satisfy one place of a value, after its combinations are written out for the mask. */
  cases: 2_000,
  /** Different conjunctions of schemas that the places of a value may have to fit. */
  goals: 20_000,
  /** States of a string's language in the mask. */
  languageStates: 20_000,
  /** Characters by which these states are named, which their making takes time by. */
  languageNames: 8_000_000,
  /** Longest string whose exact length is planned ahead together with its pattern. */
  plannedLength: 1_024,
  /** Configurations that one mask keeps. */
  configurations: 5_000,
  /** Token sets that all masks of one vocabulary keep, and their memory; as much for its tokens inside of strings. */
  tokenSets: 4_000,
  tokenSetBytes: 48_000_000,
  /** Values and characters that the smallest value of a schema may have: far more than any tool asks for. */
  least: 100_000,
  /** Compiled validators kept, and the characters of schema text they may stand for. */
  cachedValidators: 512,
  cachedCharacters: 16_000_000,
} as const;
