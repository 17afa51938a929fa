import type { Tx } from '#kit/server/db/database.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { codeOf, official, type Range, showCode, showRange } from '#modules/sign/contract/numbers/code.ts';
import { raiseStanding } from '#modules/sign/server/alert/raise.ts';
import type { Holder } from '#modules/sign/server/numbers/tag-move.ts';
import { take } from '#modules/sign/server/numbers/take.ts';
import type { Flow, Lot } from './numbers.ts';
import type { SignSettings } from './settings.ts';

interface Orders {
  readonly today: string;
  day(days: number): string;
  readonly unit: number;
  readonly factory: number;
  readonly settings: SignSettings;
  readonly sign1: number | null;
}
/** One draft, one to be audited, one sent back with its reasons. */
export async function saveOrders(tx: Tx, o: Orders): Promise<void> {
  const basis = {
    births: 2100,
    untagged: 240,
    lossPct: 0.9,
    unworn: 1300,
    perBag: 100,
    months: 12,
    need: 1100,
    cover: 7.2,
  };
  const order = async (
    status: string,
    kind: string,
    lines: readonly [string, number, string | null][],
    days: number,
    reason: string | null,
  ) => {
    const applied = lines.reduce((sum, [, n]) => sum + n, 0);
    const [row] = await tx.query<{ id: number }>(
      `insert into sign.sign_procurement (tenant_no, region_code, doc_no, doc_category_id, applicant_id, year, deliver_to, need_by,
         applied, status, reason, opinion, created_by, submitted_by, created_at, state_since)
       values ($1, 150521000000, kit.doc_no('EP'), $2, $3, $4, $3, $5, $6, $7, $8, $9, $10, $11, $12::date, $12::date) returning id`,
      [
        tx.scope.tenantNo,
        o.settings.kinds.get(kind),
        o.unit,
        Number(o.today.slice(0, 4)),
        o.day(60),
        applied,
        status,
        reason,
        status === 'rejected' ? '数量超过测算需求，请按需求重新申报' : null,
        o.sign1,
        status === 'draft' ? null : o.sign1,
        o.day(days),
      ],
    );
    for (const [at, [category, n, reject]] of lines.entries())
      await tx.query(
        `insert into sign.sign_procurement_line (tenant_no, parent_id, line_no, category_id, county_code, applied, basis, reject_code,
           reject_text, suggested) values ($1, $2, $3, $4, 150521000000, $5, $6, $7, $8, $9)`,
        [
          tx.scope.tenantNo,
          row?.id,
          at + 1,
          o.settings.categories.get(category),
          n,
          JSON.stringify(basis),
          reject,
          reject && '按测算需求核减',
          reject && 1100,
        ],
      );
    return row?.id as number;
  };
  await order(
    'draft',
    'annual',
    [
      ['CQR', 1100, null],
      ['SQR', 800, null],
    ],
    0,
    null,
  );
  await order('submitted', 'supplement', [['CQR', 1200, null]], -1, '秋季集中佩戴');
  await order(
    'rejected',
    'annual',
    [
      ['CQR', 5000, 'overNeed'],
      ['SQR', 4000, 'overNeed'],
      ['CEL', 2000, 'budget'],
    ],
    -4,
    '一次备足全年',
  );
}

