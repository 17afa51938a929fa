import type { Tx } from '#kit/server/db/database.ts';
import { changeAnimals, setFlag, wouldRefuse } from '#modules/registry/server/index.ts';
import { codeOf } from '#modules/traceability/server/code/codes.ts';
import { insertCode } from '#modules/traceability/server/code/trace-code.ts';
import { takeSerials } from '#modules/traceability/server/code/trace-code-batch.ts';
import { addStep, noteAnimals, readLot, renewOut } from '#modules/traceability/server/lot/trace-lot.rows.ts';
import { nameInputs } from '#modules/traceability/server/lot/trace-lot-input.ts';
import type { DemoWorld } from '../part.ts';

type Node = readonly [code: string, required: boolean, maxHours: number | null];
const processes: readonly [code: string, name: string, yieldLimit: number, status: string, nodes: readonly Node[]][] = [
  [
    'BEEF',
    '冷鲜牛肉',
    65,
    'active',
    [
      ['made', true, null],
      ['chilled', true, 24],
      ['inspected', true, 48],
      ['stored', false, null],
    ],
  ],
  [
    'PACK',
    '牛肉分割包装',
    100,
    'active',
    [
      ['made', true, null],
      ['stored', true, 24],
    ],
  ],
  [
    'LAMB',
    '冷鲜羊肉',
    58,
    'draft',
    [
      ['made', true, null],
      ['chilled', true, 24],
    ],
  ],
];

async function saveProcesses(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [code, name, limit, status, nodes] of processes) {
    const [row] = await tx.query<{ id: number }>(
      `insert into traceability.trace_process_def (tenant_no, code, name, yield_limit, status)
       values ($1, $2, $3, $4, $5) returning id`,
      [tx.scope.tenantNo, code, name, limit, status],
    );
    if (!row) continue;
    ids.set(code, row.id);
    for (const [at, [node, required, hours]] of nodes.entries())
      await tx.query(
        `insert into traceability.trace_process_def_node (tenant_no, parent_id, line_no, code, required, max_hours)
         values ($1, $2, $3, $4, $5, $6)`,
        [tx.scope.tenantNo, row.id, at + 1, node, required, hours],
      );
  }
  return ids;
}

/** Cattle that went to the plant and were slaughtered there, by the registry's own changes. */
async function slaughter(tx: Tx, plant: number, today: string): Promise<{ id: number; tag: string }[]> {
  const grown = await tx.query<{ id: number; tag: string; principalId: number }>(
    `select a.id, a.ear_tag as tag, a.principal_id as "principalId" from registry.animal a
     join registry.principal p on p.id = a.principal_id and p.status = 'active'
     where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null
       and not a.pledged and not a.quarantined and not a.insured and a.owner_id = a.principal_id and a.species = 'cattle'
       and a.stage in ('bull', 'steer') and a.region_code / 1000000 in (150521, 150522)
       and not exists (select 1 from traceability.quarantine_declaration_animal l where l.animal_id = a.id)
     order by a.principal_id, a.id`,
    [tx.scope.tenantNo],
  );
  // Some are kept back by other modules: in withdrawal, in isolation, in a sale.
  const kept = new Set<number>();
  for (const own of Map.groupBy(grown, (one) => one.principalId).values()) {
    const about = { purpose: 'slaughter', animalIds: own.map((one) => one.id), on: today };
    for (const block of [
      ...(await wouldRefuse(tx, { ...about, kind: 'handover', facts: { toPrincipalId: plant } })),
      ...(await wouldRefuse(tx, { ...about, kind: 'slaughter' })),
    ])
      kept.add(block.animalId);
  }
  const animals = grown.filter((one) => !kept.has(one.id)).slice(0, 8);
  for (const [principalId, own] of Map.groupBy(animals, (one) => one.principalId)) {
    const shared = {
      animalIds: own.map((one) => one.id),
      happenedOn: today,
      mayCorrect: true,
      source: 'traceability',
      actor: null,
    } as const;
    await changeAnimals(tx, {
      ...shared,
      changeType: 'handover',
      toPrincipalId: plant,
      purpose: 'slaughter',
      confirmedBy: plant,
      byPrincipalId: principalId,
    });
    await changeAnimals(tx, { ...shared, changeType: 'slaughter', confirmedBy: plant, byPrincipalId: plant });
  }
  return animals;
}

