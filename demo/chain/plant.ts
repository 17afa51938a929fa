import { costTotals } from '#modules/farm/server/cost/animal-costs.ts';
import { registerPriceCalcs } from '#modules/farm/server/sale/calc.ts';
import { markArrived } from '#modules/farm/server/slaughter/plant.ts';
import { putDone } from '#modules/farm/server/slaughter/slaughter-batch.ts';
import { addLines, dressOf, linesOfBatch, putOutcomes } from '#modules/farm/server/slaughter/slaughter-batch-line.ts';
import { putCost } from '#modules/farm/server/slaughter/slaughter-cost.ts';
import { addBatchPaid, openMoney, putPrice, settleMoney } from '#modules/farm/server/slaughter/slaughter-money.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { codeOf } from '#modules/traceability/server/code/codes.ts';
import { insertCode } from '#modules/traceability/server/code/trace-code.ts';
import { readLot, renewOut } from '#modules/traceability/server/lot/trace-lot.rows.ts';
import { tellPlant } from '#modules/traceability/server/lot/trace-lot-input.ts';
import { saveLot } from '../traceability/products.ts';
import { animalOf, chainTag, days, kg, type Life } from './cast.ts';
import { travel } from './road.ts';

const centsPerKg = 4980;
const officialNo = '15050000901802';

/** On a list of its own: led away, read at the gate, slaughtered, weighed and paid for. */
export async function slaughter(life: Life): Promise<void> {
  const { tx } = life;
  const [farmId, plantId] = [life.unit('farm1'), life.unit('plant1')];
  const clerk = await life.person('farm_clerk1');
  const by = life.as(clerk);
  const animal = await animalOf(tx, chainTag);
  const on = life.on(days.slaughtered);
  const costs = await costTotals(tx, farmId, [animal.id], on);
  const [batch] = await by.query<{ id: number; docNo: string }>(
    `insert into farm.slaughter_batch (tenant_no, region_code, principal_id, slaughterhouse_id, doc_no, sent_on,
       quarantine_cert_no, vehicle_no, price_mode, head, live_kg, status, created_by, created_at)
     select $1, p.region_code, p.id, $3, kit.doc_no('FS'), $4::date, $5, '蒙G12345', 'carcass', 1, $6, 'sent', $7, $4::date
     from registry.principal p where p.id = $2 returning id, doc_no as "docNo"`,
    [tx.scope.tenantNo, farmId, plantId, on, officialNo, kg.weighedReady, clerk.userId],
  );
  if (!batch) throw new Error('the list was not written');
  await addLines(by, batch.id, [
    { animalId: animal.id, earTag: animal.earTag, species: 'cattle', kg: kg.weighedReady },
  ]);
  await openMoney(by, { ...batch, principalId: farmId, slaughterhouseId: plantId });
  await putCost(
    by,
    farmId,
    batch.id,
    [...costs.values()].reduce((sum, one) => sum + one, 0),
  );
  await travel(life, {
    day: days.slaughtered,
    from: 'farm1',
    to: 'plant1',
    purpose: 'slaughter',
    certType: 'animalB',
    officialNo,
    weight: kg.weighedReady,
  });
  await markArrived(tx, { certificateNo: officialNo, animalIds: [animal.id] });
  await changeAnimals(tx, {
    changeType: 'slaughter',
    animalIds: [animal.id],
    happenedOn: on,
    confirmedBy: plantId,
    byPrincipalId: plantId,
    mayCorrect: true,
    source: 'farm',
  });
  // Its cover ended with it: nobody has to write the plant into the policy.
  const covers = await tx.query<{ policyId: number }>(
    'select policy_id as "policyId" from insurance.ins_policy_animal where tenant_no = $1 and animal_id = $2',
    [tx.scope.tenantNo, animal.id],
  );
  for (const { policyId } of covers) await closeTask(tx, 'insurance.insPolicy', policyId);
  await putOutcomes(tx, batch.id, [
    {
      animalId: animal.id,
      outcome: 'slaughtered',
      carcassKg: kg.carcass,
      dressPct: dressOf(kg.weighedReady, kg.carcass),
      grade: 'A',
      oddConfirmed: false,
    },
  ]);
  await putDone(tx, batch.id, on);
  registerPriceCalcs();
  await putPrice(by, batch.id, centsPerKg, []);
  const paidOn = life.on(days.settled);
  const cents = await settleMoney(by, { ...batch, priceMode: 'carcass' }, await linesOfBatch(tx, batch.id), {
    settledOn: paidOn,
    voucher: 'PZ-9018',
  });
  await addBatchPaid(by, batch.id, cents);
  await tx.query(
    `insert into farm.customer_pay (tenant_no, principal_id, batch_id, on_date, amount, way, created_by)
     values ($1, $2, $3, $4, $5, 'transfer', $6)`,
    [tx.scope.tenantNo, farmId, batch.id, paidOn, cents, clerk.userId],
  );
  await tx.query(`update farm.slaughter_batch set status = 'settled', received_at = $2 where id = $1`, [
    batch.id,
    life.at(days.slaughtered, 14),
  ]);
}

