/**
 * Compares what `/doc changelog` writes with what a project's authors wrote:
 * `npx node bench/changelog.ts <repository> [<changelog>]` takes the changelog's newest ten releases as truth. Prints
 * precision and recall of its entries, whether groups are right, and the scores of simply listing every commit.
 * `--truth=<file>` reads the truth from a file; `--verbose` prints each difference. `--whole` reads the whole history
 * as one release and prints its time compared with git.
 */
import { readFileSync } from "node:fs";
import { readRelease } from "../src/document/index.ts";
import { gitIn } from "./changelog/git.ts";
import { line, measure } from "./changelog/score.ts";
import { truthOf } from "./changelog/truth.ts";
import { flag, has, words } from "./words.ts";

const [folder = ".", path = "CHANGELOG.md"] = words;
const truthFile = flag("truth");

const git = gitIn(folder);

const seconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

/** Times all commits as one release, excluding the time to run git and read its output. */
async function wholeHistory(): Promise<void> {
  let waited = 0;
  const timed: typeof git = async (...given) => {
    const before = process.cpuUsage();
    const printed = await git(...given);
    waited += seconds(before);
    return printed;
  };
  const text = (await git("show", `HEAD:${path}`)) ?? "";
  const before = process.cpuUsage();
  const range = { from: undefined, to: "HEAD", changelog: path, text, isOpen: () => true };
  const { commits, entries } = await readRelease(timed, range);
  const own = (seconds(before) - waited).toFixed(2);
  console.log(
    `${folder}: ${commits} commits, ${entries.length} entries, ${own} s of processor time beside git's`,
  );
}

async function releasesMeasured(): Promise<void> {
  const given = truthFile === undefined ? undefined : JSON.parse(readFileSync(truthFile, "utf8"));
  const changelog: string = given?.changelog ?? path;
  const within: string | undefined = given?.commit_filter_path ?? flag("within");
  const releases = given?.releases ?? (await truthOf(git, changelog, Number(flag("releases") ?? 10)));
  const say = has("verbose") ? (text: string) => console.log(`  ${text.slice(0, 222)}`) : () => {};
  const { ours, all } = await measure(git, { changelog, releases, within }, say);
  console.log(`${folder}: ${releases.length} releases`);
  console.log(line("/doc", ours));
  console.log(line("every commit", all));
}

await (has("whole") ? wholeHistory() : releasesMeasured());
