import { anyOf } from "../../../lib/index.ts";

/** Wordings for values set by the system rather than the user. */
export const setBySystem = new RegExp(
  anyOf(
    String.raw`\b[a-z]+(?:ed|en|t|pt)(?: (?:in|out|up|down|on))? by the (?:system|server|backend|database|service)\b`,
    String.raw`\b(?:set|filled|assigned|generated|maintained|managed|recorded|given|updated)(?: in)?(?:` +
      String.raw` automatically)? by the (?:system|server|backend|database|service)\b`,
    String.raw`(?<!= ?"?|default(?: to)? "?)\bauto(?:matic(?:ally)?)?[ -]?(?:set|generated|assigned|filled` +
      String.raw`|recorded)?\b(?! ?re?new)`,
    String.raw`\bsystem[ -](?:set|generated)\b`,
    String.raw`\b(?:set|filled(?: in)?|assigned|generated|maintained|managed|updated|calculated|computed|recorded` +
      String.raw`|stamped|tracked) automatically\b`,
    String.raw`\bauto(?:matically)?[ -]?(?:filled|calculated|computed|updated|maintained|stamped|incremented` +
      String.raw`|increment(?:ing)?|populated)\b`,
    String.raw`\b(?:calculated|computed|derived|updated|populated|incremented|stamped|determined|chosen|tracked` +
      String.raw`|provided) by the (?:system|server|backend|database|service|app|application|api)\b`,
    String.raw`\bserver[ -](?:set|side|generated|assigned)\b`,
    String.raw`\b(?:that |which )?(?:the (?:system|server|backend|database)|we) (?:sets?|fills?(?: it)? in` +
      String.raw`|assigns?|generates?|records?)\b(?: in)?`,
    String.raw`\bread[ -]?only\b`,
  ),
  "i",
);

/** Wordings for optional values. */
export const optional = new RegExp(
  anyOf(
    String.raw`\b(?:(?:is|are|was)(?: not|n['’]?t)|not|may not be|might not be) (?:always|necessarily|ever)` +
      String.raw` (?:known|given|there|set|present|needed|required|available|provided|filled(?: in)?)\b`,
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
    String.raw`\b(?:is |are |would be |be )?(?:nice to have|very welcome|welcome(?: but not (?:required|needed` +
      String.raw`|mandatory|necessary))?|not a must|no must|up to (?:you|them|the user)|a bonus|fine to skip)\b`,
    String.raw`\b(?:may|can|could|might) be (?:skipped|dropped|undefined|none|nothing|not (?:set|given|known))\b`,
    String.raw`\b(?:does|do) ?n[o'’]t (?:have to|need to)(?: be)?(?: given| entered| provided| set| filled(?: in)?` +
      String.raw`| present| there| known| exist)?\b`,
    String.raw`\b(?:they|he|she|one|you|we|people) (?:do|does) not (?:have|need) to (?:give|state|provide|enter` +
      String.raw`|tell|share|fill in|leave)(?: (?:it|them|one))?\b`,
    String.raw`\bneed(?: not|n['’]?t) be (?:given|set|filled(?: in)?|present|there|known|provided|entered)\b`,
    String.raw`\bleave (?:it )?(?:empty|blank|out)\b|\bonly if\b`,
    String.raw`\bif (?:it (?:is|was) )?(?:remembered|asked|noted|recorded|mentioned|stated|supplied|provided` +
      String.raw`|wished|desired|entered|decided|agreed|chosen)\b`,
    String.raw`\bwhere (?:there is one|available|possible)\b|\bmaybe\b|\bperhaps\b|\bpossibly\b`,
    String.raw`\bif (?:they|you|he|she|one) (?:wants?|likes?|wish(?:es)?)(?: to)?\b`,
  ),
  "i",
);

