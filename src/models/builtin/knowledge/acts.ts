import { wordSet } from "../../../lib/index.ts";
/** What a tool does to the world: only reads, makes changes that are easily reverted, or may do harm. */
export type Effect = "read" | "act" | "harm";

/**
 * Verbs by effect. Each line: effect, verbs that request the same act, and after the bar nouns that name it; `+` joins
 * a verb and its particle. Written by hand after the verb classes of Levin (1993): banish, remove, send, get, put,
 * create, change of state. The first line with a verb determines the effect of a tool with that name; all lines with it
 * say which other verbs request the same.
 */
const table = `
harm return send+back give+back bring+back take+back | return
read read provide examine discover explore sort reverse multiply divide subtract round concatenate encode decode format obtain
read get list search find look lookup look+up show read check calculate compute convert estimate predict analyze analyse
read compare describe fetch retrieve view query track count translate summarize summarise validate verify evaluate solve
read explain recommend suggest detect classify measure display browse identify determine lists locate tell watch
read monitor inspect tail grep contrast preview test scan parse extract filter rank simulate plot keep hold wait ignore
act draft compose prepare save
act remind wake schedule set create make add put alert | reminder alarm
act create make add open start set+up put schedule generate log record register report build plan arrange enter note cut raise file draw+up spin+up write+down jot+down put+down take+down
act set adjust control make turn switch dim put turn+up turn+down raise lower increase decrease change move shift scale
act add put insert attach include append enrol enroll
act play pause resume skip shuffle queue listen mute unmute hear put+on stream
act start begin activate run turn+on switch+on kick+off enable vacuum hoover clean launch
act export download upload import backup back+up dump
act request submit apply take ask hand+in turn+in send+in
act join enrol enroll register sign+up enter
act save store remember keep bookmark
act apply use redeem
act assign reassign give hand+over delegate
act assign label tag mark complete tick rate bookmark follow subscribe
act lock secure
harm delete remove erase drop cancel clear purge wipe discard trash destroy scrap uninstall unlink prune truncate empty get+rid throw+away throw+out take+off kick bin chuck ditch toss cross+out cross+off strike | deletion removal
harm cancel abort revoke void annul call+off withdraw rescind end stop discontinue unsubscribe | cancellation
harm quit withdraw drop+out take+off
harm terminate fire dismiss end sack lay+off let+go | termination dismissal
harm stop halt kill shut+down disable deactivate suspend power+off turn+off switch+off | shutdown
harm close shut resolve archive | closure
harm send compose email mail message text write forward reply answer respond notify dm ping tell let+know invite | e-mail mail message notification invitation
harm post publish comment tweet announce broadcast share reply answer respond write say tell | comment post announcement reply
harm share publish give expose grant | access
harm transfer pay wire remit send settle donate tip move | payment transfer donation transaction
harm buy purchase order checkout acquire pay complete | purchase order checkout
harm check+in checkin sign+in
harm check+out checkout sign+out
harm book reserve order arrange schedule take sign+up enrol enroll | booking reservation
harm charge bill invoice deduct | charge
harm refund reimburse return repay compensate | refund money+back reimbursement
harm unlock open unblock unfreeze disarm
harm disarm switch+off turn+off deactivate disable
harm freeze block lock ban suspend pause deactivate disable restrict
harm deploy release ship roll+out launch push promote publish | deployment release rollout
harm ship dispatch send | shipment dispatch
harm restart reboot reset relaunch bounce | restart reboot reset
harm restore roll+back rollback revert recover overwrite reinstate undo | rollback restore
harm merge squash
harm approve accept grant authorize authorise sign+off confirm | approval
harm reject decline deny refuse turn+down | rejection
harm write overwrite replace save append edit put add insert prepend create store
harm rename move shift relocate
harm move reschedule postpone delay defer push+back bring+forward put+off
harm run execute exec invoke trigger kick+off | execution
harm update change modify edit adjust alter set raise lower increase decrease cut amend correct make move reschedule rename switch replace redirect bump fix | change update
harm hire promote demote
harm sell trade
`;

export interface Group {
  readonly effect: Effect;
  readonly verbs: readonly (readonly string[])[];
  readonly nouns: readonly (readonly string[])[];
}

const parts = (text = ""): readonly (readonly string[])[] =>
  text
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.split("+"));

export const groups: readonly Group[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [, effect = "", verbs, nouns] = /^(\w+) ([^|]*)(?:\|(.*))?$/.exec(line) ?? [];
    return { effect: effect as Effect, verbs: parts(verbs), nouns: parts(nouns) }; // the first words of a line
  });

const actNouns = new Set(groups.flatMap(({ nouns }) => nouns.map(([noun]) => noun)));

/** Whether a word names an act: `refund`, `cancellation`. */
export const isActNoun = (word: string): boolean => actNouns.has(word);

/** Nouns that make any act potentially harmful: `set up a monthly payment`. */
export const heavy =
  /\b(?:payments?|money|refunds?|purchases?|e-?mails?|messages?|comments?|notifications?|invitations?|tweets?|shell|commands?|scripts?|statements?|files?)\b/i;

/** Descriptions of irreversible acts. */
export const final =
  /\b(?:irreversibl\w+|(?:can(?:no|')t|cannot) be (?:undone|recalled|reversed)|at once|for good|permanent\w*|overwrit\w+|charges)\b/i;

/** Descriptions of tools without side effects. */
export const harmless =
  /\b(?:read-?only|without (?:sending|changing|saving)|does not (?:send|change|modify)|dry[- ]run)\b/i;

/** Acts that are harmful wherever a description mentions them. */
export const grave: ReadonlySet<string> = wordSet(`
  delete remove erase drop wipe destroy cancel revoke terminate transfer pay buy purchase book send deploy
  refund
`);

/** Verbs that are as often nouns: in a name, the verb next to them is the action. */
export const nominal: ReadonlySet<string> = wordSet(`
  file log record note order book message mail email text post comment share request query transfer store
  test track plan export import backup view charge bill report rate bookmark label tag mark count
  filter lock switch ship stop end process play ticket trade queue schedule call invoice find reply change
  display alert strike bin
`);

/** Nouns for tools that compute or look up, whatever their names begin with: `text_analysis`. */
export const computing =
  /^(?:analysis|analy[sz]er|calculator|search|lookup|finder|checker|validator|converter|prediction|recognition|detection)$/;
