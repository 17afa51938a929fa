import { createHmac } from 'node:crypto';

interface RelayParts {
  readonly urls: readonly string[];
  /** Shared with the relay; it never leaves this process. */
  readonly secret: string;
}
export interface RelayServer {
  readonly urls: string[];
  readonly username: string;
  readonly credential: string;
}

let provided: RelayParts | null = null;

/** Given once at start; null where there is none: browsers then reach each other inside one network only. */
export function provideRelay(parts: RelayParts | null): void {
  provided = parts;
}

/**
 * The servers two browsers may talk through, with a credential of one's own that runs out by itself (TURN's shared-secret mode): nothing is stored.
 *
 * @example
 * const iceServers = relayServers(`room-${roomId}-${participantId}`, 3600);
 */
export function relayServers(name: string, seconds: number, now = Date.now()): RelayServer[] {
  if (!provided) return [];
  const username = `${Math.floor(now / 1000) + seconds}:${name}`;
  const credential = createHmac('sha1', provided.secret).update(username).digest('base64');
  return [{ urls: [...provided.urls], username, credential }];
}
