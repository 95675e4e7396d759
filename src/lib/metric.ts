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

/** Counts by one or two labels. Callers may choose the first one: beyond 200 values it is `other`. */
export class Metric {
  readonly #name: string;
  readonly #described: Described;
  /** Sums by the second label, by the first. */
  readonly #sums = new Map<string, Map<string, number>>();

  constructor(name: string, described: Described) {
    [this.#name, this.#described] = [name, described];
  }

  /** Adds to the sum of these values of the labels. */
  add(amount: number, label: string, second = ""): void {
    const first = this.#sums.has(label) || this.#sums.size < most ? label : "other";
    let sums = this.#sums.get(first);
    if (!sums) this.#sums.set(first, (sums = new Map()));
    sums.set(second, (sums.get(second) ?? 0) + amount);
  }

  text(): string {
    const { help, labels: names, unit = 1 } = this.#described;
    const samples = [...this.#sums].flatMap(([first, sums]) =>
      [...sums].map(([second, sum]) => {
        const labelTexts = names.map((name, i) => `${name}="${escaped(i === 0 ? first : second)}"`);
        return `${this.#name}{${labelTexts.join(",")}} ${sum / unit}`;
      }),
    );
    return metricText(this.#name, help, samples);
  }
}

const escaped = (label: string): string =>
  label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
