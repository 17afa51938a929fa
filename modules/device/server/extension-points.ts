import type { Tx } from '#kit/server/db/database.ts';

type Ground = (tx: Tx, principalId: number) => Promise<boolean>;

/** Reasons for which an authority may look at a camera that is not shared: modules that know of an open case say so. */
class Grounds {
  readonly #all = new Map<string, Ground>();
  register(module: string, ground: Ground): void {
    this.#all.set(module, ground);
  }
  async ask(tx: Tx, principalId: number): Promise<boolean> {
    for (const ground of this.#all.values()) if (await ground(tx, principalId)) return true;
    return false;
  }
}
export const sightGrounds = new Grounds();

type Listener = (tx: Tx, session: { id: number; principalId: number }) => Promise<void>;
class SessionListeners {
  readonly #all = new Map<string, Listener>();
  register(module: string, listener: Listener): void {
    this.#all.set(module, listener);
  }
  async tell(tx: Tx, session: { id: number; principalId: number }): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, session);
  }
}
/** Told in the transaction that posts a weighing session, or takes one back. */
export const sessionPosted = new SessionListeners();
export const sessionVoided = new SessionListeners();
