import { Program, pause } from './program.ts';

/** The processes of the product that a run keeps up: two that answer, one that works, unless told otherwise. */
export class Processes {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #seats = new Map<string, Program>();
  readonly #killed = new Set<Program>();
  /** Ended without having been killed, which none should. */
  readonly fell: string[] = [];
  #closing = false;
  readonly #starting = new Set<Promise<void>>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  async start(seats = ['api 1', 'api 2', 'worker']): Promise<void> {
    await Promise.all(seats.map((seat) => this.#fill(seat)));
  }

  ports(): number[] {
    return [...this.#seats.values()].filter((one) => one.isAlive && one.port > 0).map((one) => one.port);
  }

  kill(seat: string): boolean {
    const program = this.#seats.get(seat);
    if (!program?.isAlive) return false;
    this.#killed.add(program);
    void program.kill();
    return true;
  }

  /** As a supervisor does: started again until it stands, for the database may be away too. */
  async #fill(seat: string): Promise<void> {
    for (let turn = 0; turn < 200 && !this.#closing; turn += 1) {
      const program = await Program.start(seat === 'worker' ? 'worker' : 'api', this.#environment, 'pipe').catch(
        () => null,
      );
      if (program) {
        this.#seats.set(seat, program);
        const since = Date.now();
        void program.ended.then(() => {
          if (this.#closing) return;
          // A worker that finds no database at its start ends at once: that is no fall, unlike one without memory.
          const stood = program.port > 0 || Date.now() - since > 15_000 || program.said.includes('heap out of memory');
          if (!this.#killed.has(program) && stood) this.fell.push(`${seat}: ${program.said}`);
          this.#refill(seat);
        });
        return;
      }
      await pause(300);
    }
    if (!this.#closing) throw new Error(`${seat} does not come up`);
  }

  #refill(seat: string): void {
    const work = pause(100).then(() => this.#fill(seat));
    this.#starting.add(work);
    void work.finally(() => this.#starting.delete(work));
  }

  async stop(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled([...this.#starting]);
    await Promise.all([...this.#seats.values()].filter((one) => one.isAlive).map((one) => one.stop()));
  }
}
