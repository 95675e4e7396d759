import { ratioOf, type Figure } from "./figures.ts";

/** What `npm run bench` keeps for one version. */
export interface Results {
  readonly version: string;
  readonly date: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString();
const times = (ratio: number): string =>
  `${ratio >= 100 ? Math.round(ratio).toLocaleString("en") : ratio.toPrecision(2)}×`;

const row = { height: 30, left: 460, width: 420 } as const;

/** Draws ratios as bars on a logarithmic scale around 1× (the peer); right is better. */
function bars(figures: readonly Figure[]): string {
  const rated = figures.flatMap((figure) => {
    const ratio = ratioOf(figure);
    return ratio !== undefined && ratio > 0 && Number.isFinite(ratio) ? [{ figure, ratio }] : [];
  });
  const furthest = Math.max(...rated.map(({ ratio }) => Math.abs(Math.log2(ratio))), 1);
  const middle = row.left + row.width / 2;
  const length = (ratio: number): number => (Math.log2(ratio) / furthest) * (row.width / 2 - 60);
  const lines = rated.map(({ figure, ratio }, index) => {
    const top = 30 + index * row.height;
    const bar = length(ratio);
    const [start, end] = [Math.min(middle, middle + bar), Math.max(middle, middle + bar)];
    const label = bar < 0 ? `x="${start - 6}" text-anchor="end"` : `x="${end + 6}"`;
    return `<text x="${row.left - 10}" y="${top + 15}" text-anchor="end">${escape(figure.what)} / ${escape(figure.peer?.name ?? "")}</text>
<rect x="${start}" y="${top}" width="${Math.max(1, end - start)}" height="20" class="${ratio < 1 ? "worse" : "better"}"/>
<text ${label} y="${top + 15}">${times(ratio)}</text>`;
  });
  const height = 40 + rated.length * row.height;
  return `<svg viewBox="0 0 ${row.left + row.width} ${height}" role="img" aria-label="How many times better than the peer">
<line x1="${middle}" x2="${middle}" y1="22" y2="${height}" class="peer"/>
<text x="${middle}" y="15" text-anchor="middle">the peer: 1×</text>
${lines.join("\n")}
</svg>`;
}

/**
 * Returns how a figure changed since an earlier version, by ratio to the peer if there is one, because machines differ.
 */
export function change(now: Figure, before: Figure | undefined): number | undefined {
  if (!before) return undefined;
  const [ratio, earlier] = [ratioOf(now), ratioOf(before)];
  if (ratio !== undefined && earlier !== undefined) return ratio / earlier - 1;
  return now.better === "more" ? now.value / before.value - 1 : before.value / now.value - 1;
}

const changed = (part: number | undefined): string =>
  part === undefined ? "" : `${part >= 0 ? "+" : "−"}${Math.abs(100 * part).toFixed(0)} %`;

/**
 * Returns an HTML page without scripts: the newest results as plot and table, with changes since the previous version.
 */
export function page(all: readonly Results[]): string {
  const [latest, before] = all;
  if (!latest) throw new Error("no results");
  const rows = latest.figures.map((figure) => {
    const earlier = before?.figures.find(({ what }) => what === figure.what);
    const part = change(figure, earlier);
    const ratio = ratioOf(figure);
    const cells = [
      escape(figure.what),
      `${short(figure.value)} ${escape(figure.unit)}`,
      figure.peer ? `${escape(figure.peer.name)}: ${short(figure.peer.value)} ${escape(figure.unit)}` : "",
      ratio === undefined ? "" : times(ratio),
      changed(part),
    ];
    const mark = part !== undefined && part < -0.1 ? ' class="regressed"' : "";
    return `<tr${mark}>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const since = before ? `since ${escape(before.version)}` : "";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Benchmarks of Antiphon ${escape(latest.version)}</title>
<style>
:root { color-scheme: light dark; --better: #1a7f4b; --worse: #b3402a; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; font-size: 14px; } svg text { fill: currentColor; }
.better { fill: var(--better); } .worse { fill: var(--worse); } .peer { stroke: currentColor; stroke-dasharray: 3 3; }
table { border-collapse: collapse; display: block; overflow-x: auto; } td, th { padding: .3rem .7rem; text-align: left; border-bottom: 1px solid #8886; }
.regressed td:last-child { color: var(--worse); font-weight: 700; }
</style>
<h1>Benchmarks of Antiphon ${escape(latest.version)}</h1>
<p>${escape(latest.machine)}, ${escape(latest.date)}. Every ratio is of one run, side by side; machines differ, so versions are compared by their ratios.</p>
${bars(latest.figures)}
<table>
<tr><th>what</th><th>Antiphon</th><th>beside it</th><th>ratio</th><th>${since}</th></tr>
${rows.join("\n")}
</table>
</html>
`;
}
