/** Maximum number of values of the first label, as callers may choose it (the name of a model). */
const most = 200;

/** The text of a metric in Prometheus' format 0.0.4; a name that ends in `_total` is a counter's. */
export const metricText = (name: string, help: string, samples: number | readonly string[]): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}`,
    ...(typeof samples === "number" ? [`${name} ${samples}`] : samples),
    "",
  ].join("\n");

interface Described {
  readonly help: string;
  readonly labels: readonly string[];
  /** What values are divided by when they are shown; default 1. */
  readonly unit?: number;
}

/** Counts by labels. Callers may choose the first one: beyond 200 values it is `other`. */
export class Metric {
  readonly #name: string;
  readonly #described: Described;
  readonly #firsts = new Set<string>();
  readonly #sums = new Map<string, { readonly labels: readonly string[]; sum: number }>();

  constructor(name: string, described: Described) {
    [this.#name, this.#described] = [name, described];
  }

  /** Adds to the sum of these values of the labels. */
  add(amount: number, label: string, ...others: readonly string[]): void {
    if (this.#firsts.size < most) this.#firsts.add(label);
    const labels = [this.#firsts.has(label) ? label : "other", ...others];
    const key = labels.join("\n");
    const found = this.#sums.get(key);
    if (found) found.sum += amount;
    else this.#sums.set(key, { labels, sum: amount });
  }

  text(): string {
    const { help, labels: names, unit = 1 } = this.#described;
    const samples = [...this.#sums.values()].map(({ labels, sum }) => {
      const labelTexts = labels.map((label, i) => `${names[i]}="${escaped(label)}"`);
      return `${this.#name}{${labelTexts.join(",")}} ${sum / unit}`;
    });
    return metricText(this.#name, help, samples);
  }
}

const escaped = (label: string): string =>
  label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
