import { wordSet } from "../../../lib/index.ts";

/** Verbs and openings at the beginning of requests, so that `Book Hilton` isn't read as a name. */
export const imperative: ReadonlySet<string> = wordSet(`
  find search calculate compute get book play create generate convert translate send add delete remove update set change
  show list tell give fetch retrieve determine estimate analyze predict compare order buy schedule locate check what who
  when where which how draw make sort write read open close turn start stop cancel provide identify plan recommend suggest
  look solve evaluate measure display simulate transfer reserve arrange purchase rent need want i can could would please
  is are do does help run execute use assume if given for in on at from also then verify initialize configure imagine
  suppose consider convert include raise train build invest
`);

/** Forms of common verbs, which aren't values themselves. */
export const verbs: ReadonlySet<string> = wordSet(`
  take takes taking took happen happens happening happened stay staying stays see seeing visit visiting attend attending
  prepare preparing include includes including included involve involves travel travels traveling travelling traveled
  going goes went watch watching looking prefer preferring prefers preferred like likes liked love want wants wanted
  need needs needed require requires required located placed named called titled labeled labelled entitled known
  experienced experiencing made making produced producing found finding born died lived living held holding coming come
  comes came become becomes became keep keeps keeping let lets put puts putting say says said saying think thinking
  thought wonder wondering plan planning planned try trying tried start starting started begin beginning ends ending
  ended finish finishing finished leave leaving left arrive arriving arrived reach reaching reached depart departing
  departed return returning returned receive receiving received buy buying bought sell selling sold pay paying paid
  spend spending spent cost costs costing own owns owning work works working worked use uses used using show showing
  shown tell telling told ask asking asked answer explain explaining describe describing provide providing provided
  give giving gave given get getting got have having belong belongs belonging contain contains containing contained
  consist consists occur occurs occurred occurring appear appears exist exists seem seems mean means related relating
  associated regarding concerning according depends depending serving served offer offers offering feature features
  featuring play playing played planning interested interesting available suitable less than least most around
  approximately about currently exactly directly really actually instead respectively together early later soon
  considering assuming knowing suppose supposing submitted submit enter entering filed filing released directed
  starring written painted created composed discovered invented founded built growing grown falling thrown moving
  accelerating accelerated dropped dropping
`);
