import { invalid, refusal } from '#kit/contract/errors.ts';
import { today } from '#kit/server/today.ts';

/** R8: not of tomorrow, and at most 30 days back, or 90 for those who may; loaders tell what was. */
export function refuseDate(bizDate: string, back: 'usual' | 'long' | 'any'): void {
  if (bizDate > today()) throw invalid([{ field: 'bizDate', key: 'depot.ledger.future' }]);
  if (back === 'any') return;
  const days = back === 'long' ? 90 : 30;
  const first = new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);
  if (bizDate < first) throw refusal('tooOld', 'depot.ledger.tooOld', { n: days });
}