interface Scraps {
  day(days: number): string;
  cut(county: number, digit: number, n: number): Range | null;
  readonly depot: Holder;
  readonly lot: Lot;
  readonly sign1: number | null;
}
export async function saveScraps(tx: Tx, o: Scraps): Promise<void> {
  const make = async (kind: string, n: number, status: string, days: number) => {
    const range = o.cut(150521, 2, n);
    if (!range) return;
    const [row] = await tx.query<{ id: number; docNo: string }>(
      `insert into sign.sign_scrap (tenant_no, region_code, doc_no, kind, principal_id, happened_on, witness, liable, count, status,
         created_by, submitted_by, created_at) values ($1, 150521000000, kit.doc_no('EX'), $2, $3, $4, '韩玉梅', 'none', $5, $6, $7, $7, $4::date)
       returning id, doc_no as "docNo"`,
      [tx.scope.tenantNo, kind, o.depot.principalId, o.day(days), n, status, o.sign1],
    );
    if (!row) return;
    await tx.query(
      `insert into sign.sign_scrap_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count)
       values ($1, $2, 1, $3, $4, $5, $6)`,
      [tx.scope.tenantNo, row.id, o.lot.categoryId, String(range.from), String(range.to), n],
    );
    const doc = { type: 'scrap', id: row.id, no: row.docNo };
    if (status === 'draft') return;
    const base = { scheme: official, ranges: [range], doc, on: o.day(days) };
    await take(tx, {
      ...base,
      from: { holder: o.depot, places: ['stock'] },
      to: { place: 'scrapPending', holder: o.depot },
    });
    if (status === 'approved')
      await take(tx, {
        ...base,
        from: { holder: o.depot, places: ['scrapPending'] },
        to: kind === 'lost' ? { place: 'lost', holder: null } : { place: 'scrapped', holder: o.depot },
      });
  };
  await make('misprint', 40, 'approved', -120);
  await make('damaged', 12, 'submitted', -3);
  await make('damaged', 8, 'draft', -1);
  await make('factoryDefect', 20, 'checked', -6);
  await make('lost', 30, 'approved', -60);
  const held = o.cut(150521, 2, 100);
  if (held) {
    const [row] = await tx.query<{ id: number }>(
      `insert into sign.tag_hold (tenant_no, region_code, doc_no, code_from, code_to, reason, text, holder_ids, created_by)
       values ($1, 150521000000, kit.doc_no('EH'), $2, $3, 'quality', '锁扣断裂，待厂家说明', $4, $5) returning id`,
      [tx.scope.tenantNo, held.from, held.to, [o.depot.principalId], o.sign1],
    );
    await tx.query('insert into sign.tag_hold_party (tenant_no, tag_hold_id, party_id) values ($1, $2, $3)', [
      tx.scope.tenantNo,
      row?.id,
      o.depot.principalId,
    ]);
    await take(tx, {
      scheme: official,
      ranges: [held],
      from: { holder: o.depot, places: ['stock'] },
      to: { place: 'stock', holder: o.depot },
      doc: { type: 'hold', id: row?.id ?? null, no: `EH-${showCode(held.from)}` },
      on: o.day(-5),
    });
    await tx.query('update sign.tag_segment set hold_id = $3 where code_from = $1 and code_to = $2', [
      held.from,
      held.to,
      row?.id,
    ]);
  }
}

