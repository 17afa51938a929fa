import type { Tx } from '#kit/server/db/database.ts';
import { setItemCovers, setItemValues } from '#modules/bank/server/pledge/pledge-item.ts';
import { setStartValue } from '#modules/bank/server/pledge/rows/pledge-amount.ts';
import { headValues } from '#modules/bank/server/product/valuation.ts';
import { coverOfItems } from '#modules/bank/server/watch/kernel.ts';
import { setDeviceParty } from '#modules/device/server/index.ts';
import { setFlag, setParty, setStake, writeEvents } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';
import { type DemoLine, storyTag } from './book.ts';
import { addDays, at } from './days.ts';

/** The herd comes under the pledge on the day of the contract. */
export async function pledgeHerd(tx: Tx, line: DemoLine, today: string, random: Random): Promise<void> {
  const rows = line.animals.map((animal) => ({
    ...animal,
    seen: at(
      addDays(
        today,
        -random.weighted([
          [0, 12],
          [1, 4],
          [3, 2],
        ] as const),
      ),
      random.int(3, 8),
    ),
    by: random.weighted([
      ['device', 3],
      ['count', 2],
      ['patrol', 2],
    ] as const),
  }));
  const made = await tx.query<{ id: number }>(
    `insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, supervisor_id, animal_id, ear_tag, species,
       stage, breed, sex, birth_date, surveyed_at, survey_read_by, seen_at, seen_by, from_at, state, created_at)
     select kit.tenant(), $1, $2, $3, $4, $5, r.id, r."earTag", r.species, r.stage, r.breed, r.sex, r."birthDate", $6, 'rfid', r.seen, r.by,
       $7, 'pledged', $6
     from jsonb_to_recordset($8::jsonb) r(id bigint, "earTag" text, species text, stage text, breed text, sex text, "birthDate" date,
       seen timestamptz, by text) order by r.id returning id`,
    [
      line.holder.regionCode,
      line.pledgeId,
      line.bankId,
      line.holder.id,
      line.supervisorId,
      at(addDays(line.contractOn, -9)),
      at(line.contractOn, 15),
      JSON.stringify(rows),
    ],
  );
  line.itemIds.push(...made.map((one) => one.id));
  await tx.query(
    `insert into bank.pledge_item_amount (id, tenant_no, bank_id, principal_id) select unnest($1::bigint[]), kit.tenant(), $2, $3`,
    [line.itemIds, line.bankId, line.holder.id],
  );
  await valueAtContract(tx, line);
}

/** By the list of the day of the contract; the first contracts are older than the first list, and go by that. */
async function valueAtContract(tx: Tx, line: DemoLine): Promise<void> {
  const [list] = await tx.query<{ day: string }>(
    `select to_char(greatest($2::date, min(l.valid_from)), 'YYYY-MM-DD') as day from bank.price_list l
     join bank.bank_product p on p.tenant_no = l.tenant_no and p.price_list_code = l.price_list_code
       and p.bank_id = l.bank_id
     where l.tenant_no = kit.tenant() and p.id = $1`,
    [line.productId, line.contractOn],
  );
  const animalIds = line.animals.map((one) => one.id);
  const worth = await headValues(tx, { productId: line.productId, day: list?.day ?? line.contractOn, animalIds });
  const items = await tx.query<{ id: number; animalId: number }>(
    'select id, animal_id as "animalId" from bank.pledge_item where tenant_no = kit.tenant() and pledge_id = $1',
    [line.pledgeId],
  );
  await setItemValues(
    tx,
    items.flatMap(({ id, animalId }) => {
      const one = worth.get(animalId);
      return one ? [{ id, ...one, on: line.contractOn }] : [];
    }),
    true,
  );
  await setStartValue(tx, line.pledgeId);
}

/** What pledges still hold carries the flag, its bank and the day in its life; the bank sees what it wears. */
export async function markAnimals(tx: Tx, lines: readonly DemoLine[]): Promise<void> {
  const [story] = await tx.query<{ id: number }>(
    'select id from registry.animal where ear_tag = $1 and tenant_no = kit.tenant()',
    [storyTag],
  );
  for (const line of lines) {
    const [file] = await tx.query<{ docNo: string }>('select doc_no as "docNo" from bank.pledge where id = $1', [
      line.pledgeId,
    ]);
    const items = await tx.query<{ animalId: number }>(
      `select animal_id as "animalId" from bank.pledge_item where tenant_no = kit.tenant() and pledge_id = $1
         and state in ('pledged', 'missing')`,
      [line.pledgeId],
    );
    const animalIds = items.map((one) => one.animalId);
    if (animalIds.length === 0) continue;
    if (story && animalIds.includes(story.id)) {
      // Until now its story told of the pledge without one.
      await setFlag(tx, [story.id], 'pledged', false, 'bank');
      await setParty(tx, [story.id], line.headBankId, 'bank', false, 'bank');
    }
    await setStake(tx, {
      animalIds,
      partyId: line.bankId,
      role: 'bank',
      flag: 'pledged',
      on: true,
      source: `bank.pledge:${line.pledgeId}`,
    });
    await writeEvents(
      tx,
      animalIds.map((animalId) => ({
        animalId,
        kind: 'pledged',
        happenedOn: line.contractOn,
        principalId: line.holder.id,
        regionCode: line.holder.regionCode,
        source: { entity: 'bank.pledge', id: line.pledgeId, docNo: file?.docNo ?? '' },
      })),
    );
    const worn = await tx.query<{ id: number; no: string; animalId: number }>(
      `select d.id, d.device_no as no, b.target_id as "animalId" from device.device_binding b
       join device.device d on d.tenant_no = b.tenant_no and d.id = b.device_id
       where b.tenant_no = kit.tenant() and b.to_at is null and b.target_kind = 'animal' and b.target_id = any ($1)`,
      [animalIds],
    );
    if (worn.length > 0) {
      await setDeviceParty(
        tx,
        worn.map((one) => one.id),
        'bankId',
        line.bankId,
      );
      await tx.query(
        `update bank.pledge_item i set device_nos = g.nos from (select (r ->> 0)::bigint as id, array_agg(r ->> 1) as nos
           from jsonb_array_elements($1::jsonb) r group by 1) g
         where i.tenant_no = kit.tenant() and i.animal_id = g.id and i.state = 'pledged'`,
        [JSON.stringify(worn.map((one) => [one.animalId, one.no]))],
      );
    }
  }
}

/** R44: covers as the insurer has them. */
export async function markCovers(tx: Tx, today: string): Promise<void> {
  const items = await tx.query<{ id: number; animalId: number }>(
    `select id, animal_id as "animalId" from bank.pledge_item where tenant_no = kit.tenant() and state in ('pledged', 'missing')`,
  );
  const covers = await coverOfItems(
    tx,
    items.map((one) => one.animalId),
    today,
  );
  await setItemCovers(
    tx,
    items.flatMap(({ id, animalId }) => {
      const cover = covers.get(animalId);
      return cover
        ? [
            {
              id,
              policyNo: cover.policyNo,
              until: cover.until,
              sumCents: cover.sumCents,
              beneficiarySet: cover.beneficiarySet,
            },
          ]
        : [];
    }),
  );
}
