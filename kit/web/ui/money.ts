const yuan = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents as people read them: 1234567 is `12,345.67`. */
export const moneyText = (cents: number): string => yuan.format(cents / 100);
/** What was typed or pasted, in cents. */
export const toCents = (amount: number): number => Math.round(amount * 100);
