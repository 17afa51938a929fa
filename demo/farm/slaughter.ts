import { recordCalc } from '#kit/server/calc/calc.ts';
import { priceAnimals } from '#modules/farm/contract/sale/price.ts';
import { priceInputs, slaughterCalc } from '#modules/farm/server/sale/calc.ts';
import { pastSteers, type Trade } from './past-steers.ts';

interface Animal {
  readonly id: number;
  readonly earTag: string;
  readonly kg: number | null;
}

/** Four batches: two settled, one done with a tag missing, one on its way; and a draft that holds a drugged animal. */
export async function saveSlaughter(trade: Trade): Promise<void> {
  const { tx, random, day, unit, user } = trade;
  const { tenantNo } = tx.scope;
  const farmId = unit('farm1');
  const plantId = unit('plant1');
  const clerk = await user('farm_clerk1');
  const insert = async (n: number, status: string, on: number, animals: readonly Animal[], mode: string) => {
    const [batch] = await tx.query<{ id: number; docNo: string }>(
      `insert into farm.slaughter_batch (tenant_no, region_code, principal_id, slaughterhouse_id, doc_no, sent_on,
         quarantine_cert_no, vehicle_no, price_mode, head, status, created_by, created_at, done_on, received_at)
       select $1, p.region_code, $2, $3, 'FS-' || $4::text, $5::date, $6, $7, $8, $9, $10::text, $11, $5::date,
         case when $10::text in ('done', 'settled') then $5::date + 1 end,
         case when $10::text in ('done', 'settled', 'received') then $5::date + 1 end
       from registry.principal p where p.id = $2 returning id, doc_no as "docNo"`,
      [
        tenantNo,
        farmId,
        plantId,
        String(n),
        day(on),
        `1505${String(20260000 + n * 37)}`,
        `蒙G${10_000 + n * 321}`,
        mode,
        animals.length,
        status,
        clerk,
      ],
    );
    return batch as { id: number; docNo: string };
  };
  const line = (batchId: number, at: number, one: Animal, more: Record<string, unknown>) =>
    tx.query(
      `insert into farm.slaughter_batch_line (tenant_no, parent_id, line_no, animal_id, ear_tag, species, live_kg, tag_ok,
         outcome, carcass_kg, dress_pct, grade)
       values ($1, $2, $3, $4, $5, 'cattle', $6, $7, $8, $9, $10, $11)`,
      [
        tenantNo,
        batchId,
        at + 1,
        one.id,
        one.earTag,
        more.liveKg ?? one.kg,
        more.tagOk ?? null,
        more.outcome ?? 'pending',
        more.carcassKg ?? null,
        more.dressPct ?? null,
        more.grade ?? null,
      ],
    );
  const sums = (id: number) =>
    tx.query(
      `update farm.slaughter_batch b set live_kg = x.live, carcass_kg = x.carcass, dressed_live_kg = x.dressed,
         mismatches = x.missing
       from (select coalesce(sum(live_kg), 0) as live, sum(carcass_kg) as carcass,
           sum(live_kg) filter (where carcass_kg is not null) as dressed,
           count(*) filter (where tag_ok = false)::int as missing
         from farm.slaughter_batch_line where parent_id = $1) x where b.id = $1`,
      [id],
    );
  const grades = [
    { grade: 'A', cents: 5000 },
    { grade: 'B', cents: 4760 },
  ];
  for (const [n, status, on] of [
    [1, 'settled', -96],
    [2, 'settled', -41],
    [3, 'done', -9],
  ] as const) {
    const left = await pastSteers(trade, { from: 500 + n * 20, count: 8, leftOn: on + 1, kind: 'slaughter' });
    const animals = left.map((one) => ({ ...one, kg: null }));
    const batch = await insert(n, status, on, animals, 'carcass');
    const lines = animals.map((_, at) => {
      const liveKg = random.int(5600, 6800) / 10;
      const dressPct = random.int(5280, 5540) / 100;
      // One tag was gone when the lorry was opened.
      const isMissing = n === 3 && at === animals.length - 1;
      return {
        liveKg,
        tagOk: !isMissing,
        outcome: isMissing ? 'returned' : 'slaughtered',
        carcassKg: isMissing ? null : Math.round(liveKg * dressPct) / 100,
        dressPct: isMissing ? null : dressPct,
        grade: isMissing ? null : at % 3 === 2 ? 'B' : 'A',
      };
    });
    for (const [at, one] of animals.entries()) await line(batch.id, at, one, lines[at] ?? {});
    await sums(batch.id);
    const counted = lines.filter((one) => one.outcome === 'slaughtered');
    const ask = {
      mode: 'carcass' as const,
      unitCents: 4900,
      grades,
      lines: counted.map((one) => ({ kg: one.liveKg, carcassKg: one.carcassKg, grade: one.grade })),
    };
    const { cents, parts } = priceAnimals(ask);
    const isSettled = status === 'settled';
    const [money] = await tx.query<{ id: number }>(
      `insert into farm.slaughter_money (tenant_no, principal_id, slaughterhouse_id, batch_id, doc_no, unit_price, grades,
         amount, parts, paid, settled_on, voucher, created_by)
       values ($1, $2, $3, $4, $5, 4900, $6, $7, $8, $9, $10, $11, $12) returning id`,
      [
        tenantNo,
        farmId,
        plantId,
        batch.id,
        batch.docNo,
        JSON.stringify(grades),
        isSettled ? cents : null,
        JSON.stringify(isSettled ? counted.map((_, at) => ({ animalId: animals[at]?.id, cents: parts[at] ?? 0 })) : []),
        isSettled ? cents : 0,
        isSettled ? day(on + 4) : null,
        isSettled ? `PZ-${n}` : null,
        clerk,
      ],
    );
    if (isSettled)
      await recordCalc(tx, {
        kind: slaughterCalc,
        id: money?.id as number,
        rule: { ref: `farm.slaughterMoney:${batch.docNo}`, content: { mode: 'carcass', unitCents: 4900 } },
        inputs: priceInputs(ask),
      });
    if (isSettled)
      await tx.query(
        `insert into farm.customer_pay (tenant_no, principal_id, batch_id, on_date, amount, way, created_by)
         values ($1, $2, $3, $4, $5, 'transfer', $6)`,
        [tenantNo, farmId, batch.id, day(on + 4), cents, clerk],
      );
    await tx.query(
      'insert into farm.slaughter_cost (tenant_no, principal_id, batch_id, cost) values ($1, $2, $3, $4)',
      [tenantNo, farmId, batch.id, Math.round(cents / 100) * random.int(88, 95)],
    );
  }
  await saveDraft(farmId);

  /** A drugged animal on a list that is not sent: told before the lorry stands at the gate. */
  async function saveDraft(holderId: number): Promise<void> {
    const free = await tx.query<Animal>(
      `select a.id, a.ear_tag as "earTag", a.weight as kg from registry.animal a where a.tenant_no = $1
         and a.principal_id = $2 and a.status = 'inStock' and not a.pledged and a.pending_change_id is null
         and not exists (select 1 from farm.animal_hold h where h.animal_id = a.id)
         and not exists (select 1 from farm.sale_order_line l where l.animal_id = a.id)
       order by exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id and w.status = 'open') desc,
         a.weight desc nulls last, a.id limit 4`,
      [tenantNo, holderId],
    );
    if (free.length === 0) return;
    const batch = await insert(4, 'draft', 2, free, 'live');
    for (const [at, one] of free.entries()) await line(batch.id, at, one, {});
    await sums(batch.id);
    await tx.query(
      `insert into farm.slaughter_money (tenant_no, principal_id, slaughterhouse_id, batch_id, doc_no, unit_price, created_by)
       values ($1, $2, $3, $4, $5, 2560, $6)`,
      [tenantNo, holderId, plantId, batch.id, batch.docNo, clerk],
    );
  }
}
