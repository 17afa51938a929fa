import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { setTraceLot, slaughterLines } from '#modules/farm/server/index.ts';
import { animalsByTags } from '#modules/registry/server/index.ts';

export interface Input {
  readonly tag: string | null;
  readonly fromLotNo: string | null;
  readonly kg: number;
}
interface FromLot {
  readonly id: number;
  readonly docNo: string;
  readonly kg: number;
  readonly taken: number;
  readonly status: string;
}

/** R40: slaughtered here, under a certificate that holds; condemned ones never, and each once. R39: no lot gives more than it has. */
export async function checkInputs(
  tx: Tx,
  principalId: number,
  inputs: readonly Input[],
  lotId: number | null,
): Promise<{ animals: Map<string, number>; lots: Map<string, number> }> {
  if (inputs.length === 0) throw invalid([{ field: 'inputs', key: 'error.field.required' }]);
  const faults = inputs.flatMap((one, at) => {
    if ((one.tag === null) === (one.fromLotNo === null))
      return [{ field: `inputs.${at}.tag`, key: 'traceability.refusal.oneSource' }];
    const isTwice = inputs.findIndex((other) => other.tag === one.tag && other.fromLotNo === one.fromLotNo) < at;
    return isTwice ? [{ field: `inputs.${at}.tag`, key: 'traceability.refusal.animalTwice' }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  const tags = inputs.flatMap((one) => (one.tag ? [one.tag] : []));
  const numbers = inputs.flatMap((one) => (one.fromLotNo ? [one.fromLotNo] : []));
  return inTenant(tx, tx.scope.tenantNo, 'lotInputs', async (all) => {
    const found = await animalsByTags(all, 'ear', tags);
    const revoked = await all.query<{ animalId: number }>(
      `select l.animal_id as "animalId" from traceability.quarantine_certificate_animal l
       join traceability.quarantine_certificate c on c.id = l.certificate_id
       where l.tenant_no = kit.tenant() and l.animal_id = any ($1) group by 1
       having bool_and(c.status in ('revoked', 'replaced', 'expired'))`,
      [found.map((one) => one.animalId)],
    );
    const lots = await all.query<FromLot>(
      `select l.id, l.doc_no as "docNo", l.kg, l.status, coalesce((
         select sum(i.kg) from traceability.trace_lot_input i
         where i.tenant_no = l.tenant_no and i.from_lot_id = l.id and i.parent_id is distinct from $3), 0) as taken
       from traceability.trace_lot l where l.tenant_no = kit.tenant() and l.doc_no = any ($1)
         and $2 in (l.principal_id, l.next_principal_id) order by l.id for update`,
      [numbers, principalId, lotId],
    );
    const wrong = inputs.flatMap((one, at) => {
      if (one.tag) {
        const hit = found.find((animal) => animal.tag === one.tag);
        if (!hit || hit.principalId !== principalId || hit.status !== 'slaughtered')
          return [{ field: `inputs.${at}.tag`, key: 'traceability.refusal.notSlaughtered', args: { tag: one.tag } }];
        return revoked.some((other) => other.animalId === hit.animalId)
          ? [{ field: `inputs.${at}.tag`, key: 'traceability.refusal.certInvalid' }]
          : [];
      }
      const lot = lots.find((other) => other.docNo === one.fromLotNo);
      if (!lot || lot.id === lotId || ['open', 'held', 'recalled'].includes(lot.status))
        return [{ field: `inputs.${at}.fromLotNo`, key: 'traceability.refusal.lotNotFree' }];
      return [];
    });
    if (wrong.length > 0) throw invalid(wrong);
    for (const lot of lots) {
      const asked = inputs.find((one) => one.fromLotNo === lot.docNo)?.kg ?? 0;
      if (Number(lot.taken) + asked > Number(lot.kg) + 0.001)
        throw refusal('yield', 'traceability.refusal.yield', { docNo: lot.docNo });
    }
    return {
      animals: new Map(found.map((one) => [one.tag, one.animalId])),
      lots: new Map(lots.map((one) => [one.docNo, one.id])),
    };
  });
}

/** Names what the lines mean: the animal, or the lot. */
export async function nameInputs(tx: Tx, lotId: number): Promise<{ animals: number }> {
  try {
    await tx.query(
      `update traceability.trace_lot_input i set
         animal_id = (select a.id from traceability.animal_seen a
           where a.tenant_no = i.tenant_no and a.ear_tag = i.tag and a.status = 'slaughtered' order by a.id
             desc limit 1),
         from_lot_id = (select l.id from traceability.trace_lot l
           where l.tenant_no = i.tenant_no and l.doc_no = i.from_lot_no)
       where i.parent_id = $1`,
      [lotId],
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'one_carcass')
      throw refusal('carcassUsed', 'traceability.refusal.carcassUsed');
    throw error;
  }
  const [row] = await tx.query<{ animals: number }>(
    `with recursive up as (
       select i.from_lot_id, i.animal_id, 1 as depth from traceability.trace_lot_input i where i.parent_id = $1
       union select i.from_lot_id, i.animal_id, up.depth + 1 from up
         join traceability.trace_lot_input i on i.parent_id = up.from_lot_id where up.depth < 6)
     select count(distinct animal_id)::int as animals from up where animal_id is not null`,
    [lotId],
  );
  return { animals: row?.animals ?? 0 };
}

/** R40: the plant's slaughter lists name the lot their carcasses went into; one that went into another is in no second. */
export const tellPlant = (tx: Tx, lotId: number, lotNo: string): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'tellPlant', async (all) => {
    const inputs = await all.query<{ animalId: number }>(
      `select animal_id as "animalId" from traceability.trace_lot_input where parent_id = $1 and animal_id is not null`,
      [lotId],
    );
    if (inputs.length === 0) return;
    const lines = await slaughterLines(all, { animalIds: inputs.map((one) => one.animalId) });
    const taken = await setTraceLot(
      all,
      lines.map((one) => one.lineId),
      lotNo,
    );
    if (taken !== lines.length) throw refusal('carcassUsed', 'traceability.refusal.carcassUsed');
  });

export const insertInput = (tx: Tx, lotId: number, fromLotNo: string, kg: number): Promise<unknown> =>
  tx.query(
    `insert into traceability.trace_lot_input (tenant_no, parent_id, line_no, from_lot_no, kg)
     values (kit.tenant(), $1, 1, $2, $3)`,
    [lotId, fromLotNo, kg],
  );

/** Every lot made of this one, itself first; at most six steps, which is more than a plant has. */
export async function lotsBelow(tx: Tx, lotId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `with recursive down as (
       select $1::bigint as id, 0 as depth
       union select i.parent_id, down.depth + 1 from down
         join traceability.trace_lot_input i on i.tenant_no = kit.tenant() and i.from_lot_id = down.id
         where down.depth < 6)
     select distinct id from down order by id`,
    [lotId],
  );
  return rows.map((row) => row.id);
}
