import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { eachOf, eachTenant, notify } from '#modules/platform/server/index.ts';
import { duplicateKinds } from '#modules/registry/contract/duplicate/duplicate.ts';
import { renewStages } from '../animal/animal.stages.ts';
import { takeUnreminded } from '../change/animal-change.ts';
import { cancelChange } from '../change/change-animals.ts';
import { searchDuplicates } from '../duplicate/duplicate-candidate.ts';
import { endLapsed } from '../people/sub-admin.ts';
import { tendPapers } from '../principal/principal-document.ts';
import { tendQuality } from '../quality/nightly.ts';
import { withdrawOver } from '../service/service-info.ts';
import { lastRun, markRun, takeTime } from './night-run.ts';

/** What the night does in every tenant: animals grow older, what nobody accepted in 15 days is off, and papers come to their end. */
export async function registryNightly(database: Database): Promise<void> {
  await eachTenant(database, async (tenantNo) => {
    const inOne = (work: (tx: Tx) => Promise<unknown>) => () =>
      database.transaction(systemScope(tenantNo, 'registryNight'), work);
    await eachOf(
      [
        () => growOlder(database, tenantNo),
        ...[cancelForgotten, remindWaiting, tendPapers, withdrawOver, endLapsed].map(inOne),
        ...duplicateKinds.map((kind) => inOne((tx) => searchAgain(tx, kind))),
        inOne(tendQuality),
      ],
      (step) => step(),
    );
  });
}

async function growOlder(database: Database, tenantNo: number): Promise<void> {
  const round = () => database.transaction(systemScope(tenantNo, 'registryNight'), (tx) => renewStages(tx, today()));
  for (let left = 1_000; left > 0; left -= 1) if ((await round()) === 0) return;
}

async function searchAgain(tx: Tx, kind: (typeof duplicateKinds)[number]): Promise<void> {
  await takeTime(tx);
  const since = await lastRun(tx, `duplicates ${kind}`);
  await markRun(tx, `duplicates ${kind}`);
  await searchDuplicates(tx, kind, since);
}

/** R46: a handover nobody accepted in 15 days is cancelled. */
async function cancelForgotten(tx: Tx): Promise<number> {
  const due = await tx.query<{ id: number }>(
    `select id from registry.animal_change where tenant_no = $1 and status = 'submitted' and change_type = 'handover' and created_at < now() - interval '15 days'
     order by id limit 200`,
    [tx.scope.tenantNo],
  );
  for (const { id } of due) await cancelChange(tx, id, { reason: 'registry.animalChange.timedOut' });
  return due.length;
}

/** R46: after 7 days whoever may accept is reminded, once. */
export async function remindWaiting(tx: Tx): Promise<number> {
  const due = await takeUnreminded(tx);
  for (const { id, docNo, count, toPrincipalId } of due) {
    const users = await tx.query<{ id: number }>(
      `select u.id from platform.sys_user u where u.tenant_no = $1 and u.principal_id = $2 and u.status = 'active' and platform.user_holds(u.id, 'pri:animal:accept') limit 50`,
      [tx.scope.tenantNo, toPrincipalId],
    );
    if (users.length === 0) continue;
    await notify(tx, {
      userIds: users.map((user) => user.id),
      type: 'notice',
      title: { key: 'registry.animalChange.remindAccept', args: {} },
      content: { key: 'registry.animalChange.remindAcceptText', args: { docNo, n: count } },
      linkPath: `/pri/animal/change?id=${id}`,
    });
  }
  return due.length;
}