export interface NewLot {
  readonly unit: number;
  readonly def: number;
  readonly kind: string;
  readonly product: string;
  readonly kg: number;
  readonly status: string;
  readonly daysAgo: number;
  readonly next?: number | undefined;
  readonly inputs: readonly { tag?: string; lotNo?: string; kg: number }[];
  readonly steps: readonly string[];
}

export async function saveLot(tx: Tx, today: string, one: NewLot): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into traceability.trace_lot (tenant_no, region_code, doc_no, kind, subject_id, principal_id, next_principal_id,
       process_def_id, product_name, made_on, kg, shelf_days, store_temp, product_cert_no, kg_in, status, reason, created_at)
     select $1, s.region_code, kit.doc_no('TL'), $3, s.id, s.principal_id, $4, $5, $6, $7::date - $8::int, $9, 30, '0~4℃',
       case when $10 in ('released', 'shipped', 'recalled', 'held')
         then 'CP' || to_char($7::date - $8::int, 'YYYYMMDD') || lpad((ascii($6) % 1000)::text, 3, '0') end, $11, $10,
       case when $10 = 'recalled' then '召回演练' when $10 = 'held' then '抽检待结果' end, $7::date - $8::int
     from traceability.trace_subject s where s.tenant_no = $1 and s.principal_id = $2 and s.kind = 'business'
     returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.unit,
      one.kind,
      one.next ?? null,
      one.def,
      one.product,
      today,
      one.daysAgo,
      one.kg,
      one.status,
      one.inputs.reduce((sum, input) => sum + input.kg, 0),
    ],
  );
  if (!row) throw new Error('the lot was not saved');
  for (const [at, input] of one.inputs.entries())
    await tx.query(
      `insert into traceability.trace_lot_input (tenant_no, parent_id, line_no, tag, from_lot_no, kg)
       values ($1, $2, $3, $4, $5, $6)`,
      [tx.scope.tenantNo, row.id, at + 1, input.tag ?? null, input.lotNo ?? null, input.kg],
    );
  const { animals } = await nameInputs(tx, row.id);
  await noteAnimals(tx, row.id, animals);
  const begun = Date.parse(`${today}T00:00:00+08:00`) - one.daysAgo * 86_400_000;
  for (const [at, kind] of one.steps.entries())
    await addStep(tx, row.id, { kind, at: new Date(begun + (at * 6 + 8) * 3_600_000).toISOString() }, null);
  return row;
}

const whole = ['made', 'chilled', 'inspected', 'stored', 'released'];

/** From eight cattle to packs in the shop: some sold, one lot on hold, one recalled, one still open. */
export async function saveProducts(tx: Tx, { units, today }: DemoWorld): Promise<void> {
  const [plant, maker, shop] = ['plant1', 'proc1', 'shop1'].map((key) => units.get(key));
  if (!plant || !maker || !shop) return;
  const defs = await saveProcesses(tx);
  const [beef, pack] = [defs.get('BEEF') ?? 0, defs.get('PACK') ?? 0];
  const animals = await slaughter(tx, plant, today);
  const carcass = (some: typeof animals, daysAgo: number, status: string, steps: readonly string[]) =>
    saveLot(tx, today, {
      unit: plant,
      def: beef,
      kind: 'carcass',
      product: '牛胴体',
      kg: some.length * 290,
      status,
      daysAgo,
      next: status === 'shipped' ? maker : undefined,
      inputs: some.map((one) => ({ tag: one.tag, kg: 520 })),
      steps,
    });
  const lots = [
    await carcass(animals.slice(0, 3), 9, 'shipped', [...whole, 'shipped']),
    await carcass(animals.slice(3, 6), 5, 'shipped', [...whole, 'shipped']),
    await carcass(animals.slice(6, 8), 1, 'open', ['made']),
  ];
  const cuts = [];
  for (const [at, from] of lots.slice(0, 2).entries())
    for (const [product, kg] of [
      ['牛腩', 220],
      ['牛腱', 160],
      ['上脑', 120],
    ] as const)
      cuts.push(
        await saveLot(tx, today, {
          unit: maker,
          def: pack,
          kind: 'cut',
          product,
          kg,
          status: at === 1 && product === '牛腱' ? 'held' : 'released',
          daysAgo: 8 - at * 4,
          inputs: [{ lotNo: from.docNo, kg }],
          steps: ['made', 'stored', 'released', ...(at === 1 && product === '牛腱' ? ['held'] : [])],
        }),
      );
  const packs = [];
  for (const [at, from] of cuts.slice(0, 4).entries())
    for (let no = 0; no < 3; no += 1)
      packs.push(
        await saveLot(tx, today, {
          unit: maker,
          def: pack,
          kind: 'pack',
          product: `${['牛腩', '牛腱', '上脑', '牛腩'][at]} 500g`,
          kg: 30,
          status: at === 2 ? 'recalled' : no === 2 ? 'released' : 'shipped',
          daysAgo: Math.max(1, 7 - at),
          next: no === 2 ? undefined : shop,
          inputs: [{ lotNo: from.docNo, kg: 30 }],
          steps: ['made', 'stored', 'released', ...(no === 2 ? [] : ['shipped']), ...(at === 2 ? ['recalled'] : [])],
        }),
      );
  await tx.query(
    `update traceability.trace_lot set recalled_at = $2::date - interval '2 days', recall_ms = 640
     where tenant_no = $1 and status = 'recalled'`,
    [tx.scope.tenantNo, today],
  );
  await renewOut(
    tx,
    [...lots, ...cuts].map((one) => one.id),
  );
  await saveCodes(tx, today, { plant, maker, packs });
}

