/** How a stage begins. Events are facts of other modules: entered, weaned, open, served, confirmed, nearCalving, calved. */
export interface StageRule {
  readonly id: number;
  readonly enterWhen: 'event' | 'gestationDay' | 'ageDays' | 'weightKg' | 'daysInStage';
  readonly enterFrom: number | null;
  readonly event: string | null;
  readonly maxDays: number | null;
  readonly auto: boolean;
}

export interface StageFacts {
  readonly ageDays: number;
  readonly kg: number | null;
  readonly weaned: boolean;
  readonly served: boolean;
  readonly gestationDay: number | null;
  readonly daysToCalving: number | null;
  readonly daysSinceCalving: number | null;
  readonly currentId: number | null;
  readonly daysInStage: number;
}

/** Where two stages of a breeding female fit, the higher one wins: 围产, 妊娠后期, 哺乳, 妊娠中期, 妊娠前期, 配后, 空怀. */
function rankOf({ enterWhen, enterFrom, event }: StageRule): number {
  if (enterWhen === 'gestationDay') return 300 + (enterFrom ?? 0);
  return { nearCalving: 900, calved: 500, confirmed: 300, served: 200, open: 100 }[event ?? ''] ?? 0;
}

function holdsForFemale(rule: StageRule, facts: StageFacts): boolean {
  const { gestationDay, daysToCalving, daysSinceCalving } = facts;
  if (rule.enterWhen === 'gestationDay') return gestationDay !== null && gestationDay >= (rule.enterFrom ?? 0);
  switch (rule.event) {
    case 'nearCalving':
      return gestationDay !== null && daysToCalving !== null && daysToCalving <= (rule.enterFrom ?? 21);
    case 'calved':
      return gestationDay === null && daysSinceCalving !== null && daysSinceCalving <= (rule.maxDays ?? 150);
    case 'confirmed':
      return gestationDay !== null;
    case 'served':
      return facts.served;
    default:
      return true;
  }
}

/** A growing animal goes on from where it is; a stage that asks for days or an event is not skipped. */
function growing(rules: readonly StageRule[], facts: StageFacts): StageRule | null {
  let at = rules.findIndex((one) => one.id === facts.currentId);
  let daysHere = facts.daysInStage;
  for (let next = at + 1; next < rules.length; next++) {
    const rule = rules[next] as StageRule;
    const holds =
      rule.enterWhen === 'ageDays'
        ? facts.ageDays >= (rule.enterFrom ?? 0)
        : rule.enterWhen === 'weightKg'
          ? facts.kg !== null && facts.kg >= (rule.enterFrom ?? 0)
          : rule.enterWhen === 'daysInStage'
            ? at >= 0 && daysHere >= (rule.enterFrom ?? 0)
            : rule.event === 'entered' || (rule.event === 'weaned' && facts.weaned);
    if (holds) {
      at = next;
      daysHere = 0;
    } else if (rule.enterWhen === 'daysInStage' || rule.enterWhen === 'event') break;
  }
  return rules[at] ?? null;
}

/**
 * The stage an animal belongs into by its scheme; null where nothing fits yet.
 *
 * @example
 * const stage = stageFor(rules, facts);
 */
export function stageFor(rules: readonly StageRule[], facts: StageFacts): StageRule | null {
  if (!rules.some((one) => one.event === 'open')) return growing(rules, facts);
  const fit = rules.filter((one) => holdsForFemale(one, facts)).toSorted((a, b) => rankOf(b) - rankOf(a));
  return fit[0] ?? null;
}