/** Wordings for required values. */
export const required = new RegExp(
  anyOf(
    String.raw`\b(?:is |are )?always (?:be )?(?:given|present|there|known|set|filled(?: in)?|provided|entered` +
      String.raw`|stated|specified|noted)\b`,
    String.raw`\b(?:is|are) never (?:missing|left out|absent|omitted)\b`,
    String.raw`\b(?:nobody|no ?one) (?:may|can|must) (?:leave out|skip|omit|leave (?:empty|blank))\b`,
    String.raw`\b(?:may|can|must) not leave (?:it |them )?(?:out|empty|blank)\b`,
    String.raw`\b(?:can ?not|can['’]?t|must not|mustn['’]?t|may not|should not|shouldn['’]?t|never|not) (?:be` +
      String.raw` )?(?:empty|blank|null|missing|left out|left empty|left blank|left off|skipped|omitted|undefined` +
      String.raw`|absent)\b`,
    String.raw`\bnever empty\b`,
    String.raw`\b(?:is |are )?(?:always )?(?:required|mandatory|obligatory|compulsory|necessary|needed|indispensable|essential)\b`,
    String.raw`(?<!not )\b(?:(?:is|are) )?a must(?: have)?\b(?!-)|\breq(?:'?d)?\b`,
    String.raw`\b(?:has|have|needs?) to be (?:given|present|set|provided|there|filled(?: in)?|supplied|specified` +
      String.raw`|known|stated|entered)\b`,
    String.raw`\b(?:must|should) (?:always )?(?:be (?:given|present|set|provided|there|filled(?: in)?|supplied` +
      String.raw`|specified|known|stated|entered)|exist|have(?! (?:exactly|precisely|at (?:least|most)|no more` +
      String.raw`|between|up to|from|a (?:length|min|max)|\d|[a-z]+ (?:letters|characters|chars|digits))))\b`,
    String.raw`\bnot null\b|\bnon[ -]?(?:null|empty)\b|(?<=[\w)⟧])\s?[!*](?=\s*(?:$|,|\))|(?<=\S[!*])\s)`,
  ),
  "i",
);

/** Wordings for unique values. */
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
    String.raw`\b(?:can ?not|can['’]?t|must (?:not|never)|may (?:not|never)|is (?:not|never)|isn['’]?t|are (?:not` +
      String.raw`|never)|aren['’]?t|never|mustn['’]?t|should (?:not|never)|shouldn['’]?t|will (?:not|never)) (?:be` +
      String.raw` )?(?:(?:used|the same|taken|given|assigned|issued|occur|appear|exist)(?: out)? (?:twice|more than` +
      String.raw` once|again|a second time)|used twice|repeat(?:ed)?|shared?|duplicated?|reused|the same|occur twice` +
      String.raw`|appear twice)\b`,
    String.raw`\b(?:which |that )?(?:nobody|no ?one|none|no other \w+)(?: else)? (?:may|can|has|have|must|uses?` +
      String.raw`|shares?|bears?|carries)[\w ]*`,
    String.raw`\b(?:which |that )?no other \w+ (?:may|can|has|must)[\w ]*`,
    String.raw`\b(?:must be |is |are )?different (?:for|from|in|on) (?:each|every|any|all)(?: other)?(?: \w+)?`,
    String.raw`\b(?:may|must|can) ?not be (?:used|shared|given|taken|assigned|borne) (?:for|by|to|in|on) (?:any` +
      String.raw` other|another|anyone|two)[\w ]*`,
    String.raw`\bdistinct\b|\bone[ -]of[ -]a[ -]kind\b`,
    String.raw`\b(?:must|should|has to|have to) (?:always )?(?:differ|be different)(?: (?:for|from|in|on|between)` +
      String.raw` (?:each|every|any|all)(?: others?)?(?: \w+)?)?`,
    String.raw`\b(?:that |which )?(?:uniquely )?identif(?:y|ies) (?:it|them)(?: uniquely)?\b`,
    String.raw`\ball (?:of them )?different\b|\beach (?:its|their) own\b`,
    String.raw`\b(?:none|never) (?:is |are )?(?:used|given|issued|taken|repeated) twice\b`,
  ),
  "i",
);
