import { estimateText, type StreamEvent, type Usage } from "../../messages/index.ts";
import type { Tokens } from "../prices/price.ts";

/** What has arrived of a response: the tokens that its upstream reported, otherwise an estimate. */
export class Arrived {
  /** The model name that the upstream reported. */
  model: string | null = null;
  isComplete = false;
  private readonly counted: number;
  private usage: Partial<Usage> = {};
  private hasOutput = false;
  private letters = 0;
  private text = "";

  /** `counted`: input tokens as counted before the request. */
  constructor(counted: number) {
    this.counted = counted;
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case "message_start":
        this.model = event.message.model;
        this.usage = event.message.usage;
        return;
      case "content_block_delta":
        this.read(event.delta);
        return;
      case "message_delta":
        // Each report replaces the last one: counts are of the whole response.
        this.usage = { ...this.usage, ...defined(event.usage) };
        this.hasOutput = true;
        return;
      case "message_stop":
        this.isComplete = true;
        return;
      default:
    }
  }

  whole(model: string, usage: Usage): void {
    [this.model, this.usage, this.hasOutput, this.isComplete] = [model, usage, true, true];
  }

  tokens(): Tokens {
    const {
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: write,
    } = this.usage;
    return {
      input: whole(input ?? this.counted),
      output: this.hasOutput
        ? whole(this.usage.output_tokens)
        : Math.max(whole(this.usage.output_tokens), this.estimate()),
      cacheRead: whole(read),
      cacheWrite: whole(write),
    };
  }

  private read(delta: object): void {
    const text: unknown =
      "text" in delta
        ? delta.text
        : "partial_json" in delta
          ? delta.partial_json
          : "thinking" in delta
            ? delta.thinking
            : "";
    if (typeof text !== "string") return;
    if (this.text.length < 65_536) this.text += text;
    else this.letters += text.length;
  }

  private estimate(): number {
    return estimateText(this.text) + Math.ceil(this.letters / 4);
  }
}

const defined = (usage: Partial<Usage>): Partial<Usage> =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null && value !== undefined));

/** Converts a reported count to a non-negative whole number, as billing requires. */
const whole = (value: number | null | undefined): number =>
  typeof value === "number" && value > 0 ? Math.min(Math.ceil(value), 1_000_000_000) : 0;
