/** Whether so many milliseconds have passed since a moment. Also true where the clock was put back: how old something is, nobody knows then. */
export function hasPassed(since: number, milliseconds: number, now = Date.now()): boolean {
  const age = now - since;
  return age < 0 || age >= milliseconds;
}
