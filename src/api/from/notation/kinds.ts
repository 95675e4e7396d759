import { anyOf, wordSet } from "../../../lib/index.ts";
import type { FieldDraft } from "./draft.ts";

type Type = NonNullable<FieldDraft["type"]>;

/** What field names say about types: patterns for whole phrases, and last words. */
export interface Kind {
  readonly type: Type;
  readonly format?: FieldDraft["format"];
  readonly phrase?: RegExp;
  readonly last?: ReadonlySet<string>;
}

/** Plural nouns that mean a single value, not a list. */
export const singularPlurals = wordSet(
  "notes remarks details instructions directions comments contents terms lyrics hours specs specifications circumstances observations findings thoughts news species series status address class bus basis analysis gas lens goods process access progress process business means headquarters diagnosis thesis hypothesis emphasis synopsis campus bonus virus census focus radius status canvas atlas bias alias iris kudos menus conditions warranty reasons feelings impressions particulars whereabouts initials credentials earnings ups sms gps dns https os ios rss tls css aws surroundings apparatus corpus locus us",
);

/** Plural nouns that, on their own, are counted rather than listed. */
const counted = wordSet(
  "pages years seats beds bedrooms bathrooms rooms floors doors attempts retries clicks views likes dislikes votes points credits servings people guests players minutes seconds hours days weeks months copies downloads pieces units steps reps sets laps goals wins losses draws ties calories kcal bytes cores stars spots places slots shares followers installs visits visitors impressions plays listeners streams hits errors failures passes lives kills rounds levels turns moves bits pixels frames cpus gpus nodes replicas instances bottles boxes crates pallets packages tickets berths desks tables screens lanes holes miles steps nights breaks absences licences licenses refills tries wheels strings voices teeth legs adults children kids infants persons employees acres rows columns chapters verses episodes seasons issues volumes characters coins tokens gems lifeguards robots inhabitants residents households horses cylinders gears horsepower strokes pushups situps pulls credits ects terms semesters",
);

/** Unit suffixes of measurements: `length_m`, `price_eur`. */
export const units = wordSet(
  "m cm mm km mi ft in kg g mg t lb lbs oz l ml cl kw kwh mw w v a ma hz khz mhz ghz kb mb gb tb s sec secs ms min mins h hrs eur usd gbp chf cents pct percent c f deg pa bar psi rpm ppm",
);

const nouns = {
  integer: `count quantity qty age year stock position capacity duration minute second hour day month week floor level size
    order index rank season episode track tempo bpm rpm cpu ram km mileage population interval priority zoom memory disk timeout ttl
    odometer headcount limit quota offset threshold delay score counter tally occupancy vacancies inventory supply xp hp elo
    yardage attendance turnout bedtime reps circulation horsepower bib iq`,
  number: `price amount weight cost fee salary rent total subtotal balance budget rate percentage percent temperature humidity latitude longitude
    elevation altitude distance length width height depth rating value tax discount deposit revenue wage volume area speed pressure
    commission tip gpa lat lng lon premium voltage power energy ph interest fare bid gross net payment fine toll refund payout dose dosage
    kg mm cm liters litres kilograms grams tonnes tons euros dollars reading income expense spend turnover profit margin vat surcharge penalty debt principal
    apr yield acidity concentration density mass thickness radius diameter circumference angle wattage torque bandwidth consumption odds ratio
    factor multiplier coefficient probability confidence accuracy average mean median variance rainfall precipitation moisture progress worth
    estimate valuation caffeine alcohol abv fat protein carbs sugar sodium stake equity charge allowance bonus pay earnings
    perimeter girth salinity brightness loudness intensity amplitude wavelength magnitude viscosity hardness resistance capacitance wind
    gain loss drop inflow outflow reimbursement donation pledge contribution cap cashback excess copay deductible markup
    kwh kw mw watts volts amps lux decibels db celsius fahrenheit kelvin hectares acres sqm m2 ft inches lbs oz ml meters metres miles`,
  boolean: `enabled disabled active inactive published verified available archived deleted completed locked unlocked revoked paid public private
    visible hidden featured approved read unread online offline vaccinated furnished used anonymous explicit bought returned confirmed required recurring
    pinned urgent done closed open resolved blocked banned valid invalid up neutered insured subscribed cancelled canceled accepted refundable mandatory
    sold discontinued delivered taxable billable searchable muted starred favorite favourite vegan vegetarian newsletter spayed sterilised sterilized
    alive dead broken lost stolen frozen sent shipped received signed notified checked reviewed processed synced flagged featured trusted
    important fragile perishable hazardous flammable toxic secure encrypted draft retired obsolete deprecated internal external automatic manual
    indoor outdoor wheelchair refrigerated organic halal kosher waterproof cordless rechargeable heated covered lit guarded gated married
    smoker smoking exclusive limited seasonal temporary permanent remote local virtual live muted secret confidential
    sticky bestseller opened seen watched tried tested licensed certified accredited
    critical present absent late excused graded passed failed solved answered correct incorrect fulfilled allocated overdue outstanding
    rented occupied vacant reserved booked empty full clean dirty operational functional working defective damaged repaired inspected`,
  array: `tags keywords labels aliases scopes skills environments features amenities images photos permissions topics allergens toppings
    subjects attachments hobbies interests synonyms roles events`,
  object: `payload metadata settings config configuration preferences data attributes geo coordinates properties params parameters context headers extras`,
  date: `date day on due born birthday birthdate dob expiration since until joined founded hired started finished ended begun acquired purchased
    installed planted sown harvested manufactured graduated anniversary released baptised`,
  datetime: `at timestamp ts datetime moment start end starts ends begins expires expiry deadline time eta etd begin kickoff arrival departure checkin checkout opens closes`,
};

