import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { readToken } from '#kit/web/api/token.ts';
import { currentLanguage, toHeader } from '#kit/web/i18n/language.ts';
import { type Frame, readFrames } from './frames.ts';
import { wait } from './leader.ts';

/** What a page listens to. */
export interface Want {
  readonly topic: string;
  readonly params?: Readonly<Record<string, string>>;
}

export interface LineEnds {
  /** `GET` of the stream and `POST` of its topics. */
  readonly stream: AnyEndpoint;
  readonly subscribe: AnyEndpoint;
  lastId(): string | null;
  wants(): readonly Want[];
  take(frame: Frame): void;
  live(isLive: boolean): void;
}

// The server pings every 15 s: this long without a sign the line is dead, whatever the network says.
const silentFor = 40_000;
const longest = 30_000;
// Replaced by the user's other browsers: taking the place back at once would drive them out in turn.
const replacedFor = 300_000;

export const keyOf = ({ topic, params }: Want): string =>
  params ? `${topic}?${new URLSearchParams(Object.entries(params).sort())}` : topic;

/** The one stream of this browser: opened, kept, resumed; its topics follow what the tabs want. */
export class Line {
  readonly #ends: LineEnds;
  readonly #signal: AbortSignal;
  #streamId: number | null = null;
  #inForce = new Map<string, Want>();
  #retry = new AbortController();

  constructor(ends: LineEnds, signal: AbortSignal) {
    this.#ends = ends;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    let failures = 0;
    while (!this.#signal.aborted) {
      const end = await this.#listen();
      this.#ends.live(false);
      this.#streamId = null;
      if (this.#signal.aborted || end === 'over') return;
      failures = end === 'lost' ? failures + 1 : 0;
      if (end === 'replaced') await wait(replacedFor, this.#signal, ['seen']);
      else await this.#pause(Math.min(longest, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  }

  /** Brings the topics of the open stream to what is wanted now. */
  async follow(): Promise<void> {
    if (this.#signal.aborted) return;
    if (this.#streamId === null) return this.#retry.abort();
    const wanted = new Map(this.#ends.wants().map((want) => [keyOf(want), want]));
    const add = [...wanted].filter(([key]) => !this.#inForce.has(key)).map(([, want]) => want);
    const drop = [...this.#inForce].filter(([key]) => !wanted.has(key)).map(([, want]) => want);
    if (add.length + drop.length === 0) return;
    this.#inForce = wanted;
    const body = { streamId: this.#streamId, add, drop };
    await call(this.#ends.subscribe, { body, background: true, quiet: true }).catch(() => {
      // Not taken over: the next change tries the difference again.
      this.#inForce = new Map(
        [...wanted].filter(([, want]) => !add.includes(want)).concat(drop.map((want) => [keyOf(want), want])),
      );
    });
  }

  async #listen(): Promise<'lost' | 'restart' | 'replaced' | 'over'> {
    const control = new AbortController();
    const stop = () => control.abort();
    this.#signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, silentFor);
    let end: 'lost' | 'restart' | 'replaced' | 'over' = 'lost';
    try {
      const plain = this.#ends.wants().filter((want) => !want.params);
      const response = await this.#open(plain, control.signal);
      if (response.status === 401) return 'over';
      if (!response.ok || !response.body) return 'lost';
      this.#inForce = new Map(plain.map((want) => [keyOf(want), want]));
      await readFrames(
        response.body,
        (frame) => {
          if (frame.event === 'hello') {
            this.#streamId = (frame.data as { streamId: number }).streamId;
            this.#ends.live(true);
            void this.follow();
          } else if (frame.event === 'bye') end = farewell((frame.data as { reason: string }).reason);
          else this.#ends.take(frame);
        },
        () => {
          clearTimeout(silence);
          silence = setTimeout(stop, silentFor);
        },
      );
      // Ended after it had worked: no reason to wait longer each time.
      return end === 'lost' ? 'restart' : end;
    } catch {
      return this.#streamId === null ? 'lost' : 'restart';
    } finally {
      clearTimeout(silence);
      control.abort();
      this.#signal.removeEventListener('abort', stop);
    }
  }

  #open(plain: readonly Want[], signal: AbortSignal): Promise<Response> {
    const token = readToken();
    const lastId = this.#ends.lastId();
    const topics = encodeURIComponent(plain.map((want) => want.topic).join(','));
    return fetch(`/api/${this.#ends.stream.path}?topics=${topics}`, {
      headers: {
        'Accept-Language': toHeader(currentLanguage()),
        'X-Background': '1',
        ...(token && { Authorization: token }),
        ...(lastId && { 'Last-Event-ID': lastId }),
      },
      signal,
    });
  }

  async #pause(ms: number): Promise<void> {
    this.#retry = new AbortController();
    await wait(ms, AbortSignal.any([this.#signal, this.#retry.signal]), ['online']);
  }
}

function farewell(reason: string): 'restart' | 'replaced' | 'over' {
  if (reason === 'replaced') return 'replaced';
  return reason === 'ended' ? 'over' : 'restart';
}
