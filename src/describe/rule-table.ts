/**
 * What shows the kind of rule that a clause states. A line holds if one alternative of each of its parts between `&`
 * holds; a name with several lines holds if one of them does. Alternatives are words in base form (`#` is a number, `day`
 * any span of time), `*` before a verb, `^` before what opens the clause, `a|b ..3 c|d` for words with at most three
 * between them, `@` before a name of this table or a property of the clause, and `!` for what must not hold.
 * A name with `!` is tried first; one with `?` is what a clause is probably about if no fact shows many of its words.
 */
export const ruleTable = `
occasion: when, whenever, if, once, as soon as, after, before, every, each day, until, unless, first of the, later, ahead
qualifies: who, whose, that, which, already, yet, until, unless, below, above, under, over, without, older than, younger than
form: unique, empty, blank, null, negative, zero, miss, leave out, no two, no other, repeat, provide, present, fill in
form: not be ..0 below #|above #|less than #|more than #|lower than #|higher than #|shorter than #|longer than #|change later
wish: i|we ..0 must ..0 keep|track|store|record|manage|note|register
reused: use|give|take ..0 twice|again|more than once
denies: may not, must not, can not, should not, shall not, be not allow, be not possible, never
denies: forbid, nobody, no one, no access, none may, none can
denies: ^no & may, can, must, should
denies: no more|no further|no other|none of ..2 may|can|must
limits: only, except, but not, without permission, without the right, restrict, private to, just, alone, nobody else
limits: nothing else, everybody else, everyone else, nothing but, no one else, none but, nobody but, visible to
bounds: more than #, fewer than #, less than #, at most, at least, no more than, not more than, maximum of, # at once
counted: more than|fewer than|less than|at most|at least|maximum of ..0 #, # ..3 at most|at the most|at once
counts: @counted & !@list & !have, character, letter, digit, require, optional, percent, # day, point
clashes: overlap, overlapping, at the same time, twice, more than once, only once, at most once, just once, double book
clashes: double booking, exceed, higher than the, lower than the, more than the, less than the, greater than the
clashes: later than the, earlier than the, regardless of, overcommit, once ..3 at most, # ..2 at a time, one ..2 at a time
views: *see, *view, *read, *access, visible, invisible, access to, have access, private to, look at, show to
derives: depend on, result from, follow from, determine by, base on, take from, be weight, make up of, be update
messages: email, e mail, mail, sms, text, reminder, alert, push, newsletter, webhook, notification, warning
letters: confirmation, invitation, receipt, link, digest, summary, report, bill, invoice, copy, letter, notice, message
letters: list, menu
files: file, photo, picture, image, pdf, video, scan, attachment, screenshot, audio file, document, certificate
organisation: company, organisation, organization, shop, store, branch, school, club, clinic, lab, tenant, firm, agency, practice, hospital

scope: out of scope, not need, not part of, follow up, no need for, no need to, ^later, ^not now, ^no ui
scope: not want & !@clashes
scope: ^no & for now, yet, at the moment
tenancy: multi tenant, multi tenancy, multitenant, isolate per, per tenant, tenant isolation, tenant data
tenancy: @views & other|another ..0 @organisation
tenancy: @views & ^none, ^each, ^every, ^no & another, other, each other
tenancy: ^each, ^every & @organisation & own, separate, isolate & !*have
tenancy: ^each, ^every & @organisation & own & @views
tenancy: ^each, ^every & invisible, isolate, separate from, apart from
notification: must|should ..0 know|hear|learn ..1 when|once|if|as soon as
notification: *notify, ping me, ping us, *remind, *inform, *alert, *warn, let ..4 know, hear about, hear of, be tell, be wake, be write to
notification: be ping, be contact, be mail, be email, @addressed
notification: send|get|receive|trigger|go|fire|call|post|come ..4 @messages & !@list
notification: email|e mail|sms|reminder|warning|alert|notification ..4 when|go|after|before|to all & !@list, *have
notification: get|receive|send ..3 @letters & @occasion, by mail, by email, by sms
notification: be call & @occasion & !be call off
upload: @files & can|may ..0 add|attach|send|submit|include|share|provide|take ..4 @files & !@list
upload: *upload, as image, as photo, as picture, as attachment
retention: history of who, history of what, who change, who do what, be erase
retention: be log, be audit, be purge, be anonymise, be anonymize, archive automatically, audit log, audit trail, gdpr
retention: soft delete, hard delete, keep for #, within # day, after # day, history of change, history of all change
retention: delete|keep|remove ..4 older than #|younger than #|after #|for # day, keep ..3 # day then|then
computed: average|count|total|sum|remain ..4 show|display|visible
computed: how many, how much, how often & *see, *show, *display & !@list
computed: *calculate, *recalculate, *compute, *derive, sum of, be sum, be estimate, be the mean, be the average, minus
computed: be the number of, be the total of, be the difference, be the product of, average of, decrease by, increase by, less what
computed: work out, work itself out, automatic, automatically, add up ..0 (?!to )[^ ]+, on its own, by itself, go up, go down, percent off
computed: must be show, for free, average rating be, average score be, multiply by, divide by, cost|charge|fine ..4 for every|for each
computed: show|display|see ..5 count|average|total|balance|remain|number & !@list
computed: @measure & @derives, come to, time the, percent of, less the, drop|rise|fall|grow ..1 by
computed: cost|charge|fine|earn|come to ..0 #|one ..1 a|per|each & !@list
report: report of, report on, report about, report per, report by, report show, report with, export, statistics
report: yearly|monthly|weekly|daily|annual|quarterly ..1 statement|summary|figure|breakdown|number|total
report: want|need|get|see ..9 in a spreadsheet|in excel
report: as pdf, to pdf, a pdf, as csv, to csv, a csv, as excel, to excel, to spreadsheet
report: dashboard, chart, leaderboard, leader board, ranking, ^report & !@list, *have
report: overview of, produce, full text search, search by, searchable by
integration: outlook, azure, active directory, ldap, slack, zapier, salesforce, quickbook, xero, klarna, apple pay
integration: stripe, paypal, oauth, sso, sync with, synchronise with, synchronize with, integrate, integration, import from
integration: online payment, google calendar, google map, google login, log in with, login with, single sign on
permission: stay|remain|keep ..1 hide|private|secret|confidential, be ..1 private|secret|confidential
permission: @role & reserve for, restrict to, limit to
permission: own & only, just & !@bounds
permission: @views & @denies, @limits & !@bounds, @clashes, @list
limited: @denies, @limits & !@bounds, @clashes, @occasion, @qualifies, @list, have
permission: @actor & @limited
permission: @role & @limits, not be, never be & @limited
permission: @actor & be allow to, have access, be permit, be entitle, have the right
rule: @denies, @counts & !@form, @reused
rule: ^nobody, ^no one & @reused
rule: @clashes & !@reused
rule: @measure & come|lie|be ..0 after|before|later|earlier
rule: be final, must refuse, must reject, must be refuse, per person only, limit to
rule: only ..0 before|after|until|if|when|while|be|one|once|possible|allow|from|up to|to, only ..4 before|after|until
rule: can only, may only, must only, must match, must agree, must add up, must balance, be cap at, hold just one, ^there must be, @later
rule: must be|must come|must lie ..0 after|before|later|earlier|in the future|in the past
rule: must, need, shall & before, first, unless, otherwise, until, apart, not later, no later & !@list
rule: for # day ..1 after|before|only
rule: ^one & per & and
rule: before|until|unless ..3 be|have & !@list

permission!: ^only & can|may|must|should|be allow ..0 (?!be )[^ ]+ & !*be
permission!: can|may ..2 everything|anything
notification?: sms, reminder, warning, alert & @occasion
upload?: @files & *attach, *put, *send, *submit, *share, *hand, *come, *carry, *take, *add, *include
computed?: @derives & !@actor
rule?: must, not, only, unless, otherwise, longer than, older than, younger than, no more, in order of, be free up to & !@wish
rule?: @bounds & #
rule?: need & @qualifies
rule?: before|after|until|once|unless|if|when ..4 be|have|lie|do, # time, once ..9 stay|remain
`;