/** Things that are identified by a number or code. */
const countedThings = anyOf(
  "phone|house|room|serial|shirt|passport|licen[cs]e|account|student|policy|order|invoice|flight",
  "tracking|card|tax|vat|registration|telephone|mobile|cell|fax|part|model|batch|lot|ticket|reference",
  "identification|id|bank|iban|case|contract|employee|staff|member|membership|customer|client|patient",
  "badge|plate|chip|gate|seat|table|locker|inventory|catalog(?:ue)?|item|article|product|asset|tag",
  "purchase order|po|confirmation|booking|reservation|insurance|matriculation|personnel|security",
  "social security|permit|certificate|receipt|voucher|delivery|shipment|parcel|container|engine|chassis",
  "vehicle|fleet|train|bus|route|line|box|bin|slot|unit|apartment|flat|suite|building|stall|stand|berth",
  "routing|transaction|check|cheque|claim|docket|file|incident|sample|specimen|barcode|ean|isbn|issn|sku",
  "medical record|health",
);

/** Matches a name that ends in one of the alternatives. */
const ending = (...alternatives: readonly string[]): string => `(?:^| )${anyOf(...alternatives)}$`;

/** Names of texts although they end in a word for a number: `phone number`, `booking code`. */
export const numbered = new RegExp(
  anyOf(
    "(?:opening|business|office|working|visiting|service|store) hours$",
    `(?<!^max(?:imum)? )${countedThings} (?:number|no|code)$`,
    "(?:^| )code$|^number$",
    "(?:^| )(?:time ?zone|cron|schedule|day of week|cover|shift|start line|end line)$",
  ),
);

export const fieldNouns: readonly string[] = [
  ...wordSet(Object.values(nouns).join(" ")),
  ...wordSet(
    "comment reviewer coach author owner purchase reference currency country street gender category message summary caption nickname",
  ),
].filter((word) => word.length > 3 && /^[a-z]+$/.test(word));

/** In order of precedence. */
export const kinds: readonly Kind[] = [
  { type: "string", phrase: numbered },
  { type: "number", phrase: /(?:price|fee|cost|rate|amount|salary|rent|wage|charge|budget) per \w+$/ },
  { type: "string", format: "email", phrase: /(?:^| )(?:e ?mail)(?: address)?$/ },
  {
    type: "string",
    format: "uri",
    phrase:
      /(?:^| )(?:url|uri|link|website|homepage|home page|web ?site|web page|webpage|permalink|hyperlink|web address)$/,
  },
  {
    type: "datetime",
    phrase: new RegExp(
      ending(
        String.raw`(?:\w+ed|seen|run|sent|read|paid) last`,
        String.raw`last (?:\w+ed|login|log in|sign in|seen|run|visit|activity|access|sync|ping|contact|heartbeat)`,
        "last (?:check|update|change|backup|maintenance|inspection|service|import|export)",
        "next (?:run|visit|service|inspection|check|payment|billing|review|sync|maintenance)",
      ),
    ),
  },
  // `year published`, `date found`
  {
    type: "integer",
    phrase:
      /^year (?:of )?(?:\w+ed|built|made|bought|sold|found|won|born|begun|cut|drawn|written|sown|seen)$/,
  },
  {
    type: "date",
    phrase:
      /^(?:date|day) (?:\w+ed|built|made|bought|sold|found|lost|won|born|begun|seen|taken|given|sent|left|sown|set|due)$/,
  },
  {
    type: "boolean",
    phrase: new RegExp(
      anyOf(
        String.raw`^(?:is|has|can|was|are|should|needs|wants|allows?|accepts?|supports?|requires?|includes?) \w`,
      ),
    ),
    last: wordSet(nouns.boolean),
  },
  {
    type: "datetime",
    phrase: /^when$|(?:^| )time of \w+$|(?:^| )scheduled for$/,
    last: wordSet(nouns.datetime),
  },
  {
    type: "date",
    phrase: /(?:^| )date of \w+(?: \w+)?$|(?:^| )(?:available from|valid (?:from|until|to|till|through))$/,
    last: wordSet(nouns.date),
  },
  { type: "number", phrase: /^(?:alcohol|fat|water|sugar|salt|protein|caffeine|moisture|energy) content$/ },
  { type: "number", last: wordSet(nouns.number) },
  {
    type: "integer",
    phrase: new RegExp(
      anyOf(
        String.raw`^how (?:long|many|old|often|much)\b`,
        ending(
          "number of .*|max(?:imum)? .*|min(?:imum)? number.*|calories burned|ram gb",
          "(?:episode|season|track|page|issue|lap|week|floor|round|chapter|volume|edition|line|row) number",
          "(?:level|copy|version|position) number|(?:party|group|shoe) size|(?:cooking|prep(?:aration)?) time",
          "(?:baking|brewing|running|play(?:ing)?|waiting|lead|travel|boil(?:ing)?|resting|response) time",
        ),
      ),
    ),
    last: new Set([...wordSet(nouns.integer), ...counted]),
  },
  { type: "array", last: wordSet(nouns.array) },
  { type: "object", last: wordSet(nouns.object) },
];
