import { type Draft, rules, takeRules, uncontracted } from "./sayings.ts";

const connective =
  /^(?:\s|\b(?:an?|the|is|are|can|may|could|must|should|be|one|of|either|out|from|among|which|that|it|has|have|to|enum|values?|with|as|and|being|only|any|in)\b|[:=(,])*$/i;

const small =
  /\b(?:is|are|was|be|been|being|must|should|shall|will|may|can|could|has|have|an?|the|and|or|to|of|in|on|at|it|its|that|which|with|as|by|for|valid|only|both|all|each|also|plus|long|like|if|always|so|somewhere|anywhere|anything|everything|roughly)\b/gi;

const noValues: ReadonlyMap<string, readonly string[]> = new Map();

/** Whether an item says something about the field before it and names none itself; `enums` are the lists of values that marks stand for. */
export function onlySays(text: string, enums: ReadonlyMap<string, readonly string[]> = noValues): boolean {
  if (
    /^(?:an?\s+|the\s+)?[\w-]+ (?:flag|field)\b|^(?:an?|the|its) (?:timestamp|uuid|guid|map|object)$/i.test(
      text,
    )
  )
    return false;
  if (/^(?:from|to) \d+ (?:letters?|chars?|characters?|digits?)$/i.test(text)) return false;
  if (/^(?:(?:an? |the |its )?date and time(?=\s*[!*(]|$)|ts$)/i.test(text)) return false;
  if (
    /^(\w+) \1\b|^(?:ts|map|date|time|text|number|object|list|set|flag|url|link) (?:dt|date|datetime|timestamp|str|string|text|int|integer|float|decimal|bool|boolean|uuid|enum)\b/i.test(
      text,
    )
  )
    return false;
  // `automatic (boolean, …)`: what has a type in parentheses is a name
  if (
    /^[a-z]\w* \((?:bool|boolean|string|str|text|int|integer|number|decimal|float|date|datetime|timestamp)\b/i.test(
      text,
    )
  )
    return false;
  if (
    /^(?:(?:at|on|by|from|to|via|is) )?[\w-]+ (?:bool|boolean|flag)\b|^(?:at|on|by|from|to|via|is) (?:date|datetime|timestamp|dt|ts|string|int|integer|number|text|time)\b/i.test(
      text,
    ) &&
    !/^(?:an?|is an?|the) (?:bool|boolean)/i.test(text) &&
    !/^(?:required|optional|unique|default|a|an|is|are|must) /i.test(text)
  )
    return false;
  const things = /^(?:an? |the )?(?:list|array|set|collection) of (\w+)/i.exec(text)?.[1];
  if (things !== undefined && !/^(?:strings?|numbers?|texts?|words?|integers?|urls?)$/i.test(things))
    return false;
  const at = text.search(/⟦E\d+⟧/);
  if (at !== -1 && !connective.test(text.slice(0, at))) return false;
  const bare = uncontracted(text)
    .slice(Math.max(0, at))
    .replace(
      /^(?:and|but|or|also|which|that|it|is|are|must be(?! (?:there|given|present|set|provided|supplied|specified|known|filled)\b)|must(?! (?:be|have|exist)\b)|both|all|each)\s+/i,
      "",
    )
    .replaceAll(/[()]/g, " ");
  // `integer seconds`
  const measured = bare.replace(
    /\b(integer|int|number|float|decimal)s?,? (?:of |in |as an? )?(?:seconds|minutes|hours|days|months|years|bytes|percent(?:age)?|meters|metres|grams|kilograms)\b/i,
    "$1",
  );
  const draft: Draft = { name: "", sizes: [] };
  const before = measured.replaceAll(/⟦E\d+⟧/g, (mark) => (enums.has(mark) ? " " : mark));
  const rest = takeRules(before, draft, rules)
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(small, " ")
    .replaceAll(/[\s,.;:!*]+/g, "");
  const said = JSON.stringify(draft) !== JSON.stringify({ name: "", sizes: [] }) || before !== measured;
  if (rest === "") return said;
  return /^(?:number|date|text|url|link|string|time)$/i.test(rest) && /^(?:is|are)\s/i.test(text);
}