/** Ranges of codes in every state, and labels on packs, cattle and the maker's door. */
async function saveCodes(
  tx: Tx,
  today: string,
  { plant, maker, packs }: { plant: number; maker: number; packs: readonly { id: number; docNo: string }[] },
): Promise<void> {
  const batches: readonly [unit: number, kind: string, count: number, status: string, printed: number][] = [
    [maker, 'P', 20_000, 'printed', 6_000],
    [plant, 'L', 500, 'issued', 0],
    [maker, 'P', 1_000_000, 'submitted', 0],
    [plant, 'P', 2_000, 'draft', 0],
  ];
  let first = 0;
  let firstBatch = 0;
  for (const [unit, kind, count, status, printed] of batches) {
    const isIssued = ['printed', 'issued'].includes(status);
    const from = isIssued ? await takeSerials(tx, count) : null;
    const [row] = await tx.query<{ id: number }>(
      `insert into traceability.trace_code_batch (tenant_no, region_code, doc_no, kind, subject_id, principal_id, count,
         serial_from, serial_to, purpose, printed, status, issued_at, created_at)
       select $1, s.region_code, kit.doc_no('TB'), $3, s.id, s.principal_id, $4::int, $5::bigint, $5::bigint + $4::int - 1, '产品标签', $6,
         $7, case when $5::bigint is not null then $8::date - interval '20 days' end, $8::date - interval '21 days'
       from traceability.trace_subject s where s.tenant_no = $1 and s.principal_id = $2 and s.kind = 'business' returning id`,
      [tx.scope.tenantNo, unit, kind, count, from, printed, status, today],
    );
    if (first === 0 && from !== null) [first, firstBatch] = [from, row?.id ?? 0];
  }
  const [place] = await tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from registry.principal where id = $1',
    [maker],
  );
  for (const [at, one] of packs.entries()) {
    const lot = await readLot(tx, one.id);
    await insertCode(
      tx,
      {
        stored: first + at,
        code: codeOf('P', first + at),
        kind: 'P',
        batchId: firstBatch,
        principalId: maker,
        regionCode: place?.regionCode ?? 0,
        targetType: 'lot',
        targetId: one.id,
        targetName: one.docNo,
        pin: lot?.hash ? { seq: lot.seq, head: lot.hash.toString('hex').slice(0, 10) } : null,
      },
      null,
    );
  }
  await tx.query(
    `update traceability.trace_code c set status = 'recalled' from traceability.trace_lot l
     where c.tenant_no = $1 and l.id = c.target_id and c.target_type = 'lot' and l.status = 'recalled'`,
    [tx.scope.tenantNo],
  );
  await tx.query('update traceability.trace_code_batch set bound = $2 where id = $1', [firstBatch, packs.length]);
  await tx.query(
    `insert into traceability.trace_scan (tenant_no, region_code, principal_id, code_id, code, scanned_at, client, visitor)
     select c.tenant_no, c.region_code, c.principal_id, c.id, c.code, $2::date - (n % 13) * interval '1 day' + n * interval '7 minutes',
       (array['wechat', 'wechat', 'browser'])[1 + n % 3], md5(n::text || c.id)
     from traceability.trace_code c cross join generate_series(1, 6) n where c.tenant_no = $1`,
    [tx.scope.tenantNo, today],
  );
  await tx.query(
    `update traceability.trace_code c set scans = s.n, first_scan_at = s.first from (
       select code_id, count(*)::int as n, min(scanned_at) as first from traceability.trace_scan
       where tenant_no = $1 group by 1) s where s.code_id = c.id`,
    [tx.scope.tenantNo],
  );
}

