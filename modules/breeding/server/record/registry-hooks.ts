import { randomUUID } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { onAlarm } from '#modules/platform/server/index.ts';
import { banFacts } from '#modules/prevention/server/index.ts';
import { onEntry, onExit, onHandover, onRestored } from '#modules/registry/server/index.ts';
import { saveBirth } from './calving/births.ts';
import { addToBirth } from './calving/calving.ts';
import { goneCalves, insertCalves, tagCalf } from './calving/calving-line.ts';
import { refold } from './cycle/refold.ts';
import { femalesOf } from './females.ts';
import { reportHeat } from './heat/heat-report.ts';
import { lateGestation } from './state.ts';

/** R32, R33: a calf born into the registry finds its birth, or makes it, so that calves and births never differ. */
async function born(tx: Tx, animalIds: readonly number[]): Promise<void> {
  const calves = await tx.query<{
    id: number;
    motherId: number | null;
    birthDate: string;
    sex: string;
    breed: string;
    wornOn: string;
  }>(
    `select id, mother_id as "motherId", to_char(birth_date, 'YYYY-MM-DD') as "birthDate", sex, breed,
       to_char(tag_worn_on, 'YYYY-MM-DD') as "wornOn"
     from breeding.animal_seen where id = any ($1) and mother_id is not null order by id`,
    [animalIds],
  );
  for (const calf of calves) {
    const [known] = await tx.query<{ id: number }>(
      'select id from breeding.calving_line where tenant_no = kit.tenant() and animal_id = $1',
      [calf.id],
    );
    if (known) continue;
    const [open] = await tx.query<{ id: number }>(
      `select l.id from breeding.calving_line l join breeding.calving c on c.id = l.parent_id
       where l.tenant_no = kit.tenant() and c.mother_id = $1 and c.status in ('reported', 'verified')
         and l.state = 'toTag' and abs(c.calved_on - $2::date) <= 3
       order by l.sex = $3 desc, l.line_no limit 1 for update of l`,
      [calf.motherId, calf.birthDate, calf.sex],
    );
    if (open) await tagCalf(tx, open.id, calf.id, calf.wornOn);
    else if (!(await joinTwin(tx, calf.motherId as number, calf))) await tryBirth(tx, calf.motherId as number, calf);
  }
}

interface Calf {
  readonly id: number;
  readonly birthDate: string;
  readonly sex: string;
  readonly breed: string;
  readonly wornOn: string;
}

/** Born with another that is known already. */
async function joinTwin(tx: Tx, motherId: number, calf: Calf): Promise<boolean> {
  const [birth] = await tx.query<{ id: number; on: string }>(
    `select id, to_char(calved_on, 'YYYY-MM-DD') as on from breeding.calving where tenant_no = kit.tenant()
       and mother_id = $1 and status in ('reported', 'verified') and abs(calved_on - $2::date) <= 3 and total < 6
     order by abs(calved_on - $2::date) limit 1 for update`,
    [motherId, calf.birthDate],
  );
  if (!birth) return false;
  const given = { calvedOn: birth.on, tagDueOn: birth.on };
  const [line] = await insertCalves(tx, birth.id, [{ sex: calf.sex, alive: true, breed: calf.breed }], given);
  await addToBirth(tx, birth.id);
  if (line) await tagCalf(tx, line, calf.id, calf.wornOn);
  return true;
}

/** What speaks against the birth does not speak against the calf: it is registered, and the office clears the rest. */
async function tryBirth(tx: Tx, motherId: number, calf: Calf): Promise<void> {
  await tx.query('savepoint birth');
  try {
    await makeBirth(tx, motherId, calf);
    await tx.query('release savepoint birth');
  } catch (error) {
    if (!(error instanceof AppError) || !error.bizCode) throw error;
    await tx.query('rollback to savepoint birth');
  }
}

/** A birth nobody reported; the mother's parity was told by the registry already if she is older than the records here. */
async function makeBirth(tx: Tx, motherId: number, calf: Calf): Promise<void> {
  const [mother] = await femalesOf(tx, [motherId]);
  if (mother?.sex !== 'female') return;
  const [near] = await tx.query<{ id: number }>(
    `select c.id from breeding.calving c where c.tenant_no = kit.tenant() and c.mother_id = $1
       and c.status in ('reported', 'verified') and abs(c.calved_on - $2::date) < 270`,
    [motherId, calf.birthDate],
  );
  // Another birth stands in the way: the difference is the office's to clear, the calf is registered all the same.
  if (near) return;
  const { calfIds } = await saveBirth(
    tx,
    mother,
    {
      motherId,
      calvedOn: calf.birthDate,
      clientKey: randomUUID(),
      ease: 'normal',
      reason: 'registry',
      photoIds: [],
      calves: [{ sex: calf.sex as 'male' | 'female', alive: true, breed: calf.breed }],
      mayName: false,
    },
    null,
  );
  if (calfIds[0]) await tagCalf(tx, calfIds[0], calf.id, calf.wornOn);
}

const withCycles = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select distinct animal_id as id from breeding.breeding_cycle
       where tenant_no = kit.tenant() and animal_id = any ($1)`,
      [ids],
    )
  ).map((one) => one.id);

export function registerRegistryHooks(): void {
  const sys = <T>(tx: Tx, work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'breeding.registry', work);
  const follow = (tx: Tx, ids: readonly number[]) =>
    sys(tx, async (all) => {
      const bred = await withCycles(all, ids);
      if (bred.length > 0) await refold(all, bred);
    });
  onEntry.register('breeding', async (tx, { entryKind, animalIds }) => {
    if (entryKind === 'born') await sys(tx, (all) => born(all, animalIds));
    if (entryKind === 'returned') await follow(tx, animalIds);
  });
  onExit.register('breeding', async (tx, { animalIds }) => {
    await follow(tx, animalIds);
    await sys(tx, (all) => goneCalves(all, animalIds, false));
  });
  onHandover.register('breeding', (tx, { animalIds }) => follow(tx, animalIds));
  onRestored.register('breeding', async (tx, { animalIds }) => {
    await follow(tx, animalIds);
    await sys(tx, (all) => goneCalves(all, animalIds, true));
  });
  banFacts.register('breeding', async (tx, animalIds, on) =>
    (await lateGestation(tx, animalIds, on)).map((animalId) => ({ animalId, fact: 'lateGestation' })),
  );
  onAlarm('estrus', async (tx, alarm) => {
    if (alarm.subject.entity !== 'registry.animal' || !alarm.subject.id) return;
    await sys(tx, (all) =>
      reportHeat(all, {
        animalId: Number(alarm.subject.id),
        seenAt: new Date().toISOString(),
        source: 'collar',
        alarmId: alarm.id,
      }),
    );
  });
}
