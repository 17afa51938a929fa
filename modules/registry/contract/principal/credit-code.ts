const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Check character of a unified social credit code (GB 32100). */
export function creditCodeCheck(first17: string): string | null {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) {
    const value = alphabet.indexOf(first17[index] ?? '?');
    if (value < 0) return null;
    sum += value * (weights[index] ?? 0);
  }
  return alphabet[(31 - (sum % 31)) % 31] ?? null;
}

export function isCreditCode(code: string): boolean {
  return code.length === 18 && creditCodeCheck(code.slice(0, 17)) === code[17];
}
