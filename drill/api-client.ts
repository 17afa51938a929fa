import type { Language } from '#kit/contract/envelope.ts';
import type { Job } from '#modules/platform/contract/file/jobs.ts';
import { pause } from './program.ts';

/** Somebody with a token who talks to the API over the wire. */
export class ApiClient {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(port: number, token: string, language: Language) {
    this.#base = `http://127.0.0.1:${port}/api`;
    this.#headers = { authorization: token, 'accept-language': language.replace('_', '-') };
  }

  async post<T>(path: string, body: object): Promise<T> {
    const answer = await fetch(`${this.#base}/${path}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientType: 'web' }),
    });
    return this.#data<T>(answer);
  }

  async upload(path: string, file: Buffer, fields: Record<string, string>): Promise<{ jobId: number }> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(file)]), 'drill.xlsx');
    return this.#data(await fetch(`${this.#base}/${path}`, { method: 'POST', headers: this.#headers, body: form }));
  }

  async file(path: string): Promise<Buffer> {
    const answer = await fetch(`${this.#base}/${path}`, { headers: this.#headers });
    if (!answer.headers.get('content-type')?.includes('spreadsheetml')) throw new Error(await answer.text());
    return Buffer.from(await answer.arrayBuffer());
  }

  async job(id: number): Promise<Job> {
    return this.#data(await fetch(`${this.#base}/sys/job/${id}`, { headers: this.#headers }));
  }

  /** Waits for a job to get somewhere, by default to its end; a job that ends before is a fault of the drill. */
  async until(id: number, there: (job: Job) => boolean = (job) => !isUnderWay(job), minutes = 15): Promise<Job> {
    const ends = Date.now() + minutes * 60_000;
    while (Date.now() < ends) {
      const job = await this.job(id);
      if (there(job)) return job;
      if (!isUnderWay(job)) throw new Error(`job ${id} ended too early: ${JSON.stringify(job)}`);
      await pause(100);
    }
    throw new Error(`job ${id} did not get there in ${minutes} minutes`);
  }

  async #data<T>(answer: Response): Promise<T> {
    const envelope = (await answer.json()) as { code: number; msg: string; data: T };
    if (envelope.code !== 200) throw new Error(`${answer.url}: ${envelope.code} ${envelope.msg}`);
    return envelope.data;
  }
}

const isUnderWay = (job: Job) => job.status === 'queued' || job.status === 'running';
