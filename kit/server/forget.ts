const kept: (() => void)[] = [];

/** Whoever keeps rows of the database in memory says here how to drop them. */
export function onForget(forget: () => void): void {
  kept.push(forget);
}

/** Drops everything this process keeps of a database, before it serves another one. */
export function forgetDatabase(): void {
  for (const forget of kept) forget();
}
