import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { wait } from './leader.ts';

/** What a page listens to. */
export interface Want {
  readonly topic: string;
  readonly params?: Readonly<Record<string, string>>;
}

export const keyOf = ({ topic, params = {} }: Want): string => {
  const words = String(new URLSearchParams(Object.entries(params).sort()));
  return words ? `${topic}?${words}` : topic;
};

export interface TopicsEnds {
  /** `POST` of a stream's topics. */
  readonly subscribe: AnyEndpoint;
  wants(): readonly Want[];
}

const shortest = 1_000;
const longest = 30_000;
const answerWithin = 30_000;
/** The server takes no more in one request. */
const most = 50;

/** The topics of one open stream: they follow what is wanted until it ends. */
export class Topics {
  readonly #ends: TopicsEnds;
  readonly #streamId: number;
  readonly #ended: AbortSignal;
  /** The server knows no such stream. */
  readonly #onGone: () => void;
  readonly #inForce: Set<string>;
  /** Also what was asked for without an answer: it may be in force. */
  readonly #asked: Map<string, Want>;
  #isBusy = false;
  #sooner = new AbortController();

  constructor(
    ends: TopicsEnds,
    stream: { readonly id: number; readonly topics: readonly Want[]; readonly ended: AbortSignal; onGone(): void },
  ) {
    this.#ends = ends;
    this.#streamId = stream.id;
    this.#ended = stream.ended;
    this.#onGone = stream.onGone;
    this.#asked = new Map(stream.topics.map((want) => [keyOf(want), want]));
    this.#inForce = new Set(this.#asked.keys());
  }

  /** What is wanted may have changed. */
  follow(): void {
    this.#sooner.abort();
    if (!this.#isBusy) void this.#keepUp();
  }

  /** Asks until all is as wanted: nobody else would, since a big screen's wants never change. */
  async #keepUp(): Promise<void> {
    this.#isBusy = true;
    let pause = shortest;
    for (let change = this.#change(); change && !this.#ended.aborted; change = this.#change()) {
      const answer = await this.#ask(change.add, change.drop);
      if (answer === 'done') pause = shortest;
      // Asked twice: it may have been sent away a moment ago, and is just about to hear of it.
      else if (answer === 'gone' && pause > shortest) this.#onGone();
      else {
        this.#sooner = new AbortController();
        await wait(pause, AbortSignal.any([this.#ended, this.#sooner.signal]), ['online']);
        pause = Math.min(longest, pause * 2);
      }
    }
    this.#isBusy = false;
  }

  #change(): { add: Want[]; drop: Want[] } | null {
    const wanted = new Map(this.#ends.wants().map((want) => [keyOf(want), want]));
    const add = [...wanted].filter(([key]) => !this.#inForce.has(key)).map(([, want]) => want);
    const drop = [...this.#asked].filter(([key]) => !wanted.has(key)).map(([, want]) => want);
    return add.length + drop.length > 0 ? { add: add.slice(0, most), drop: drop.slice(0, most) } : null;
  }

  async #ask(add: readonly Want[], drop: readonly Want[]): Promise<'done' | 'failed' | 'gone'> {
    for (const want of add) this.#asked.set(keyOf(want), want);
    for (const want of drop) this.#inForce.delete(keyOf(want));
    // Dropped without parameters, a topic would go with those of every big screen.
    const gone = drop.map(({ topic, params = {} }) => ({ topic, params }));
    const signal = AbortSignal.any([this.#ended, AbortSignal.timeout(answerWithin)]);
    try {
      const body = { streamId: this.#streamId, add, drop: gone };
      await call(this.#ends.subscribe, { body, background: true, quiet: true, signal });
    } catch (error) {
      return error instanceof ApiError && error.code === 404 ? 'gone' : 'failed';
    }
    for (const want of add) this.#inForce.add(keyOf(want));
    for (const want of drop) this.#asked.delete(keyOf(want));
    return 'done';
  }
}