/** Heifers of the farm that nothing else holds: they are told to have come from outside. */
const newcomers = (tx: Tx, principalId: number, n: number): Promise<{ id: number; tag: string }[]> =>
  tx.query(
    `select a.id, a.ear_tag as tag from registry.animal a
     where a.tenant_no = $1 and a.principal_id = $2 and a.status = 'inStock' and a.voided_at is null and a.sex = 'female'
       and a.pending_change_id is null and not a.pledged and not a.insured and not a.quarantined
       and a.owner_id = a.principal_id order by a.birth_date desc, a.id limit $3`,
    [tx.scope.tenantNo, principalId, n],
  );

/** Heifers of another province in isolation, and what else was announced, refused or let go. */
export async function saveThird(tx: Tx, { units, today }: DemoWorld): Promise<void> {
  const [farm, coop] = [units.get('farm1'), units.get('coop1')];
  if (!farm || !coop) return;
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const rows: readonly [unit: number, status: string, source: string, sender: string, heads: number, day: number][] = [
    [farm, 'isolating', 'otherProvince', '长春良种牛繁育场', 3, -12],
    [farm, 'declared', 'otherPrefecture', '赤峰阿鲁科尔沁合作社', 4, 2],
    [coop, 'declared', 'abroad', '澳洲进口种牛代理', 3, 9],
    [coop, 'refused', 'otherProvince', '某贩运户', 5, -20],
    [coop, 'closed', 'otherPrefecture', '兴安盟突泉养殖场', 8, -70],
  ];
  for (const [at, [unit, status, source, sender, heads, on]] of rows.entries()) {
    const days = source === 'abroad' ? 45 : status === 'isolating' ? 30 : 0;
    const [row] = await tx.query<{ id: number }>(
      `insert into traceability.third_party_batch (tenant_no, region_code, doc_no, source, sender, origin_region_code,
         certificate_no, cert_type, purpose, to_principal_id, expected_on, arrived_on, heads, received, isolation_days,
         isolation_until, reason, status, created_at)
       select $1, p.region_code, kit.doc_no('QT'), $3, $4, $5, $6, 'animalA', 'breed', p.id, $7::date,
         case when $8 in ('isolating', 'closed') then $7::date end, $9, case when $8 in ('isolating', 'closed') then $9 else 0 end,
         $10, case when $8 = 'isolating' then $7::date + $10::int end,
         case when $8 = 'refused' then '检疫证号查无此证' end, $8, $7::date - interval '3 days'
       from registry.principal p where p.id = $2 returning id`,
      [tx.scope.tenantNo, unit, source, sender, 220122000000, `2201226000${at}7`, day(on), status, heads, days],
    );
    const made = Array.from({ length: heads }, (_, no) => `2220122${String(30_000_000 + at * 1000 + no)}`);
    const born = day(-500 - at);
    const own = status === 'isolating' ? await newcomers(tx, unit, heads) : [];
    const ids = own.map((one) => one.id);
    const tags = own.length > 0 ? own.map((one) => one.tag) : made;
    if (ids.length > 0) await setFlag(tx, ids, 'quarantined', true, `traceability:third:${row?.id}`);
    for (const [no, tag] of tags.entries())
      await tx.query(
        `insert into traceability.third_party_batch_animal (tenant_no, parent_id, line_no, outside_id, tag, species, breed,
           sex, birth_date, animal_id, result)
         values ($1, $2, $3, $4, $4, 'cattle', 'simmental', 'female', $5, $6, $7)`,
        [
          tx.scope.tenantNo,
          row?.id,
          no + 1,
          tag,
          born,
          ids[no] ?? null,
          ['isolating', 'closed'].includes(status) ? 'ok' : null,
        ],
      );
  }
}
