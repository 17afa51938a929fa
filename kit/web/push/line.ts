import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { readToken } from '#kit/web/api/token.ts';
import { currentLanguage, toHeader } from '#kit/web/i18n/language.ts';
import { type Frame, readFrames } from './frames.ts';
import { wait } from './leader.ts';
import { Topics, type TopicsEnds, type Want } from './topics.ts';

export interface LineEnds extends TopicsEnds {
  /** `GET` of the stream. */
  readonly stream: AnyEndpoint;
  lastId(): string | null;
  take(frame: Frame): void;
  live(isLive: boolean): void;
}

// The server pings every 15 s: this long without a sign the line is dead, whatever the network says.
const silentFor = 40_000;
const longest = 30_000;
// Replaced by the user's other browsers: taking the place back at once would drive them out in turn.
const replacedFor = 300_000;

/** The one stream of this browser: opened, kept, resumed; its topics follow what the tabs want. */
export class Line {
  readonly #ends: LineEnds;
  readonly #signal: AbortSignal;
  /** Of the stream that is open. */
  #topics: Topics | null = null;
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
      this.#topics = null;
      if (this.#signal.aborted || end === 'over') return;
      failures = end === 'lost' ? failures + 1 : 0;
      if (end === 'replaced') await wait(replacedFor, this.#signal, ['seen']);
      else await this.#pause(Math.min(longest, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  }

  /** Brings the topics of the open stream to what is wanted now. */
  follow(): void {
    if (this.#signal.aborted) return;
    if (this.#topics) this.#topics.follow();
    else this.#retry.abort();
  }

  async #listen(): Promise<'lost' | 'restart' | 'replaced' | 'over'> {
    const control = new AbortController();
    const stop = () => control.abort();
    this.#signal.addEventListener('abort', stop);
    let silence = setTimeout(stop, silentFor);
    let end: 'lost' | 'restart' | 'replaced' | 'over' = 'lost';
    const onGone = () => control.abort('gone');
    try {
      const plain = this.#ends.wants().filter((want) => !want.params);
      const response = await this.#open(plain, control.signal);
      if (response.status === 401) return 'over';
      if (!response.ok || !response.body) return 'lost';
      await readFrames(
        response.body,
        (frame) => {
          if (frame.event === 'hello') {
            const { streamId: id } = frame.data as { streamId: number };
            this.#topics = new Topics(this.#ends, { id, topics: plain, ended: control.signal, onGone });
            this.#ends.live(true);
            this.follow();
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
      if (end !== 'lost') return end;
      return this.#topics === null || control.signal.reason === 'gone' ? 'lost' : 'restart';
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
