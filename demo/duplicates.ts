import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { duplicateKinds } from '#modules/registry/contract/duplicate/duplicate.ts';
import { registerAnimals } from '#modules/registry/server/animal/entry/register-animals.ts';
import { markRun } from '#modules/registry/server/common/night-run.ts';
import {
  findCandidate,
  searchDuplicates,
  settleCandidate,
} from '#modules/registry/server/duplicate/duplicate-candidate.ts';
import { insertRequest } from '#modules/registry/server/duplicate/merge-log.ts';
import { saveStaff } from '#modules/registry/server/index.ts';
import { pinyinOf } from '#modules/registry/server/principal/principal.ts';
import { as, shiftDay } from './herds.ts';
import { idCard, personName } from './principals.ts';
import type { Random } from './random.ts';

const wanted = { principal: 10, person: 3, animal: 5 } as const;
const phone = (random: Random) => `18${random.int(0, 9)}${String(random.int(0, 99_999_999)).padStart(8, '0')}`;

interface House {
  readonly id: number;
  readonly name: string;
  readonly contact: string;
  readonly region: number;
}

/** Households, people and animals that were entered twice, as the night finds them; one pair already waits for a second person. */
export async function saveDuplicates(tx: Tx, today: string, random: Random): Promise<void> {
  const [found] = await tx.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from registry.principal where tenant_no = $1 and status not in ('merged', 'rejected')
       group by region_code, principal_unit_name having count(*) > 1) twice`,
    [tx.scope.tenantNo],
  );
  const houses = await tx.query<House>(
    `select id, principal_unit_name as name, contact_name as contact, region_code as region from registry.principal p
     where principal_unit_type = 'household' and status = 'active' and region_code / 1000000 = 150521 and contact_phone_hash is not null
       and not exists (select 1 from platform.sys_user u where u.principal_id = p.id) order by id limit 40`,
  );
  const copies: number[] = [];
  for (let at = 0; copies.length < wanted.principal - (found?.n ?? 0) && at < houses.length; at += 1)
    copies.push(await enterAgain(tx, houses, at, random));
  await samePeople(tx, random);
  await sameCalves(tx, today);
  for (const kind of duplicateKinds) {
    await searchDuplicates(tx, kind, null);
    await markRun(tx, `duplicates ${kind}`);
  }
  await askFor(tx);
}

/** By the same name, by the same phone, or in the next village by the same card, turn by turn. */
async function enterAgain(tx: Tx, houses: readonly House[], at: number, random: Random): Promise<number> {
  const one = houses[at] as House;
  const way = at % 3;
  const elsewhere = houses.find((other) => other.region !== one.region)?.region ?? one.region;
  const contact = way === 1 ? personName(random) : one.contact;
  const { tenantNo } = tx.scope;
  const kept = (column: string) => ['enc', 'hash', 'mask'].map((part) => `${column}_${part}`);
  const made = (column: string, kind: 'phone' | 'idCard', value: string) => piiColumns(column, kind, value, tenantNo);
  const values: [string, unknown][] = [
    ['region_code', way === 2 ? elsewhere : one.region],
    ['principal_unit_name', way === 0 ? one.name : `${contact}${way === 2 ? '养殖户' : '家庭牧场'}`],
    ['name_pinyin', pinyinOf(contact)],
    ['contact_name', contact],
    ...(way === 1 ? [] : made('contact_phone', 'phone', phone(random))),
    ...(way === 2 ? [] : made('contact_id_card', 'idCard', idCard(random, one.region))),
  ];
  const copied = [
    ...(way === 1 ? kept('contact_phone') : []),
    ...(way === 2 ? kept('contact_id_card') : []),
    ...['principal_unit_type', 'principal_level', 'species_kept', 'scale', 'parent_id'],
  ];
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.principal (tenant_no, source, status, ${[...values.map(([column]) => column), ...copied].join(', ')})
     select tenant_no, 'import', 'active', ${values.map((_, index) => `$${index + 2}`).join(', ')}, ${copied.join(', ')} from registry.principal where id = $1 returning id`,
    [one.id, ...values.map(([, value]) => value)],
  );
  const id = row?.id ?? 0;
  await tx.query(
    `with house as (
       insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
       select tenant_no, region_code, id, '01', '牛舍', 'cowHouse', 20 from registry.principal where id = $1 returning *
     ) insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity) select tenant_no, region_code, principal_id, id, '01', 20 from house`,
    [id],
  );
  return id;
}

