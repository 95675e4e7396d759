import type { FieldDraft } from "./draft.ts";
import { type Draft, numeral } from "./sayings.ts";

export const plainType: readonly {
  readonly name: RegExp;
  readonly type: NonNullable<FieldDraft["type"]>;
  readonly format?: FieldDraft["format"];
}[] = [
  {
    name: /(?:opening|business|office|working) hours$|(?<!^max(?:imum)? )(?:phone|house|room|serial|shirt|passport|licen[cs]e|account|student|policy|order|invoice|flight|tracking|card|tax|vat|registration|telephone|mobile|part|model|batch|lot|ticket|reference|identification|id|bank|iban|case|contract|employee|member|membership|customer|patient|badge|plate|chip|gate|seat|table|locker|room) (?:number|no|code)$|(?:^| )code$|^number$/,
    type: "string",
  },
  { name: /(?:price|fee|cost|rate|amount|salary|rent|wage) per \w+$/, type: "number" },
  { name: /(?:^| )(?:e ?mail)(?: address)?$/, type: "string", format: "email" },
  {
    name: /(?:^| )(?:url|uri|link|website|homepage|web ?site|web page|webpage)$/,
    type: "string",
    format: "uri",
  },
  {
    name: /^(?:is|has|can|was|allow|allows|accepts) |(?:^| )(?:flag|enabled|disabled|active|inactive|published|verified|available|archived|deleted|completed|locked|unlocked|revoked|paid|public|private|visible|hidden|featured|approved|read|online|offline|vaccinated|furnished|used|anonymous|explicit|bought|returned|confirmed|required|recurring|pinned|urgent|done|closed|open|resolved|blocked|banned|valid|up|neutered|insured|subscribed|opted in|cancelled|accepted|refundable|mandatory|sold|in stock|discontinued|auto renew|delivered|taxable|billable|searchable|muted|starred|favou?rite|gluten free|vegan|vegetarian|pet friendly|wheelchair accessible|newsletter)$/,
    type: "boolean",
  },
  {
    name: /^when$|(?:^| )time of \w+$|(?:^| )(?:at|timestamp|datetime|moment|last (?:\w+ed|login|seen|active|used|run|visit)|start|end|starts|ends|departure time|arrival time|start time|end time|scheduled time|expires|expiry|deadline|scheduled for|time)$/,
    type: "datetime",
  },
  {
    name: /(?:^| )date of \w+$|(?:^| )(?:date|day|on|due|born|birthday|birthdate|dob|available from|valid (?:from|until|to)|expiration|since|until)$/,
    type: "date",
  },
  {
    name: /(?:^| )(?:price|amount|weight|cost|fee|salary|rent|total|subtotal|balance|budget|rate|percentage|percent|temperature|humidity|latitude|longitude|elevation|altitude|distance|length|width|height|depth|score|rating|value|tax|discount|deposit|revenue|wage|volume|area|speed|pressure|commission|tip|gpa|lat|lng|lon|premium|mileage rate|voltage|power|energy|ph|interest|fare|bid|gross|net|payment|fine|toll|refund|payout|dose|dosage|kg|km\/h|mm|cm|liters?|litres?|kilograms?|grams?|euros?|dollars?|reading|calories burned)$/,
    type: "number",
  },
  {
    name: /^how (?:long|many|old|often|much)\b|(?:^| )(?:count|quantity|qty|age|years?|stock|position|capacity|seats|pages?|duration|minutes?|seconds?|hours?|days?|months?|weeks?|floors?|beds?|bedrooms?|bathrooms?|rooms|attempts?|retries|clicks?|views?|likes?|votes?|points|level|credits?|servings|size|order|index|rank|season|episode|track|version|attendees|people|guests|players|participants|number of .*|max(?:imum)? .*|min(?:imum)? number.*|(?:episode|season|track|page|issue|lap|week|floor|round) number|tempo|bpm|cpu|ram|ram gb|port|km|mileage|copies|downloads|pieces|units|steps|reps|sets|laps|goals|wins|losses|calories|headcount|population|cooking time|prep(?:aration)? time|bytes|interval|priority|zoom|cores|memory|disk|timeout|ttl|odometer|horsepower|doors|stars|party size|group size|shoe size)$/,
    type: "integer",
  },
  {
    name: /(?:^| )(?:tags|genres|ingredients|keywords|labels|aliases|scopes|skills|languages|categories|environments|features|amenities|colou?rs|images|photos|permissions|topics|allergens|toppings|options|subjects|steps list|attachments|hobbies|interests|synonyms|roles|events)$/,
    type: "array",
  },
  {
    name: /(?:^| )(?:payload|metadata|settings|config(?:uration)?|preferences|data|attributes|geo|coordinates|properties)$/,
    type: "object",
  },
];

/** Type and format that a name alone suggests. */
export function typeByName(words: string): Pick<FieldDraft, "type" | "format"> {
  const found =
    plainType.find(({ name }) => name.test(words)) ??
    plainType.find(({ name }) => name.test(words.replace(/(?<=[a-rt-z])s$/, "")));
  return found ? { type: found.type, format: found.format } : { type: "string" };
}

const scoreLike = /(?:^| )(?:score|rating|position|shirt number|house number)$/;

export function settle(draft: Draft, words: string, weakType: boolean): FieldDraft {
  const { sizes, positive, ...field } = draft;
  const worded = typeof field.default === "string" ? numeral(field.default) : undefined;
  if (worded !== undefined && field.type !== "string" && typeByName(words).type !== "string")
    field.default = worded;
  const lengths = sizes.some(({ length }) => length);
  const byName = typeByName(words);
  if (field.values) field.type = field.type === "array" ? "array" : "enum";
  else if (field.type === "enum") field.type = "string";
  const guessed = field.type === undefined;
  if (guessed) {
    field.type =
      typeof field.default === "boolean" ? "boolean" : lengths ? "string" : (byName.type ?? "string");
    if (byName.format && field.type === "string") field.format ??= byName.format;
    const counted = sizes.length > 0 && !lengths;
    if (
      field.type === "string" &&
      (counted || positive) &&
      field.format === undefined &&
      !/name|title|code|description|text|note|body|password|username|slug|headline|comment|message|bio|summary|zip|street|address|label|token|key|reference|caption|subject|content|nickname|handle|iban|sku/.test(
        words,
      )
    )
      field.type = sizes.every(({ value }) => Number.isInteger(value)) ? "integer" : "number";
    if (field.type === "string" && typeof field.default === "number")
      field.type = Number.isInteger(field.default) ? "integer" : "number";
    if (scoreLike.test(words) && sizes.length > 0 && !lengths)
      field.type = /rating/.test(words) ? "number" : "integer";
    if (words === "score" && typeof field.default === "number") field.type = "integer";
  } else if (field.type === "number" && weakType && byName.type === "integer") field.type = "number";
  if (field.type === "string" && field.format === undefined && byName.format && !field.values)
    field.format = byName.format;
  const text = field.type === "string";
  for (const { bound, value } of sizes) {
    if (bound !== "max") field[text ? "minLength" : "min"] = value;
    if (bound !== "min") field[text ? "maxLength" : "max"] = value;
  }
  if (positive && field.type === "integer" && field.min === undefined) field.min = 1;
  if (field.type !== "string") delete field.format;
  if (field.format === undefined) delete field.format;
  return field;
}
