import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

export interface Heard {
  id: string | null;
  event: string;
  data: any;
  at: number;
}

const patience = 60_000;

/** A browser at the stream: keeps what it hears, in order. */
export class Listener {
  readonly heard: Heard[] = [];
  readonly status: number;
  ended = false;
  readonly #response: IncomingMessage;
  #waiting: (() => void)[] = [];

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.heard.push(parse(block));
      this.#tell();
    });
    response.on('close', () => {
      this.ended = true;
      this.#tell();
    });
    response.on('error', () => {});
  }

  static async open(
    address: string,
    token: string,
    options: { topics?: string; lastEventId?: string | number } = {},
  ): Promise<Listener> {
    const headers = {
      authorization: token,
      'x-background': '1',
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': String(options.lastEventId) }),
    };
    const request = get(`${address}/api/sys/push/stream?topics=${options.topics ?? 'notices,tasks'}`, {
      headers,
      agent: false,
    });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const listener = new Listener(response);
    // After the first ping everything missed has been sent and what follows is live.
    if (listener.status === 200) await listener.until((one) => one.event === 'ping');
    return listener;
  }

  get streamId(): number {
    return this.heard.find((one) => one.event === 'hello')?.data.streamId;
  }

  get lastId(): string {
    return this.heard.findLast((one) => one.id !== null)?.id ?? '0';
  }

  /** What it heard of the product, without the stream's own words. */
  get news(): Heard[] {
    return this.heard.filter((one) => !['hello', 'ping', 'bye', 'resync'].includes(one.event));
  }

  /** Waits as long as a busy machine may need; how fast the push is, is measured by the bench. */
  async until(test: (one: Heard) => boolean, ms = patience): Promise<Heard> {
    const end = Date.now() + ms;
    for (;;) {
      const found = this.heard.find(test);
      if (found) return found;
      if (this.ended || Date.now() >= end)
        throw new Error(`not heard within ${ms} ms, but: ${JSON.stringify(this.heard)}`);
      await this.#next(end - Date.now());
    }
  }

  async untilEnd(ms = patience): Promise<void> {
    const end = Date.now() + ms;
    while (!this.ended) {
      if (Date.now() >= end) throw new Error(`still open after ${ms} ms`);
      await this.#next(end - Date.now());
    }
  }

  /** Cuts the line, as a network does. */
  cut(): void {
    this.#response.destroy();
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one();
  }
}

function parse(block: string): Heard {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  );
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? 'null'),
    at: Date.now(),
  };
}
