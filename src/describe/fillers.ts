import { wordSet } from "../lib/index.ts";

/** Words without meaning of their own: grammar, politeness, and how a request is phrased. */
export const fillers = wordSet(`
a an the this that these those some any each every all both either neither no not nor none own same other others another such i
me my we us our you your he him his she her it its they them their who whom whose which what when where whether why how is are was were
be been being am do does did done doing have has had having can could may might must shall should will would cannot dont doesnt
didnt cant isnt arent wont id ill ive im youre theyre thats lets whats wed well and or but if then than so as at by for from in
into of off on onto out over per to under until till up upon with without within about above after against along among around
because before behind below between beyond during except inside like near since through throughout toward towards via while
although though however also too very just only even still yet already again always never sometimes often usually mostly
normally currently now today here there later soon once ever else instead please pls plz thanks thank thx hello hi hey dear
regards cheers best wishes kind sincerely everybody everyone want wants wanted need needs needed require requires make makes
made making build building builds create creates creating generate develop write give gives given get gets got let keep keeps
kept keeping stored storing saves tracking recorded holds held manage manages managing maintain handle include includes
including included contain contains consist consists come comes know known look looking looks see goes going put uses used using
api apis crud backend backends endpoint endpoints service services server system systems app apps application applications
platform website site web database db schema model models entity entities resource resources software thing things stuff
something anything everything data information info details fields field attributes attribute properties property column columns
array arrays type types kinds value values number numbers name names string strings text texts flag flags date dates datetime
time timestamp enum one first second last next new old simple small big large basic full many several multiple few more most
least less much lot lots various different certain single exactly defaulting null empty true false yes long short range down
starts begins possible able allow allows allowed maybe perhaps way ways case cases example examples e.g eg i.e ie etc
user-friendly should've you're senior engineer developer following belongs belong belonging relation relations relationship
linked associated called said say says good nice important basically really quite simply rather background requirements
requirement acceptance criteria must-have nice-to-have scope overview description
`);

/** Words that mean nothing as a verb or in a request, but name something as a noun. */
export const verbsOrNouns = wordSet(
  "track tracks hold record records note store stores list lists set sets start end use help save product project program tool table",
);

/** Names of technologies: not part of what is stored. */
export const stackWords = wordSet(`
react vue svelte angular nextjs next.js nuxt node nodejs express fastapi django flask rails laravel spring typescript javascript
python java golang go rust php postgres postgresql mysql mongodb sqlite redis docker kubernetes aws azure gcp heroku vercel graphql
frontend ui ux css html tailwind bootstrap mobile ios android swift kotlin flutter swagger openapi jwt oauth stripe hackathon mvp
tech stack whatever rest restful json http
`);
