import type { ProductCode } from './catalogue.ts';

export type LineEnd = 'effective' | 'frozen' | 'overdue' | 'enforcing' | 'closed';

/** A line that ran or runs: when it began, how much of its herd's present value is owed, and how it stands. */
export interface LinePlan {
  /** A unit by key, or any holder with enough animals of the product. */
  readonly holder?: string;
  readonly product: ProductCode;
  /** Share of the holder's suitable animals, and at most so many. */
  readonly most: number;
  readonly monthsBack: number;
  readonly owedPct: number;
  readonly end: LineEnd;
  readonly bank?: 'bank2';
  /** The month in which everything was paid back. */
  readonly settledBack?: number;
  /** A site that stands already. */
  readonly siteId?: number;
}

/** Twenty-one lines with money; the youngest began two months ago. */
export const plans: readonly LinePlan[] = [
  { holder: 'farm1', product: 'MN', most: 12, monthsBack: 12, owedPct: 62, end: 'effective' },
  { holder: 'coop1', product: 'RY', most: 24, monthsBack: 9, owedPct: 58, end: 'effective' },
  { product: 'MN', most: 22, monthsBack: 13, owedPct: 61, end: 'effective' },
  { product: 'RY', most: 40, monthsBack: 11, owedPct: 55, end: 'effective' },
  { product: 'MN', most: 18, monthsBack: 10, owedPct: 66, end: 'effective' },
  { product: 'MN', most: 24, monthsBack: 8, owedPct: 64, end: 'effective' },
  { product: 'YF', most: 10, monthsBack: 7, owedPct: 59, end: 'effective' },
  { product: 'MN', most: 20, monthsBack: 12, owedPct: 83.33, end: 'effective' },
  { product: 'RY', most: 30, monthsBack: 6, owedPct: 68, end: 'effective' },
  { product: 'MN', most: 14, monthsBack: 5, owedPct: 57, end: 'effective' },
  { product: 'RY', most: 36, monthsBack: 4, owedPct: 63, end: 'effective' },
  { product: 'MN', most: 18, monthsBack: 4, owedPct: 60, end: 'effective' },
  { product: 'YF', most: 8, monthsBack: 3, owedPct: 65, end: 'effective' },
  { product: 'MN', most: 16, monthsBack: 3, owedPct: 52, end: 'effective' },
  { product: 'RY', most: 24, monthsBack: 2, owedPct: 69, end: 'effective' },
  { product: 'MN', most: 15, monthsBack: 9, owedPct: 70, end: 'frozen' },
  { product: 'RY', most: 26, monthsBack: 12, owedPct: 76, end: 'overdue' },
  { product: 'MN', most: 20, monthsBack: 13, owedPct: 92, end: 'enforcing' },
  { product: 'MN', most: 10, monthsBack: 13, owedPct: 50, end: 'closed', settledBack: 4 },
  { product: 'RY', most: 15, monthsBack: 11, owedPct: 48, end: 'closed', settledBack: 3 },
  { product: 'MN', most: 8, monthsBack: 8, owedPct: 45, end: 'closed', settledBack: 1 },
  { product: 'MN', most: 12, monthsBack: 6, owedPct: 60, end: 'effective', bank: 'bank2' },
];

/** Lines still on their way to money. */
export const applications = [
  'draft',
  'submitted',
  'submitted',
  'surveyed',
  'reviewing',
  'reviewing',
  'approved',
  'rejected',
  'withdrawn',
] as const;

export const purposes = ['buyStock', 'feed', 'building', 'turnover'] as const;
