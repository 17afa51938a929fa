export interface Measure {
  readonly target: string;
  readonly comparator: string;
  readonly threshold: number;
  readonly suspectFrom: number | null;
  readonly plausibleFrom: number | null;
  readonly plausibleTo: number | null;
}

const reaches = (value: number, comparator: string, limit: number): boolean => {
  switch (comparator) {
    case 'ge':
      return value >= limit;
    case 'gt':
      return value > limit;
    case 'le':
      return value <= limit;
    case 'lt':
      return value < limit;
    default:
      return value === limit;
  }
};

/** What a value means. R44: one the instrument cannot show is no result, and is measured again. */
export function conclude(item: Measure, value: number): string {
  const { target, comparator, threshold, suspectFrom, plausibleFrom, plausibleTo } = item;
  if ((plausibleFrom !== null && value < plausibleFrom) || (plausibleTo !== null && value > plausibleTo))
    return 'invalid';
  const isAntibody = target === 'antibody';
  if (reaches(value, comparator, threshold)) return isAntibody ? 'qualified' : 'positive';
  if (suspectFrom !== null && reaches(value, comparator, suspectFrom)) return 'suspect';
  return isAntibody ? 'unqualified' : 'negative';
}
