import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

/** `Book: title! state(open|closed)=open | belongsTo Author? | lend` */
const drawn = (text: string): readonly string[] =>
  describe(text).resources.map(({ name, fields, relations, actions }) => {
    const said = fields.map((field) => {
      const values = field.values ? `(${field.values.join("|")})` : "";
      const usual = field.default === undefined ? "" : `=${String(field.default)}`;
      const bounds =
        field.min === undefined && field.max === undefined ? "" : `[${field.min ?? ""}..${field.max ?? ""}]`;
      return `${field.name}${field.required ? "!" : field.required === false ? "?" : ""}${field.unique ? "*" : ""}${values}${bounds}${usual}`;
    });
    const tied = relations.map(({ kind, target, optional }) => `${kind} ${target}${optional ? "?" : ""}`);
    return `${name}: ${said.join(" ")} | ${tied.join(", ")} | ${actions.join(" ")}`;
  });

suite("states told in their order", () => {
  it.each([
    [
      "A kite has a span and is mended at first, then tested, and in the end flown or scrapped.",
      "Kite: span status(mended|tested|flown|scrapped)=mended |  | ",
    ],
    [
      'A kite has a span. Its status is "new" to begin with; later it is "old" or "lost".',
      "Kite: span status(new|old|lost)=new |  | ",
    ],
    [
      "A kite has a span. At first it is new; afterwards old or lost.",
      "Kite: span status(new|old|lost)=new |  | ",
    ],
    [
      "A kite has a span. A kite starts out as new, becomes worn, and is lost or scrapped in the end.",
      "Kite: span status(new|worn|lost|scrapped)=new |  | ",
    ],
    [
      "A kite has a span and is new first, later in repair, waiting for parts or lost.",
      "Kite: span status(new|in repair|waiting for parts|lost)=new |  | ",
    ],
    [
      'A kite has a span and stays "new" until the pilot has mended or scrapped it.',
      "Kite: span status(new|mended|scrapped)=new |  | mend scrap",
    ],
  ])("are the values of a status in %s", (text, expected) => {
    expect(drawn(text)).toEqual([expected]);
  });
});

suite("what is noted when something happens", () => {
  it.each([
    [
      "When someone donates kites we record the donor (never missing), a span and the date.",
      ["Donation: donor! span date |  | "],
    ],
    [
      "When somebody returns a kite, we note a reason and the date. A kite has a span.",
      ["Return: reason date | belongsTo Kite | ", "Kite: span |  | "],
    ],
    [
      "Whenever I fly a kite I write a report: the date, the wind and notes, which are optional.",
      ["Report: date wind notes? |  | "],
    ],
    [
      "When a pilot leaves something behind we register a lost kite: what it is, the span and the day.",
      ["LostKite: description span day |  | "],
    ],
  ])("is a record in %s", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });
});

suite("titles above records in one line", () => {
  it.each([
    [
      "inv: itm sku uniq req, qty int, shed fk; shed code uniq, addr",
      ["Item: sku!* quantity | belongsTo Shed | ", "Shed: code* address |  | "],
    ],
    [
      "kite dir: pilot fname, lname, tel uniq, active bool. archive pilot",
      ["Pilot: fname lname phone* active |  | archive"],
    ],
    [
      "Loyalty cards: card number (required), level (low, high; low by default) and issued on (date). Cards can be blocked.",
      ["LoyaltyCard: cardNumber! level(low|high)=low issuedOn |  | block"],
    ],
    [
      "Festival: tents (name unique), shows with a title (required) and a fee, artists with a name and an email. A show is in one tent.",
      ["Tent: name* |  | ", "Show: title! fee | belongsTo Tent | ", "Artist: name email |  | "],
    ],
  ])("give them their names in %s", (text, expected) => {
    expect(drawn(text)).toEqual(expected);
  });
});

