import { estimateText, type StreamEvent, type Usage } from "../../messages/index.ts";
import type { Tokens } from "../prices/price.ts";

/** What has arrived of an answer so far: the tokens that its upstream reported, else an estimate of what was read. */
export class Arrived {
  /** The name that the upstream gave its model. */
  model: string | null = null;
  isComplete = false;
  private readonly counted: number;
  private usage: Partial<Usage> = {};
  private hasOutput = false;
  private letters = 0;
  private text = "";

  /** `counted`: input tokens as they were counted before. */
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
        // Reported again, not in addition: every count is of the whole answer.
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

/** Upstreams report what they like; bills are made of whole numbers that aren't negative. */
const whole = (value: number | null | undefined): number =>
  typeof value === "number" && value > 0 ? Math.min(Math.ceil(value), 1_000_000_000) : 0;
