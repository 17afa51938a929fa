import { type Fixtures, type Flow, giveNotice, importSome, live, newAcks, takeOut } from './flows.ts';
import { pause } from './program.ts';
import { Stubborn } from './wire.ts';

const trades: readonly ((flow: Flow) => Promise<void>)[] = [
  live,
  takeOut,
  live,
  giveNotice,
  live,
  takeOut,
  importSome,
  live,
];

/** People at work over the flows, at whichever server answers, until they are told that it is over. */
export class People {
  readonly acks = newAcks();
  readonly client: Stubborn;
  readonly #fixtures: Fixtures;
  readonly #ports: () => readonly number[];
  readonly #work: Promise<void>[] = [];
  #isOver = false;
  #givesUpAt = Number.POSITIVE_INFINITY;

  constructor(ports: () => readonly number[], fixtures: Fixtures) {
    this.#ports = ports;
    this.#fixtures = fixtures;
    this.client = this.another();
    this.client.impatience = 0.03;
    this.client.deafness = 0.05;
  }

  another(): Stubborn {
    return new Stubborn(this.#ports, () => this.#givesUpAt);
  }

  start(writers: number): void {
    const flow: Flow = { client: this.client, fixtures: this.#fixtures, acks: this.acks };
    for (let n = 0; n < writers; n += 1) {
      const trade = trades[n % trades.length] as (typeof trades)[number];
      this.go(async () => {
        await trade(flow);
        if (trade === importSome) await pause(500);
      });
    }
  }

  /** Once at least, then again and again. */
  go(work: () => Promise<void>): void {
    this.#work.push(
      (async () => {
        do await work();
        while (!this.#isOver);
      })(),
    );
  }

  /** Waits until so many more changes are acknowledged. */
  async worked(more: number, seconds = 180): Promise<void> {
    const [wanted, ends] = [this.acks.count + more, Date.now() + seconds * 1000];
    while (this.acks.count < wanted) {
      if (Date.now() > ends) throw new Error(`nobody was answered for ${seconds} s`);
      await pause(50);
    }
  }

  /** What was begun is asked for until it is decided, but not for ever. */
  async finish(seconds: number): Promise<void> {
    this.#isOver = true;
    this.#givesUpAt = Date.now() + seconds * 1000;
    await Promise.all(this.#work);
  }
}
