const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `48.3 KB`; the same in every language. */
export function bytesText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '-';
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
