/** A process remembers sessions, menus and parameters for five seconds by its own clock: that is put forward, and nobody waits. */
export function fiveSecondsLater(): void {
  const before = Date.now;
  Date.now = () => before.call(Date) + 5_100;
}