suite("what is said in passing", () => {
  it.each([
    [
      "A shed has a name and there are several kites in it. A kite has a span.",
      ["Shed: name | hasMany Kite | ", "Kite: span |  | "],
    ],
    [
      "A shed has a name, and several kites stand in it. A kite has a span.",
      ["Shed: name | hasMany Kite | ", "Kite: span |  | "],
    ],
    [
      "A kite has a span and belongs to one pilot, or to nobody while it is free. A pilot has a name.",
      ["Kite: span | belongsTo Pilot? | ", "Pilot: name |  | "],
    ],
    [
      "A kite has a code, never the same one twice, and a motto, which they may leave out.",
      ["Kite: code* motto? |  | "],
    ],
    ["A kite has a span and has a tail or not, normally not.", ["Kite: span tail=false |  | "]],
    [
      "A kite has a fee, 9.5 unless stated otherwise, and lasts 30 minutes unless told otherwise.",
      ["Kite: fee=9.5 duration=30 |  | "],
    ],
    [
      "A kite has a fill level, which can be neither below 0 nor above 100, and a rating, lowest 1 and highest 5.",
      ["Kite: fillLevel[0..100] rating[1..5] |  | "],
    ],
    [
      "A pilot has a name. For a kite, the span is required, tail is a boolean and grade is one of low and high.",
      ["Pilot: name |  | ", "Kite: span! tail grade(low|high) |  | "],
    ],
    [
      "A shed has a name. Kites and sheds are many-to-many; the motto of a kite is unique.",
      ["Shed: name |  | ", "Kite: motto* | manyToMany Shed | "],
    ],
    [
      "A kite has a span, and a plate that must be unique, a brand and a number of seats from 2 to 9.",
      ["Kite: span plate* brand seats[2..9] |  | "],
    ],
    ["A kite has a span and either has a tail or hasn't.", ["Kite: span tail |  | "]],
    [
      "kites: span, colour, washed yes by default. keeper can mend and postpone",
      ["Kite: span colour washed=true |  | mend postpone"],
    ],
    [
      'A kite has a span. It arrives as "new"; later it is "worn" or "lost".',
      ["Kite: span status(new|worn|lost)=new |  | "],
    ],
    [
      "A kite has a span and a state, one of free, in use and broken.",
      ["Kite: span state(free|in use|broken) |  | "],
    ],
    [
      "A kite may belong to a pilot; a pilot has a name. A kite has a span and may be kept in a shed.",
      ["Kite: span | belongsTo Pilot?, belongsTo Shed? | ", "Pilot: name |  | "],
    ],
    [
      "A kite needs a span; a motto is noted if known. The club mends or scraps it, and the pilot may sell it.",
      ["Kite: span! motto? |  | mend scrap sell"],
    ],
    [
      "A shed has a name and one keeper, of whom we know name and phone.",
      ["Keeper: name phone |  | ", "Shed: name | belongsTo Keeper | "],
    ],
    [
      "Kite sizes. Span, height and tail: numbers between 4 and 20, required. Note: up to 30 characters.",
      ["KiteSize: span![4..20] height![4..20] tail![4..20] note |  | "],
    ],
    ["kite: tgt_len int, kid fk, pilot (fk, opt)", ["Kite: tgtLen | belongsTo Kid, belongsTo Pilot? | "]],
    [
      "kite (span int unique, colour string, tail int) with actions mend, fly",
      ["Kite: span* colour tail |  | mend fly"],
    ],
    [
      "Kites have a span and a name and an email (both required, the email unique).",
      ["Kite: span name! email!* |  | "],
    ],
    [
      "Hut: name, open in winter (boolean, default false), fee (20, unless told otherwise)",
      ["Hut: name openInWinter=false fee=20 |  | "],
    ],
    [
      "I need an API for kite orders of a shop: number (required), a span and a pickup date.",
      ["KiteOrder: number! span pickupDate |  | "],
    ],
    ["kites: span int, colour unique? yes", ["Kite: span colour* |  | "]],
    [
      "A kite has a temperature, -8 unless told otherwise, and an enabled switch that is off by default.",
      ["Kite: temperature=-8 enabled=false |  | "],
    ],
    [
      "A kite has a span, a boolean wheelchair access that is false by default and a status of planned, flown or over.",
      ["Kite: span wheelchairAccess=false status(planned|flown|over) |  | "],
    ],
    ["kite shop api: kite name required, span int, fee number", ["Kite: name! span fee |  | "]],
    [
      "Household kites: name is required, span, colour. A kite can be mended or skipped.",
      ["Kite: name! span colour |  | mend skip"],
    ],
    [
      "Gift kites: name is required, span, colour. A gift kite can be mended.",
      ["GiftKite: name! span colour |  | mend"],
    ],
    [
      "Club: sheds (street required, number), kites in a shed (label required, rented default true), complaints about a kite (text required).",
      [
        "Complaint: text! | belongsTo Kite | ",
        "Kite: label! rented=true | belongsTo Shed | ",
        "Shed: street! number |  | ",
      ],
    ],
    [
      "Kites: code (unique), checked in (default false), number unique 6..20. Kites can be rated.",
      ["Kite: code* checkedIn=false number* |  | rate"],
    ],
    [
      "A kite has a span; it is pending at first and can be approved or rejected.",
      ["Kite: span status(pending|approved|rejected)=pending |  | approve reject"],
    ],
    ["A spare kite has a span and a parent kite (optional).", ["SpareKite: span | belongsTo SpareKite? | "]],
    [
      "A kite has several pilots: for a pilot we need the full name and an address. A kite has a fee.",
      ["Kite: fee |  | ", "Pilot: fullName address |  | "],
    ],
    [
      "A kite has a span and is pending at first. It can be approved or rejected by a judge.",
      ["Kite: span status(pending|approved|rejected)=pending |  | approve reject"],
    ],
    [
      "Kite level links a kite to a shed with a span and a fee. A kite has a code. A shed has a name.",
      ["Kite: code |  | ", "KiteLevel: span fee | belongsTo Kite, belongsTo Shed | ", "Shed: name |  | "],
    ],
    [
      "An invoice has a number, a list of lines (description, quantity, price) and a total.",
      ["Invoice: number total | hasMany Line | ", "Line: description quantity price |  | "],
    ],
    [
      "Let users create polls with a question and a title. Polls can be closed.",
      ["Poll: question title |  | close"],
    ],
    [
      "A question has a text and a type (single choice, multiple choice or free text).",
      ["Question: text type(single choice|multiple choice|free text) |  | "],
    ],
    ["I'd like to store my wine collection: name, year, region", ["Wine: name year region |  | "]],
    [
      "A kite has a name, a span and is pending until we approve or decline it. Kites can be sold or marked as lost.",
      ["Kite: name span status(pending|approved|declined)=pending |  | approve decline sell markAsLost"],
    ],
    [
      "A show has a title and belongs to a host, or none for a while. A host has a name.",
      ["Host: name |  | ", "Show: title | belongsTo Host? | "],
    ],
    [
      "Helpers have a name; they work at one stop, or at none yet. A stop has a code.",
      ["Helper: name | belongsTo Stop? | ", "Stop: code |  | "],
    ],
    [
      "A district has a name and a handful of stops, each of which lies in exactly one district. Stops have a code.",
      ["District: name | hasMany Stop | ", "Stop: code |  | "],
    ],
    [
      "A vote is given by a juror to a float and holds points from 1 to 10. Jurors have a name. Floats have a theme.",
      [
        "Float: theme |  | ",
        "Juror: name |  | ",
        "Vote: points[1..10] | belongsTo Juror, belongsTo Float | ",
      ],
    ],
    [
      "person <-> committee many to many. person: name. committee: title",
      ["Committee: title |  | ", "Person: name | manyToMany Committee | "],
    ],
    [
      "For a show we sell tickets; a ticket has a seat. A show has a title.",
      ["Show: title | hasMany Ticket | ", "Ticket: seat |  | "],
    ],
    [
      "Kite\n- span - required\n- total - number\n- pilot - every kite belongs to one",
      ["Kite: span! total | belongsTo Pilot | "],
    ],
    [
      "resources:\n  kite: span int, colour\n  pilot: name, email\nactions:\n  kite: mend, sell\n  pilot: block",
      ["Kite: span colour |  | mend sell", "Pilot: name email |  | block"],
    ],
    [
      "Each time a kite is mended we note the date and the cost. A kite has a span.",
      ["Kite: span |  | ", "Mend: date cost | belongsTo Kite | "],
    ],
    [
      "A kite has a span, runs for a number of months (12 unless told otherwise), a boolean for step-free access, and a height that is 40 at the very most.",
      ["Kite: span months=12 stepFreeAccess height[..40] |  | "],
    ],
    [
      "kites: span int, which colour I had (white or black), the fee",
      ["Kite: span colour(white|black) fee |  | "],
    ],
    [
      "A kite has a slot like 18:00, a flag open and a fee, and seven if I say nothing.",
      ["Kite: slot open fee=7 |  | "],
    ],
    [
      "Kites have a total, the day they are due and a number, always a different one.",
      ["Kite: total dueDate number* |  | "],
    ],
    [
      "A report has a text. We assign a report to a pilot, and afterwards it can be fixed. A pilot has a name.",
      ["Pilot: name |  | ", "Report: text |  | fix"],
    ],
    ["Kite\n- span: int\n- colour: string\nActions are mend, sell.", ["Kite: span colour |  | mend sell"]],
    [
      "A kite has a span; the club can mend a kite, and in the end it gets collected.",
      ["Kite: span |  | mend collect"],
    ],
    [
      "Sponsors leave a name and an email. A gift has a fee and we note whether it is paid.",
      ["Gift: fee paid |  | ", "Sponsor: name email |  | "],
    ],
    ["prk lot, per bay: code uniq, sector, free bool", ["Bay: code* sector free |  | "]],
    ["kite pilot has name, phone, city", ["KitePilot: name phone city |  | "]],
    [
      "Kites a shop rents out: code is required and unique; fee cannot be negative.",
      ["Kite: code!* fee[0..] |  | "],
    ],
    [
      "Kite permits. Plate: required. Valid until: required date. Fee: number, default 12.",
      ["KitePermit: plate! validUntil! fee=12 |  | "],
    ],
    [
      "A kite has a span. Pilots mend a kite, fly it, or move it to another shed.",
      ["Kite: span |  | mend fly move"],
    ],
    [
      "kites - span, colour, washable? yes, by default. can be mended",
      ["Kite: span colour washable=true |  | mend"],
    ],
    [
      "A kite has a span. For a pilot I'd keep the name, which is needed, and a phone number.",
      ["Kite: span |  | ", "Pilot: name! phoneNumber |  | "],
    ],
    [
      "kites: latitude and longitude (numbers, both required), seen at (datetime)",
      ["Kite: latitude! longitude! seenAt |  | "],
    ],
    [
      "I want to log my kites, i.e. for each flight the pilot, when it was flown and whether it fell",
      ["Flight: pilot flownAt fell |  | "],
    ],
    [
      "A kite has a span and is new at first; the pilot then mends or scraps it.",
      ["Kite: span status(new|mended|scrapped)=new |  | mend scrap"],
    ],
    [
      "Somebody calls, so we open a quote. It needs a name and a fee, 5 unless told otherwise.",
      ["Quote: name! fee=5 |  | "],
    ],
    ["We scan each kite and log the span, a page count and the date.", ["Kite: span pageCount date |  | "]],
    [
      "A kite has a span and belongs to a pilot, but stray ones have none. Pilots have a name.",
      ["Kite: span | belongsTo Pilot? | ", "Pilot: name |  | "],
    ],
    [
      "A kite has a grade, low or high (high by default), and is new, worn or lost.",
      ["Kite: grade(low|high)=high status(new|worn|lost) |  | "],
    ],
    [
      "kite: maxLoad number >= 0, boughtOn date nullable, sex m/f, an expiration date",
      ["Kite: maxLoad[0..] boughtOn? sex(m|f) expirationDate |  | "],
    ],
    ["kite: span int, pilot fk; rerun, markRead", ["Kite: span | belongsTo Pilot | rerun markRead"]],
  ])("is read of %s", (text, expected) => {
    expect(drawn(text).toSorted()).toEqual([...expected].toSorted());
  });
});
