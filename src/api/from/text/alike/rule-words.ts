const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that say nothing of their own in a sentence that says a rule. */
const glue =
  "the a an each every any all its their his her must should shall has have had having is are be been being to of for in by with it they them this that only just also please make makes sure ensure at we you i can may will would could do does there give gives given value values set use used save saved create created add added store stored exist exists field fields ever always so as on get gets need needs needed never not no nor without one two record we've our some when if and but";
const words = (own: string): ReadonlySet<string> => set(`${glue} ${own}`);

export type Kind = "unique" | "required" | "optional" | "default" | "bound" | "values";

/** All words that a sentence of each kind may be made of, beside what it is about. */
export const known: Readonly<Record<Kind, ReadonlySet<string>>> = {
  unique: words(
    "unique distinct different differ differs same twice duplicate duplicates duplicated repeat repeats repeated repeating share shares shared both again more than once own identify identifies identified uniquely between among across valid real allowed permitted possible rejected forbidden accepted accept reject allow other another else but",
  ),
  required: words(
    "required mandatory compulsory necessary essential obligatory empty blank missing omitted omit left leave leaving out lack lacks null known there present filled provided entered invalid allowed valid accepted rejected complete either",
  ),
  optional: words(
    "optional empty blank missing omitted left out null unknown known required mandatory necessary provided entered absent stay remain be",
  ),
  default: words(
    "default defaults defaulting initially initial otherwise unless told said stated specified mentioned falls fall back assumed assume starts start begins begin out new first nothing else is says noted entered chosen choose provided missing then",
  ),
  bound: words(
    "least most minimum maximum min max below under less above over more than exceed exceeds exceeding up negative zero from between and or until through range ranges ranging go goes run runs lie lies limit limited limits larger greater smaller higher lower bigger longer shorter long length characters character chars letters digits exactly allowed valid possible permitted rejected forbidden accepted legal number anything somewhere fits into start consist consists contain contains but past beyond rise drop drops fall falls within inclusive",
  ),
  values: words(
    "either following possible valid allowed permitted available legal accepted options option choices choice choose chosen from between among distinguish know following takes take namely are three four five several can exactly",
  ),
};

/** Words that make a sentence say the contrary of what its other words say. */
export const no = /\b(?:not|no|never|nor|without|lacks?|invalid|rejected|reject|forbidden|cannot)\b/;

/** Words that say something of a field, and are no value of one. */
export const says = set(
  "ones unique distinct different required mandatory compulsory necessary essential obligatory optional empty blank missing known unknown negative above below over under longer shorter between least most visible editable searchable hidden shown stored",
);
