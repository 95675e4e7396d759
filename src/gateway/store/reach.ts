import { StoreError } from "./store.ts";

/** Milliseconds without an answer after which a server is probed, and after which a probe has failed. */
const silence = 2000;
/** Milliseconds between probes while the server is silent. */
const pause = 1000;

/** Finds out whether a server that doesn't answer is gone, so that only the first requests wait for it. */
export class Reach {
  private readonly probe: () => Promise<void>;
  private readonly waiting = new Set<(error: StoreError) => void>();
  private isSilent = false;
  private isProbing = false;
  private isClosed = false;

  /** `probe` asks the server on a new connection. */
  constructor(probe: () => Promise<void>) {
    this.probe = probe;
  }

  /** Runs work with the server. `giveUp` must end it. Throws StoreError at once while the server is silent. */
  async use<T>(work: () => Promise<T>, giveUp: (error: StoreError) => void): Promise<T> {
    if (this.isSilent) throw noAnswer();
    this.waiting.add(giveUp);
    const timer = setTimeout(() => void this.check(), silence).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      this.waiting.delete(giveUp);
    }
  }

  private async check(): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    const outcome = await Promise.race([
      this.probe().then(
        () => "answers",
        () => "fails",
      ),
      silent(),
    ]);
    [this.isProbing, this.isSilent] = [false, outcome === "silent"];
    if (outcome !== "answers") for (const giveUp of this.waiting) giveUp(noAnswer());
    if (this.isSilent && !this.isClosed) setTimeout(() => void this.check(), pause).unref();
  }

  /** Ends the probes of a silent server, whose connections would keep the process alive. */
  close(): void {
    this.isClosed = true;
  }
}

const noAnswer = (): StoreError => new StoreError(new Error("The database doesn't answer."), true);

const silent = (): Promise<"silent"> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("silent"), silence).unref();
  });
