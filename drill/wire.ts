import { pause } from './program.ts';

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly bizCode?: string;
  readonly errors?: readonly { field: string; msg: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
  readonly data: any;
}

export interface Ask {
  readonly path: string;
  readonly token: string;
  /** Left out, it is a question and not a change. */
  readonly body?: object;
  readonly key?: string;
  /** Sent as a form with this file; `body` holds its fields. */
  readonly file?: { readonly bytes: Buffer; readonly name: string };
}

/** One call over HTTP; throws when there is no answer. */
export async function send(port: number, ask: Ask, signal?: AbortSignal): Promise<Answer> {
  const headers: Record<string, string> = { authorization: ask.token };
  if (ask.key) headers['idempotency-key'] = ask.key;
  let payload: FormData | string | undefined;
  if (ask.file) {
    payload = new FormData();
    for (const [name, value] of Object.entries(ask.body ?? {})) payload.set(name, String(value));
    payload.set('file', new Blob([new Uint8Array(ask.file.bytes)]), ask.file.name);
  } else if (ask.body) {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify({ ...ask.body, clientType: 'web' });
  }
  const response = await fetch(`http://127.0.0.1:${port}/api/${ask.path}`, {
    method: payload === undefined ? 'GET' : 'POST',
    headers,
    ...(payload === undefined ? {} : { body: payload }),
    signal: signal ?? AbortSignal.timeout(20_000),
  });
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
}

export interface Tally {
  tries: number;
  /** Tries that ended without an answer, or with one that says nothing was decided. */
  failed: number;
  /** Answers the client did not wait for, or that were lost on the way. */
  hungUp: number;
  readonly waits: number[];
}

/** Somebody behind a bad network: asks whichever server answers, the same thing under the same key, until it is decided. */
export class Stubborn {
  readonly #ports: () => readonly number[];
  readonly #until: () => number;
  readonly tally: Tally = { tries: 0, failed: 0, hungUp: 0, waits: [] };
  /** Of all tries, the share whose answer is not waited for. */
  impatience = 0;
  /** Of all answers to changes, the share that gets lost on the way, once each. */
  deafness = 0;
  /** A client that forgets its key: the control. */
  forgetful = false;

  constructor(ports: () => readonly number[], until: () => number) {
    this.#ports = ports;
    this.#until = until;
  }

  /** Null when there was no decision before the end. */
  async ask(ask: Ask): Promise<Answer | null> {
    const began = performance.now();
    let isLost = false;
    let conflicts = 0;
    for (let turn = 0; Date.now() < this.#until(); turn += 1) {
      const ports = this.#ports();
      const port = ports[Math.floor(Math.random() * ports.length)];
      if (port === undefined) {
        await pause(100);
        continue;
      }
      this.tally.tries += 1;
      const hangsUp = ask.body !== undefined && Math.random() < this.impatience;
      const patience = hangsUp ? 5 + Math.random() * 60 : 15_000;
      try {
        const key = ask.key && this.forgetful ? { key: `${ask.key.slice(0, 40)}-${turn}` } : {};
        const answer = await send(port, { ...ask, ...key }, AbortSignal.timeout(patience));
        // The answer was on its way and did not arrive.
        if (answer.code === 200 && ask.body && !isLost && Math.random() < this.deafness) {
          isLost = true;
          this.tally.hungUp += 1;
          continue;
        }
        // 409 from the platform: a lock was not to be had in time, nothing was done. Too many jobs: there is room when some are done.
        if (answer.code === 409) conflicts += 1;
        const isLater = (answer.code === 409 && conflicts <= 20) || answer.bizCode === 'job.tooMany';
        if (answer.status < 500 && !isLater) {
          this.tally.waits.push(performance.now() - began);
          return answer;
        }
        this.tally.failed += 1;
      } catch {
        if (hangsUp) this.tally.hungUp += 1;
        else this.tally.failed += 1;
      }
      await pause(30 + Math.random() * 120);
    }
    return null;
  }
}