/** A delivery that is signed for and not yet counted in. */
export async function saveReceived(tx: Tx, o: Scraps): Promise<void> {
  const range = o.cut(150521, 2, 100);
  if (!range) return;
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into sign.sign_receiving (tenant_no, region_code, doc_no, source_type, source_id, source_no, from_principal_id,
       to_principal_id, count, sent_on, due_on, status, signed_by, signed_at)
     select $1, 150521000000, kit.doc_no('ER'), 'shipment', s.id, s.doc_no, s.supplier_id, $2, $3, $4, $5, 'signed', $6, $5::date
     from sign.tag_shipment s where s.tenant_no = $1 and s.deliver_to = $2 order by s.id desc limit 1
     returning id, doc_no as "docNo"`,
    [tx.scope.tenantNo, o.depot.principalId, range.to - range.from + 1, o.day(-4), o.day(-1), o.sign1],
  );
  if (!row) return;
  await tx.query(
    `insert into sign.sign_receiving_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count, result)
     values ($1, $2, 1, $3, $4, $5, $6, 'ok')`,
    [tx.scope.tenantNo, row.id, o.lot.categoryId, String(range.from), String(range.to), range.to - range.from + 1],
  );
  await take(tx, {
    scheme: official,
    ranges: [range],
    from: { holder: o.depot, places: ['stock'] },
    to: { place: 'received', holder: o.depot },
    doc: { type: 'receiving', id: row.id, no: row.docNo },
    on: o.day(-1),
  });
}

export async function saveBags(
  tx: Tx,
  o: { day(days: number): string; readonly units: ReadonlyMap<string, number>; readonly unit: number },
): Promise<void> {
  await tx.query(
    `update sign.tag_use u set ended_on = a.exit_on,
       end_reason = case a.status when 'slaughtered' then 'slaughtered' when 'culled' then 'culled' else 'died' end
     from registry.animal a where a.tenant_no = u.tenant_no and a.id = u.animal_id and u.tenant_no = $1 and u.state = 'ended'`,
    [tx.scope.tenantNo],
  );
  const plant = o.units.get('plant1');
  const kerqin = o.units.get('county 150502000000');
  if (!plant || !kerqin) return;
  const ended = await tx.query<{ code: number; animalId: number; categoryId: number }>(
    `select u.code, u.animal_id as "animalId", coalesce(u.category_id, (select min(c.id) from sign.sign_category c)) as "categoryId"
     from sign.tag_use u where u.tenant_no = $1 and u.state = 'ended' order by u.code limit 60`,
    [tx.scope.tenantNo],
  );
  // A quarter is in no bag yet.
  const at = (part: number) => Math.floor(ended.length * part);
  const bags = [
    ['open', 0, at(0.2)],
    ['sealed', at(0.2), at(0.4)],
    ['handed', at(0.4), at(0.55)],
    ['received', at(0.55), at(0.75)],
  ] as const;
  for (const [step, [status, from, to]] of bags.entries()) {
    const codes = ended.slice(from, to);
    const [row] = await tx.query<{ id: number }>(
      `insert into sign.sign_recovery (tenant_no, region_code, doc_no, kind, bag_no, from_principal_id, to_principal_id, reason, count,
         status, sealed_on, handed_on, received_on, created_at)
       values ($1, 150502000000, kit.doc_no('EB'), 'worn', $2, $3, $4, 'slaughter', $5, $6, $7, $8, $9, $10::date) returning id`,
      [
        tx.scope.tenantNo,
        `FQ-${1001 + step}`,
        plant,
        kerqin,
        codes.length,
        status,
        step > 0 ? o.day(-10 + step) : null,
        step > 1 ? o.day(-8 + step) : null,
        step > 2 ? o.day(-4) : null,
        o.day(-12),
      ],
    );
    for (const [no, one] of codes.entries())
      await tx.query(
        `insert into sign.sign_recovery_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count, animal_id, scan_key)
         values ($1, $2, $3, $4, $5, $5, 1, $6, $7)`,
        [tx.scope.tenantNo, row?.id, no + 1, one.categoryId, String(one.code), one.animalId, `${one.code}-${one.code}`],
      );
    if (step > 0)
      await tx.query(
        `update sign.tag_use set state = 'recovered', recovery_id = $2, recovered_on = $3 where tenant_no = $1 and code = any ($4)`,
        [tx.scope.tenantNo, row?.id, o.day(-9), codes.map((one) => one.code)],
      );
  }
}

export async function saveStocktakes(
  tx: Tx,
  o: { day(days: number): string; readonly flow: Flow; readonly sign1: number | null },
): Promise<void> {
  for (const lot of o.flow.lots.filter((one) => one.digit === 2 && one.station))
    for (const [at, worker] of lot.workers.slice(0, 3).entries()) {
      const isOpen = lot.county === 150521 && at === 1;
      await tx.query(
        `insert into sign.sign_stocktake (tenant_no, region_code, doc_no, principal_id, staff_id, book, seen, counted_on, counted_by,
           status, created_by, created_at)
         select $1, p.region_code, kit.doc_no('EC'), $2, $3, 100, 100, $4, $5, $6, $5, $7::date from registry.principal p where p.id = $2`,
        [
          tx.scope.tenantNo,
          lot.station,
          worker,
          isOpen ? null : o.day(-30 - at),
          o.sign1,
          isOpen ? 'draft' : 'closed',
          o.day(-31),
        ],
      );
    }
}

export async function saveAlerts(
  tx: Tx,
  o: { readonly units: ReadonlyMap<string, number>; readonly unit: number; readonly lot: Lot },
): Promise<void> {
  const code = codeOf(2, 150521, 8812);
  const late = await tx.query<{ id: number; docNo: string; to: number; regionCode: number }>(
    `select id, doc_no as "docNo", to_principal_id as "to", region_code as "regionCode" from sign.sign_receiving
     where tenant_no = $1 and status = 'waiting' and due_on < $2`,
    [tx.scope.tenantNo, new Date().toISOString().slice(0, 10)],
  );
  for (const row of late.slice(0, 5))
    await openAlarm(tx, {
      kind: 'overdueSign',
      dedupKey: `overdueSign ${row.id}`,
      subject: { entity: 'sign.signReceiving', id: row.id, name: row.docNo },
      regionCode: row.regionCode,
      principalId: row.to,
      args: { docNo: row.docNo, days: 8 },
    });
  await openAlarm(tx, {
    kind: 'duplicateCode',
    dedupKey: `duplicateCode ${code}`,
    subject: { entity: 'sign.tagUse', id: 1, name: showCode(code) },
    regionCode: 150521101203,
    principalId: o.unit,
    args: { code: String(code), shown: showCode(code), holder: '西宝龙山养殖合作社(示范)' },
    evidence: { code },
  });
  await openAlarm(tx, {
    kind: 'tagIdle',
    dedupKey: 'tagIdle demo',
    subject: { entity: 'sign.tagBalance', id: o.lot.workers[0] ?? 0, name: showRange(o.lot.free) },
    regionCode: 150521101000,
    principalId: o.lot.station ?? o.unit,
    args: {
      staffId: String(o.lot.workers[0] ?? 0),
      name: '防疫员',
      n: 100,
      since: new Date(Date.now() - 140 * 86_400_000).toISOString().slice(0, 10),
    },
  });
  await raiseStanding(tx);
}
