/** What an application of a kind stores, in the notation of descriptions: nobody says that a blog has posts. */
const applications: Readonly<Record<string, string>> = {
  "accounting bookkeeping": "account: name, number; entry: date, amount, description, belongs to an account",
  "appointment scheduling calendar": "appointment: title, starts at, ends at",
  auction: "item: title, starting price, ends at; bid: amount, belongs to an item",
  "bank banking wallet": "account: number, balance; transaction: amount, date, belongs to an account",
  "blog cms magazine": "post: title, body",
  "booking reservation": "booking: starts at, ends at, name",
  bookmark: "bookmark: title, url",
  "bug issue ticket helpdesk support": "ticket: title, description, status",
  "chat messenger messaging": "conversation: title; message: body, sent at, belongs to a conversation",
  "cinema movie": "movie: title; screening: starts at, belongs to a movie",
  "clinic hospital practice":
    "patient: name, birth date; doctor: name; appointment: starts at, belongs to a patient, belongs to a doctor",
  "course e-learning lms learning": "course: title, description; lesson: title, content, belongs to a course",
  "crm sales": "contact: name, email, phone; company: name; deal: title, value, status, belongs to a contact",
  "delivery courier shipping": "parcel: tracking number, address, status",
  "diary journal": "entry: date, title, text",
  "dictionary glossary vocabulary": "term: name, definition",
  "ecommerce e-commerce shop store webshop":
    "product: name, price; customer: name, email; order: status, total, belongs to a customer",
  "event conference meetup": "event: title, date, location; attendee: name, email, belongs to an event",
  "expense budget": "expense: amount, date, description",
  faq: "question: text, answer",
  "fitness gym workout": "workout: date, duration; exercise: name",
  "fleet vehicle garage": "vehicle: plate, make, model",
  "forum board": "thread: title; post: body, belongs to a thread",
  "gallery photo album": "album: title; photo: url, caption, belongs to an album",
  habit: "habit: name; check-in: date, belongs to a habit",
  "hotel hostel":
    "room: number, price; guest: name, email; booking: arrival date, departure date, belongs to a room, belongs to a guest",
  "hr payroll employee": "employee: name, email; department: name",
  "inventory stock warehouse": "product: name, sku, quantity",
  "invoice invoicing billing": "customer: name, email; invoice: number, date, total, belongs to a customer",
  "job recruiting career": "job: title, description; application: name, email, belongs to a job",
  library:
    "book: title, author, isbn; member: name, email; loan: due date, belongs to a book, belongs to a member",
  "lost found": "item: description, place, date",
  "loyalty stamp": "card: number, points",
  "music playlist": "playlist: name; song: title, artist",
  "newsletter mailing": "subscriber: email, name",
  "note wiki notebook": "note: title, content",
  parking: "spot: number; session: started at, ended at, belongs to a spot",
  "pet shelter adoption": "animal: name, species, age",
  podcast: "podcast: title; episode: title, audio url, belongs to a podcast",
  "poll survey voting":
    "poll: question; option: text, belongs to a poll; vote: created by, belongs to an option",
  portfolio: "project: title, description, url",
  project: "project: name; tasks: title, due date, done flag, belongs to a project",
  "quiz trivia": "quiz: title; question: text, belongs to a quiz",
  "real-estate property rental": "property: address, rent; tenant: name, email",
  "recipe cooking": "recipe: title, instructions",
  "restaurant menu": "dining table: number, seats; reservation: date, party size, name, belongs to a table",
  "review rating": "review: rating, text",
  school: "student: name; teacher: name; class: name",
  shortener: "link: url, slug, clicks",
  "social network microblog": "user: username, email; post: text, belongs to a user",
  subscription: "plan: name, price; subscription: started at, belongs to a plan",
  "task todo to-do kanban": "tasks: title, done flag",
  "timesheet time": "entry: started at, ended at, description",
  "wedding registry wishlist wish": "registry: title; gift: name, price, belongs to a registry",
  "weather sensor": "station: name; reading: temperature, recorded at, belongs to a station",
};

const byWord = new Map(
  Object.entries(applications).flatMap(([words, notation]) =>
    words.split(" ").map((word) => [word, notation] as const),
  ),
);

/** What applications of the kind that a few words name usually store; undefined for other words. */
export function usualFor(
  words: readonly string[],
): { readonly word: string; readonly notation: string } | undefined {
  const named = words.flatMap((word) => {
    const notation = byWord.get(word) ?? byWord.get(word.replace(/ies$/, "y").replace(/(?:s|es)$/, ""));
    return notation === undefined ? [] : [{ word, notation }];
  });
  return named[0];
}
