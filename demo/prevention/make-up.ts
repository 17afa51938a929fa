import type { Tx } from '#kit/server/db/database.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import type { Random } from '../random.ts';
import type { Holder, Visit } from './visit-book.ts';

const vaccineOf: Readonly<Record<string, string>> = {
  fmd: 'fmdOA',
  ppr: 'ppr',
  brucellosis: 'brucS2',
  echinococcosis: 'echino',
};

/** What this month has to make up: a visit for each disease of each household, in no order. */
export async function makeUpVisits(
  tx: Tx,
  holders: readonly Holder[],
  today: string,
  random: Random,
): Promise<Visit[]> {
  const due = await tx.query<{ principalId: number; animalId: number; diseaseCode: string; why: string }>(
    `select principal_id as "principalId", animal_id as "animalId", disease_code as "diseaseCode", why from prevention.judge_routine($1, $2)
     order by principal_id, disease_code, animal_id`,
    [tx.scope.tenantNo, holders.map((one) => one.id)],
  );
  const groups = [...Map.groupBy(due, (one) => `${one.principalId} ${one.diseaseCode}`).values()];
  return random.shuffle(groups).flatMap((rows): Visit[] => {
    const [first] = rows;
    const holder = holders.find((one) => one.id === first?.principalId);
    const vaccine = vaccineOf[first?.diseaseCode ?? ''];
    if (!holder?.staffId || !vaccine) return [];
    const reasons = new Map(rows.map((one) => [one.animalId, one.why]));
    return [
      {
        holder,
        mode: 'routine',
        seasonId: null,
        on: addDays(today, -Math.min(random.int(0, 13), Number(today.slice(8)) - 1)),
        result: 'done',
        vaccines: [vaccine],
        animals: holder.animals.flatMap((animal) => {
          const reason = reasons.get(animal.animalId);
          return reason ? [{ animal, reason }] : [];
        }),
      },
    ];
  });
}
