/** Personal numbers: what is right, and what everybody may see of them. */
export type PiiKind = 'phone' | 'idCard' | 'bankCard';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Eighteen characters, a real birth date, the right check character (ISO 7064 MOD 11-2). */
function isIdCard(value: string): boolean {
  const match = /^\d{6}(\d{4})(\d\d)(\d\d)\d{3}[\dX]$/.exec(value);
  if (!match) return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900) return false;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  return '10X98765432'[sum % 11] === value[17];
}

const checks: Record<PiiKind, (value: string) => boolean> = {
  phone: (value) => /^(1\d{10}|0\d{9,11})$/.test(value),
  idCard: isIdCard,
  bankCard: (value) => /^\d{12,19}$/.test(value),
};

/** A masked value in a form means: as it was. */
export const isMask = (value: string): boolean => value.includes('*');
export const isPii = (kind: PiiKind, value: string): boolean => checks[kind](value.replace(/[\s-]/g, '').toUpperCase());

/** `138****5678`, `152322********1234`, `************1234`. */
export function maskOf(kind: PiiKind, value: string): string {
  const head = { phone: 3, idCard: 6, bankCard: 0 }[kind];
  return value.slice(0, head) + '*'.repeat(Math.max(4, value.length - head - 4)) + value.slice(-4);
}
