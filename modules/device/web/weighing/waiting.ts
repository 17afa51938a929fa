/** A weight that has not reached the server; its number in the session is its key, so that sending twice stores once. */
export interface WaitingWeight {
  readonly n: number;
  readonly at: string;
  readonly tag: string | null;
  readonly kg: number;
}

const keyOf = (sessionId: number) => `device.weigh.${sessionId}`;

export function readWaiting(sessionId: number): WaitingWeight[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? '[]') as WaitingWeight[];
  } catch {
    return [];
  }
}

export function keepWaiting(sessionId: number, list: readonly WaitingWeight[]): void {
  if (list.length === 0) localStorage.removeItem(keyOf(sessionId));
  else localStorage.setItem(keyOf(sessionId), JSON.stringify(list));
}
