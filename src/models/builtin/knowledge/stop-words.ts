import { wordSet } from "../../../lib/index.ts";
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** English function words, and phrases of requests. */
export const stopWords = wordSet(`
  a an the this that these those some any each every all both either neither no not only own same such
  something anything everything nothing someone somebody anyone anybody everyone
  i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs one ones
  what which who whom whose when where why how whether
  am is are was were be been being do does did done doing have has had having can could will would shall should may
  might must let need want like would'd i'm i'd i've i'll it's that's what's who's where's how's there's let's don't
  doesn't didn't isn't aren't can't couldn't won't wouldn't you're we're they're
  whats wheres whos hows whens thats theres im ive dont doesnt didnt isnt cant couldnt wont wouldnt youre theyre
  and or but nor so yet if then else than as because while although though since until unless
  of at by for with about against between into through during before after above below to from up down in out on off
  over under again further once here there near within without per via upon toward towards among along across around
  please help tell give show know kindly thanks thank hi hello hey dear sure okay ok
  also too very just more most other another additionally next well moreover furthermore plus
  given using use used based following specific certain particular various respectively etc eg ie e.g i.e
  get got getting make makes made go going
  still even ever quite rather already almost only much many few several else maybe perhaps really actually anyway
  asap oh ouch phew wow ugh hmm hm ah aha oops yay brr yes yeah no nope right alright hey sorry pls plz
  `);

/** Words that express an intent; the words between two semicolons are synonyms for tools. Generic English, from no data set. */
const synonymLines = `
find search look locate discover retrieve fetch lookup query obtain check identify browse seek;
calculate compute determine evaluate estimate calculation solve figure work;
create generate make build produce construct compose design draft; add insert append include put;
create add put schedule; delete remove erase drop clear discard cancel;
update modify change edit adjust alter set revise; book reserve reservation booking schedule;
buy purchase order acquire shop; sell sale selling sold; send mail deliver message email transmit text;
play listen stream hear; convert conversion translate transform exchange change; translate translation;
weather forecast temperature climate rain sunny snow umbrella humid humidity cloudy storm warm cold hot sun wind;
price cost fee pricing rate charge expensive cheap; film movie cinema theater theatre;
show display list view see present; song music track tune album; doctor physician clinician dentist therapist;
car vehicle automobile; ride taxi cab uber lyft transport transportation;
transport transportation train bus flight; meal food lunch dinner breakfast snack; lodging accommodation hotel;
damaged broken cracked smashed defective faulty shattered; viewer view read reader; editor edit write writer;
flight fly plane airline airplane; hotel accommodation lodging stay house inn motel; train rail railway;
trip travel journey itinerary tour vacation; restaurant eat dine dining food cuisine meal;
recipe cook cooking dish; shop store market; picture image photo photograph pic; serving portion people person; party people guest; attendee participant people person; job position career employment work;
company business firm corporation organization; employee staff worker;
city town municipality location place area; location place address venue site where; country nation state;
person people individual human; passenger person people adult guest traveler; seat people guest;
circle circular round; rectangle rectangular; triangle triangular; sphere spherical ball; cube cubic;
cartoon animation animated; cast star actor actress; begin start initial launch commence open;
end stop finish final terminate; big large huge; small little tiny; medium mid middle moderate;
fast quick speed velocity rapid; distance far length mile; area surface; weight mass weigh heavy;
height tall elevation high altitude; age old; date day when; time hour clock when duration;
event happening occasion; meeting appointment; calendar schedule agenda event appointment meeting;
room kitchen bedroom bathroom lounge hallway; news article headline; law legal statute;
lawsuit case court litigation; crime criminal offense; money cash fund balance; interest yield;
stock share equity; invest investment; loan mortgage borrow debt; tax vat; user customer account client profile;
id identifier identification; name title call; author writer; book novel; team club squad; player athlete;
match game; score result point; rank ranking standing top; winner win won champion; average mean;
sum total add addition plus; multiply product multiplication times; subtract difference minus;
divide division quotient; maximum max highest greatest upper; minimum min lowest least lower; gcd divisor;
lcm multiple; factorial permutation; exponent power; probability odds chance likelihood; random shuffle dice;
sort order arrange rank; data dataset record; database table sql; file document;
text sentence string phrase paragraph; word term; language speak english; summarize summary abstract;
analyze analysis examine; predict forecast projection prediction; compare comparison versus;
nearby near nearest closest close local; direction route navigate path way; map navigation; traffic congestion;
color colour hue paint; painting artwork art sculpture; museum gallery exhibition; concert gig show performance;
ticket seat admission; instrument guitar piano; health medical medicine; disease illness condition;
gene dna genetic genome; plant flower species; animal species wildlife; planet space star astronomy;
population inhabitant resident demographic; history historical past; king monarch ruler; president leader;
religion religious faith; war battle conflict; electric electrical electricity; magnetic magnet;
current present latest recent now live today; future upcoming tomorrow; remind reminder alarm alert notify wake;
send transfer pay remit; todo task; note memo; command execute run; device appliance;
turn switch enable activate; disable deactivate off; password credential; login sign authenticate;
shut close shutdown; contact phone call number; transfer move wire; pay payment; gift present; fruit vegetable;
drink beverage; pollution emission co2 carbon greenhouse; energy power;
house home property apartment estate realty; teacher lecturer; student pupil; school university college;
exam test quiz; children kid child; husband wife spouse; cat dog pet; shoe clothes clothing wear apparel jacket;
size dimension; picture paint draw; verify validate check confirm; install setup deploy; download export;
upload import; explain describe description detail information info; rating review star;
cheap affordable budget inexpensive
`;

const synonyms = new Map<string, Set<number>>();

/** Indexes the table of synonyms with a stemmer, which is passed in to avoid a dependency on it. */
export function synonymGroups(stem: (word: string) => string): (stemmed: string) => ReadonlySet<number> {
  if (synonyms.size === 0)
    for (const [index, line] of synonymLines.split(";").entries())
      for (const word of list(line)) {
        const key = stem(word);
        synonyms.set(key, (synonyms.get(key) ?? new Set()).add(index));
      }
  const none: ReadonlySet<number> = new Set();
  return (stemmed) => synonyms.get(stemmed) ?? none;
}