/** Its carcass is a lot of its own, cut and packed by the processor; the label of the last pack proves it all. */
export async function pack(life: Life): Promise<string> {
  const { tx, world } = life;
  const { today } = world;
  const [plant, maker, shop] = [life.unit('plant1'), life.unit('proc1'), life.unit('shop1')];
  const defs = await tx.query<{ code: string; id: number }>(
    'select code, id from traceability.trace_process_def where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  const defOf = (code: string) => defs.find((one) => one.code === code)?.id ?? 0;
  const carcass = await saveLot(tx, today, {
    unit: plant,
    def: defOf('BEEF'),
    kind: 'carcass',
    product: '牛胴体',
    kg: kg.carcass,
    status: 'shipped',
    daysAgo: -days.slaughtered,
    next: maker,
    inputs: [{ tag: chainTag, kg: kg.weighedReady }],
    steps: ['made', 'chilled', 'inspected', 'stored', 'released', 'shipped'],
  });
  await tellPlant(tx, carcass.id, carcass.docNo);
  const cut = await saveLot(tx, today, {
    unit: maker,
    def: defOf('PACK'),
    kind: 'cut',
    product: '牛腱',
    kg: 46,
    status: 'released',
    daysAgo: -days.cut,
    inputs: [{ lotNo: carcass.docNo, kg: 46 }],
    steps: ['made', 'stored', 'released'],
  });
  const last = await saveLot(tx, today, {
    unit: maker,
    def: defOf('PACK'),
    kind: 'pack',
    product: '牛腱 500g',
    kg: 30,
    status: 'shipped',
    daysAgo: -days.packed,
    next: shop,
    inputs: [{ lotNo: cut.docNo, kg: 30 }],
    steps: ['made', 'stored', 'released', 'shipped'],
  });
  await renewOut(tx, [carcass.id, cut.id]);
  return label(life, last);
}

/** Out of the range the processor prints from. */
async function label(life: Life, lot: { id: number; docNo: string }): Promise<string> {
  const { tx } = life;
  const maker = life.unit('proc1');
  const [range] = await tx.query<{ id: number; first: number; regionCode: number }>(
    `select id, serial_from as first, region_code as "regionCode" from traceability.trace_code_batch
     where tenant_no = $1 and principal_id = $2 and kind = 'P' and status = 'printed' order by id limit 1`,
    [tx.scope.tenantNo, maker],
  );
  const row = await readLot(tx, lot.id);
  if (!range || !row) throw new Error('the processor has no codes');
  const stored = range.first + 901;
  const code = codeOf('P', stored);
  await insertCode(
    tx,
    {
      stored,
      code,
      kind: 'P',
      batchId: range.id,
      principalId: maker,
      regionCode: range.regionCode,
      targetType: 'lot',
      targetId: lot.id,
      targetName: lot.docNo,
      pin: row.hash ? { seq: row.seq, head: row.hash.toString('hex').slice(0, 10) } : null,
    },
    null,
  );
  await tx.query('update traceability.trace_code_batch set bound = bound + 1 where id = $1', [range.id]);
  return code;
}
