import { useSyncExternalStore } from 'react';
import { call } from '#kit/web/api/client.ts';
import {
  beatRoom,
  iceOfRoom,
  joinRoom,
  leaveRoom,
  openRoom,
  signalRoom,
  stateOfRoom,
} from '#modules/cure/contract/room/room.ts';
import { Call, type CallPort } from './call.ts';

const quiet = true;
const portOf = (roomId: number): CallPort => ({
  join: (media) => call(joinRoom, { body: { roomId, media } }),
  ice: () => call(iceOfRoom, { query: { roomId }, quiet }),
  state: () => call(stateOfRoom, { query: { roomId }, quiet }),
  beat: (media, stats) => call(beatRoom, { body: { roomId, media, stats }, quiet }),
  leave: (participantId) => call(leaveRoom, { body: { roomId, participantId }, quiet }),
  signal: (signal) => call(signalRoom, { body: { roomId, ...signal }, quiet }),
});

export interface Current {
  readonly roomId: number;
  readonly call: Call;
}

const kept = 'cure.call';
let current: Current | null = null;
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** R36: the call belongs to the shell. A page asks for it here, and the dock draws it. */
export const useCurrentCall = (): Current | null => useSyncExternalStore(watch, () => current);

export function enterRoom(roomId: number): void {
  if (current?.roomId === roomId && current.call.view().phase !== 'over') return;
  current?.call.hangUp();
  current = { roomId, call: new Call(portOf(roomId)) };
  sessionStorage.setItem(kept, String(roomId));
  void current.call.start();
  tell();
}

/** Opens the room of a consult, rings at the others and goes in. */
export async function callAbout(consultId: number): Promise<void> {
  const { roomId } = await call(openRoom, { body: { consultId } });
  enterRoom(roomId);
}

export function forgetCall(): void {
  current?.call.hangUp();
  current = null;
  sessionStorage.removeItem(kept);
  tell();
}

/** The room this window was in before it was loaded anew. */
export const roomBefore = (): number | null => (current ? null : Number(sessionStorage.getItem(kept)) || null);
export const forgetBefore = (): void => sessionStorage.removeItem(kept);
