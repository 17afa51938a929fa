const keyOf = (userId: number, what: string) => `cure.kept.${userId}.${what}`;

/** R8: what somebody typed and has not sent, from before the network, the page or the battery gave up; one's own alone. */
export function readKept<T>(userId: number, what: string): T | null {
  try {
    const text = localStorage.getItem(keyOf(userId, what));
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function keep(userId: number, what: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(userId, what), JSON.stringify(value));
  } catch {
    // A browser without a store, or a full one, costs the draft, not the form.
  }
}

export function dropKept(userId: number, what: string): void {
  try {
    localStorage.removeItem(keyOf(userId, what));
  } catch {
    // Nothing was kept.
  }
}
