import { anyOf } from "../../../lib/index.ts";

/** Wordings for values set by the system rather than the user. */
export const setBySystem = new RegExp(
  anyOf(
    String.raw`\b[a-z]+(?:ed|en|t|pt)(?: (?:in|out|up|down|on))? by the (?:system|server|backend|database|service)\b`,
    String.raw`(?<!= ?"?|default(?: to)? "?)\bauto(?:matic(?:ally)?)?[ -]?(?:set|generated|assigned|filled` +
      String.raw`|recorded)?\b(?! ?re?new)`,
    String.raw`\bsystem[ -](?:set|generated)\b`,
    String.raw`\b(?:set|filled(?: in)?|assigned|generated|maintained|managed|updated|calculated|computed|recorded` +
      String.raw`|stamped|tracked) automatically\b`,
    String.raw`\bserver[ -](?:set|side|generated|assigned)\b`,
    String.raw`\b(?:that |which )?(?:the (?:system|server|backend|database)|we) (?:sets?|fills?(?: it)? in` +
      String.raw`|assigns?|generates?|records?)\b(?: in)?`,
    String.raw`\bread[ -]?only\b`,
  ),
  "i",
);

export const optional = new RegExp(
  anyOf(
    String.raw`\b(?:may or may not|might or might not) (?:be (?:there|given|set|present|known|filled(?: in)?)|exist)\b`,
    String.raw`\bnon[ -](?:mandatory|required|compulsory|obligatory)\b`,
    String.raw`\bneed(?: not|n['’]?t) (?:be (?:given|set|filled(?: in)?|present|there|known|provided|entered)|exist)\b`,
    String.raw`\b(?:when|where|if) (?:it is |it's )?(?:known|available|present|applicable|given|set)\b`,
    String.raw`\b(?:not|isn't|is not|aren't|not be) (?:strictly )?(?:required|mandatory|necessary|needed|compulsory|obligatory)\b`,
    String.raw`\boptional(?:ly)?\b|\bopt\b(?!-)|\bnullable\b|\bif there (?:is|was|are|were) (?:one|any|some)\b`,
    String.raw`\bif (?:known|needed|necessary|wanted|desired|any|given|there is one|applicable|available|present|set|one exists)\b`,
    String.raw`\b(?:may|can|could) (?:be|stay|remain) (?:left (?:out|empty|blank)|missing|empty|blank|unset` +
      String.raw`|unknown|omitted|null|absent|skipped)\b`,
    String.raw`\b(?:may|can) leave out\b|\bopen ended possible\b|\bwhere (?:known|given|applicable)\b|\bor null\b`,
    String.raw`\bwhen (?:known|available)\b`,
    String.raw`\bif (?:we|i|they|you|he|she|one) (?:happen to )?(?:know|have|knows|has|get|gets)(?: (?:it|one|them|that|any))?\b`,
    String.raw`\b(?:may|can|could|might) be (?:skipped|dropped|undefined|none|nothing|not (?:set|given|known))\b`,
    String.raw`\b(?:does|do) ?n(?:ot|['’]t) (?:have|need) to (?:be (?:given|set|filled(?: in)?|present|there|known|provided)|exist)\b`,
    String.raw`\bleave (?:it )?(?:empty|blank|out)\b|\bonly if\b`,
    String.raw`\bwhere (?:there is one|available|possible)\b|\bmaybe\b|\bperhaps\b|\bpossibly\b`,
    String.raw`\bif (?:they|you|he|she|one) (?:wants?|likes?|wish(?:es)?)(?: to)?\b`,
  ),
  "i",
);

export const required = new RegExp(
  anyOf(
    String.raw`\b(?:is|are) never (?:missing|left out|absent|omitted)\b`,
    String.raw`\b(?:nobody|no ?one) (?:may|can|must) (?:leave out|skip|omit|leave (?:empty|blank))\b`,
    String.raw`\b(?:may|can|must) not leave (?:it |them )?(?:out|empty|blank)\b`,
    String.raw`\b(?:can ?not|can['’]?t|must not|mustn['’]?t|may not|should not|shouldn['’]?t|never|not) (?:be` +
      String.raw` )?(?:empty|blank|null|missing|left out|left empty|left blank|left off|skipped|omitted|undefined` +
      String.raw`|absent)\b`,
    String.raw`\bnever empty\b`,
    String.raw`\b(?:is |are )?(?:always )?(?:required|mandatory|obligatory|compulsory|necessary|needed|indispensable|essential)\b`,
    String.raw`(?<!not )\b(?:(?:is|are) )?a must(?: have)?\b(?!-)|\breq(?:'?d)?\b`,
    String.raw`\b(?:must|should|(?:has|have|needs?) to) (?:always )?(?:be (?:given|present|set|provided|there|filled(?: in)?|supplied` +
      String.raw`|specified|known|stated|entered)|exist|have(?! (?:exactly|precisely|at (?:least|most)|no more` +
      String.raw`|between|up to|from|a (?:length|min|max)|\d|[a-z]+ (?:letters|characters|chars|digits))))\b`,
    String.raw`\bnot null\b|\bnon[ -]?(?:null|empty)\b|(?<=[\w)])\s?[!*](?=\s*(?:$|,|\))|(?<=\S[!*])\s)`,
  ),
  "i",
);

export const unique = new RegExp(
  anyOf(
    String.raw`\b(?:may |can |must |does )?only (?:be (?:used|given|taken|assigned) |exists? |occurs? |appears? )?once\b`,
    String.raw`\bno (?:repeats|repetitions?|doubles|two the same)\b|\b(?:may|can|must|does|do) ?n[o'’]?t repeat\b`,
    String.raw`\b(?:is |are )?(?:not|never) shared (?:by|between|among) [a-z]+(?: [a-z]+)?\b`,
    String.raw`\b(?:may|must|can) (?:not|never) be the same (?:for|in|on|as) [a-z]+(?: [a-z]+)?\b`,
    String.raw`\b(?:must be |is |are |be )?(?:globally |case[ -]insensitively )?uniq(?:ue)?(?: (?:per|across` +
      String.raw`|within|among) [\w ]+)?\b`,
    String.raw`\bno two (?:\w+ )?(?:are )?(?:alike|the same|share|may share|can share|have)\b(?: the same| it| one| them)?`,
    String.raw`\bno duplicates\b`,
    String.raw`\b(?:which |that )?no other \w+ (?:may|can|has|must)[\w ]*`,
    String.raw`\b(?:must be |is |are )?different (?:for|from|in|on) (?:each|every|any|all)(?: other)?(?: \w+)?`,
    String.raw`\bdistinct\b|\bone[ -]of[ -]a[ -]kind\b`,
    String.raw`\b(?:that |which )?(?:uniquely )?identif(?:y|ies) (?:it|them)(?: uniquely)?\b`,
    String.raw`\ball (?:of them )?different\b|\beach (?:its|their) own\b`,
    String.raw`\b(?:none|never) (?:is |are )?(?:used|given|issued|taken|repeated) twice\b`,
  ),
  "i",
);
