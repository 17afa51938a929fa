import { kept, owe, owedPrefix, settle } from '#kit/web/offline/vault.ts';

/** A weight that has not reached the server; its number in the session is its key, so that sending twice stores once. */
export interface WaitingWeight {
  readonly n: number;
  readonly at: string;
  readonly tag: string | null;
  readonly kg: number;
}

const nameOf = (sessionId: number) => `weighing:${sessionId}`;

export const readWaiting = async (sessionId: number): Promise<readonly WaitingWeight[]> =>
  (await kept<WaitingWeight[]>(owedPrefix + nameOf(sessionId))) ?? [];

export async function keepWaiting(sessionId: number, list: readonly WaitingWeight[]): Promise<void> {
  if (list.length === 0) await settle(nameOf(sessionId));
  else await owe(nameOf(sessionId), list);
}
