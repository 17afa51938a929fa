/** `{{n, day|days}}` in a text: the number and its word, which some languages change after one. */
export function countedWord(n: unknown, words = ''): string {
  const [one, many = one] = words.split('|');
  return `${n ?? ''} ${Number(n) === 1 ? one : many}`;
}
