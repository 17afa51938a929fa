import { randomUUID } from 'node:crypto';
import type { Scope } from '../db/scope.ts';
import type { Bus } from '../events/bus.ts';
import type { Event } from '../events/event.ts';

/** What is said now or never: the place of somebody in a call, a hand on a map, a ring. */
export interface Signal {
  readonly tenantNo: number;
  readonly userIds: readonly number[];
  readonly topic: string;
  readonly kind: string;
  readonly data: unknown;
  readonly at: string;
}

/** Room for the longest offer of a call, and none for a picture. */
const mostBytes = 64 * 1024;
const mostUsers = 200;

/** Carries signals to the streams of all processes: by NATS without its store, and in this process without anything. */
export class Ephemeral {
  readonly #self = randomUUID();
  readonly #bus: Bus | null;
  readonly #deliver: (event: Event) => void;

  constructor(bus: Bus | null, deliver: (event: Event) => void) {
    this.#bus = bus;
    this.#deliver = deliver;
    bus?.onSignal((message) => this.#hear(message));
  }

  send(signal: Signal): void {
    const words = JSON.stringify({ from: this.#self, ...signal });
    if (Buffer.byteLength(words) > mostBytes)
      throw new Error(`a signal of ${signal.topic} is larger than ${mostBytes} bytes`);
    if (signal.userIds.length > mostUsers) throw new Error(`a signal of ${signal.topic} is for more than ${mostUsers}`);
    this.#deliver(asEvent(signal));
    this.#bus?.signal(words);
  }

  #hear(words: string): void {
    const heard = readSignal(words);
    if (heard && heard.from !== this.#self) this.#deliver(asEvent(heard));
  }
}

/** Null for what is no signal of ours, whoever sent it. */
function readSignal(words: string): (Signal & { readonly from: string }) | null {
  try {
    const signal = JSON.parse(words) as Signal & { from: string };
    return Array.isArray(signal?.userIds) && typeof signal.topic === 'string' ? signal : null;
  } catch {
    return null;
  }
}

/** As the rules of topics know it; it has no place among the events that are kept. */
const asEvent = ({ tenantNo, userIds, topic, kind, data, at }: Signal): Event => ({
  id: 0,
  position: 0,
  tenantNo,
  topic,
  kind,
  data,
  at,
  audience: { userIds: [...userIds] },
});

let provided: Ephemeral | null = null;

/** Given once at start, by whoever puts the program together. */
export function provideEphemeral(channel: Ephemeral): void {
  provided = channel;
}

/**
 * Says something to the open streams of these users, in whichever process they are, and keeps nothing of it: no row, no log, no second try. Whoever has
 * no stream open does not hear it; what must arrive is published. It is said at once, not when the caller's transaction is committed.
 *
 * @example
 * sendEphemeral(call.actor.scope, [otherId], 'cure.call', { kind: 'candidate', data: { roomId, candidate } });
 */
export function sendEphemeral(
  scope: Pick<Scope, 'tenantNo'>,
  userIds: readonly number[],
  topic: string,
  { kind, data }: { readonly kind: string; readonly data: unknown },
): void {
  if (!provided) throw new Error('no channel for signals provided');
  provided.send({ tenantNo: scope.tenantNo, userIds, topic, kind, data, at: new Date().toISOString() });
}
