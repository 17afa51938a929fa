import { call } from '#kit/web/api/client.ts';
import { readFrames } from '#kit/web/push/frames.ts';
import * as invite from '#modules/cure/contract/room/invite.ts';
import type { RoomSignal, RoomState } from '#modules/cure/contract/room/room.ts';
import { Call, type CallPort } from './call.ts';

const quiet = true;

/** A guest's call: the key of the link is changed into a token that lives in this page's memory alone. */
export function guestCall(k: string, shownName: string): { readonly call: Call; start(): Promise<void>; stop(): void } {
  let token = '';
  const ended = new AbortController();
  const port: CallPort = {
    join: async (media) => {
      const { roomToken, state } = await call(invite.joinInvite, { body: { k, shownName, media } });
      token = roomToken;
      void listen();
      return state;
    },
    ice: () => call(invite.guestIce, { body: { token }, quiet }),
    state: () => call(invite.guestState, { body: { token }, quiet }),
    beat: (media, stats) => call(invite.guestBeat, { body: { token, media, stats }, quiet }),
    leave: (participantId) => call(invite.guestLeave, { body: { token, participantId }, quiet }),
    signal: (signal) => call(invite.guestSignal, { body: { token, ...signal }, quiet }),
  };
  const running = new Call(port);
  /** Opened again when it breaks; what was said meanwhile is found by looking. */
  async function listen(): Promise<void> {
    while (!ended.signal.aborted && running.view().phase !== 'over') {
      try {
        const answer = await fetch(`/api/${invite.guestStream.path}`, {
          headers: { 'X-Room-Token': token },
          signal: ended.signal,
        });
        if (answer.ok && answer.body) {
          await readFrames(
            answer.body,
            ({ event, data }) => take(event, data),
            () => {},
          );
        } else if (answer.status === 404) return running.removed();
      } catch {
        // The line broke.
      }
      await new Promise((done) => setTimeout(done, 1_000));
    }
  }
  function take(event: string, data: unknown): void {
    if (event === 'hello') return void running.lookAgain();
    const { kind, data: said } = (data ?? {}) as { kind?: string; data?: RoomSignal | RoomState };
    if (kind === 'signal') void running.hear(said as RoomSignal);
    else if (kind === 'removed') running.removed();
    else if (kind === 'state') void running.look();
  }
  return { call: running, start: () => running.start(), stop: () => ended.abort() };
}