/** Taken on in two jobs without showing a card. */
async function samePeople(tx: Tx, random: Random): Promise<void> {
  const stations = await tx.query<{ id: number }>(
    "select id from registry.principal where principal_unit_type = 'preventionStation' and status = 'active' order by id limit $1",
    [wanted.person],
  );
  for (const { id } of stations) {
    const who = { principalId: id, name: personName(random), phone: phone(random), hiredOn: '2025-03-01' };
    for (const job of ['clerk', 'vet']) await saveStaff(tx, { ...who, job, status: 'active' });
  }
}

/** Two calves of one cow a day apart, told by two people. */
async function sameCalves(tx: Tx, today: string): Promise<void> {
  const cows = await tx.query<{
    id: number;
    tag: string;
    holder: number;
    pen: number | null;
    breed: string;
    region: number;
  }>(
    `select distinct on (a.principal_id) a.id, a.ear_tag as tag, a.principal_id as holder, a.pen_id as pen, a.breed, a.region_code as region from registry.animal a
     where a.status = 'inStock' and a.species = 'cattle' and a.sex = 'female' and a.voided_at is null and a.pending_change_id is null and a.birth_date < $1::date - 1000
       and not exists (select 1 from registry.animal c where c.tenant_no = a.tenant_no and c.mother_id = a.id)
     order by a.principal_id, a.id limit $2`,
    [today, wanted.animal],
  );
  for (const [index, cow] of cows.entries()) {
    const born = shiftDay(today, -70 - index * 9);
    for (const late of [0, 1]) {
      // From the far end of the roll, where no delivery has come yet.
      const tag = `2${Math.floor(cow.region / 1e6)}${String(99_000_001 + index * 2 + late).padStart(8, '0')}`;
      await registerAnimals(as(tx, null), {
        entryKind: 'born',
        principalId: cow.holder,
        penId: cow.pen,
        staffId: null,
        // Two of them were found late, too.
        wornOn: shiftDay(born, index < 2 ? 36 + late * 4 : 14 + late * 5),
        animals: [
          {
            tag,
            species: 'cattle',
            breed: cow.breed,
            sex: 'female',
            birthDate: shiftDay(born, late),
            motherTag: cow.tag,
          },
        ],
      });
    }
  }
}

/** A worker has looked at one pair; the county has to agree. */
async function askFor(tx: Tx): Promise<void> {
  const [worker] = await tx.query<{ id: number; unit: number }>(
    "select id, principal_id as unit from platform.sys_user where username = 'kzzq_worker1'",
  );
  const [pair] = await tx.query<{ left: number; right: number; leftName: string; rightName: string; region: number }>(
    `select d.left_id as left, d.right_id as right, l.principal_unit_name as "leftName", r.principal_unit_name as "rightName", d.region_code as region
     from registry.duplicate_candidate d join registry.principal l on l.id = d.left_id join registry.principal r on r.id = d.right_id
     where d.kind = 'principal' and d.status = 'open' and d.region_code / 1000000 = 150521 order by d.score desc, d.id limit 1`,
  );
  if (!worker || !pair) return;
  const by = as(tx, worker.id);
  const candidate = await findCandidate(by, 'principal', pair.left, pair.right);
  if (!candidate) return;
  await insertRequest(by, {
    candidateId: candidate.id,
    regionCode: candidate.regionCode,
    kind: 'principal',
    survivorId: pair.left,
    loserId: pair.right,
    survivorName: pair.leftName,
    loserName: pair.rightName,
    fieldChoices: { contactPhone: 'loser' },
    reason: '入户核实为同一户，电话以新登记为准',
  });
  await settleCandidate(by, candidate.id, 'requested');
  await openTask(by, {
    taskType: 'approve',
    taskName: { key: 'registry.duplicate.taskApprove', args: { survivor: pair.leftName, loser: pair.rightName } },
    entity: 'registry.duplicateCandidate',
    entityId: candidate.id,
    linkPath: `/pri/duplicate/merge?kind=principal&leftId=${pair.left}&rightId=${pair.right}`,
    permission: 'pri:duplicate:approve',
    regionCode: pair.region,
    principalId: worker.unit,
  });
}
