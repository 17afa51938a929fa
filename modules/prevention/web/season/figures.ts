import type { CoverageRow } from '#modules/prevention/contract/season/coverage.ts';
import { numberText, pctText } from '../common/days.ts';

/** What the figures were when the season was closed; as they stand now while it is not. */
export interface Figures {
  readonly closedOn: string | null;
  readonly total: CoverageRow | null;
  readonly rows: readonly CoverageRow[];
}

export function figure(row: CoverageRow, code: string, what: 'due' | 'done' | 'coverage'): string {
  const one = row.diseases[code];
  if (!one) return '-';
  return what === 'coverage' ? pctText(one.coverage) : numberText(one[what]);
}
