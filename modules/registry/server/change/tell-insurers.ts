import type { Tx } from '#kit/server/db/database.ts';
import { notify } from '#modules/platform/server/index.ts';
import type { AnimalState } from '../animal/animal.rows.ts';
import type { ChangeRow } from './animal-change.ts';
import { isExit } from './change-effects.ts';

/** R52: an insurer hears of every insured animal that left. */
export async function tellInsurers(tx: Tx, change: ChangeRow, animals: readonly AnimalState[]): Promise<void> {
  const insured = animals.filter((one) => one.insured);
  if (!isExit(change.changeType) || insured.length === 0) return;
  const users = await tx.query<{ id: number }>(
    `select distinct u.id from registry.animal_party p join platform.sys_user u on u.principal_id = p.party_id and u.status = 'active'
     where p.animal_id = any ($1) and p.role in ('insurer', 'coInsurer') and p.to_on is null limit 500`,
    [insured.map((one) => one.id)],
  );
  if (users.length === 0) return;
  await notify(tx, {
    userIds: users.map((user) => user.id),
    type: 'notice',
    title: { key: 'registry.animalChange.noticeInsured', args: { docNo: change.docNo, n: insured.length } },
    content: {
      key: 'registry.animalChange.noticeInsuredText',
      args: {
        tags: insured
          .slice(0, 10)
          .map((one) => one.earTag)
          .join('、'),
      },
    },
    linkPath: `/pri/animal/change?id=${change.id}`,
  });
}
