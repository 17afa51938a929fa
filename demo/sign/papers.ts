import type { Tx } from '#kit/server/db/database.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { official, type Range } from '#modules/sign/contract/numbers/code.ts';
import type { Holder } from '#modules/sign/server/numbers/tag-move.ts';
import type { Place } from '#modules/sign/server/numbers/tag-segment.ts';
import { take } from '#modules/sign/server/numbers/take.ts';
import { sendOut } from '#modules/sign/server/papers/handover.ts';
import { insertStockOut } from '#modules/sign/server/papers/rows/sign-stock-out.ts';
import { insertStockOutLines } from '#modules/sign/server/papers/rows/sign-stock-out-line.ts';
import { as, shiftDay } from '../herds.ts';
import { onDay } from '../numbers.ts';
import type { DemoWorld } from '../part.ts';
import type { Flow, Lot } from './numbers.ts';
import type { SignSettings } from './settings.ts';
import { saveAlerts, saveBags, saveOrders, saveReceived, saveScraps, saveStocktakes } from './stories.ts';

interface Shelf {
  next: number;
  readonly lot: Lot;
}

/** What lies on shelves and in hands today, the papers under way, and the stories: a lost bag, a worker who sits on his tags, a number on two cows. */
export async function saveSignPapers(tx: Tx, world: DemoWorld, settings: SignSettings, flow: Flow): Promise<void> {
  const { today, units } = world;
  const day = (days: number) => shiftDay(today, days);
  const shelves = new Map(
    flow.lots.map((lot) => [`${lot.county} ${lot.digit}`, { next: lot.free.from, lot } as Shelf]),
  );
  const userOf = async (username: string): Promise<number | null> => {
    const [row] = await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]);
    return row?.id ?? null;
  };
  const staffOf = async (username: string): Promise<number | null> => {
    const [row] = await tx.query<{ id: number }>(
      'select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1 order by s.id limit 1',
      [username],
    );
    return row?.id ?? null;
  };
  const [sign1, station1, worker1] = [
    await userOf('sign1'),
    await userOf('kzzq_station'),
    await userOf('kzzq_worker1'),
  ];

  /** The next numbers of a county's shelf. */
  const cut = (county: number, digit: number, n: number): Range | null => {
    const shelf = shelves.get(`${county} ${digit}`);
    if (!shelf || shelf.next + n - 1 > shelf.lot.free.to) return null;
    const range = { from: shelf.next, to: shelf.next + n - 1 };
    shelf.next += n;
    return range;
  };
  const paper = async (
    kind: string,
    from: Holder,
    to: Holder,
    range: Range,
    on: string,
    status: string,
    by: number | null,
    categoryId: number,
  ) => {
    const own = as(tx, by);
    const asked = {
      docCategoryId: settings.kinds.get(kind) as number,
      kind,
      from,
      to,
      regionCode: await regionOf(tx, to.principalId),
      count: range.to - range.from + 1,
      status,
      issuedOn: on,
    };
    const made = await onDay(tx, on, () => insertStockOut(own, asked));
    await tx.query('update sign.sign_stock_out set created_at = $2::date where id = $1', [made.id, on]);
    await insertStockOutLines(own, made.id, [{ ...range, categoryId, count: range.to - range.from + 1 }]);
    return made;
  };
  /** Issued and signed for, as if both had been at their desks. */
  const give = async (
    kind: 'issueUnit' | 'issueWorker' | 'issueFarm',
    from: Holder,
    to: Holder,
    range: Range,
    on: string,
    lot: Lot,
    by: number | null,
  ) => {
    const made = await paper(kind, from, to, range, on, 'signed', by, lot.categoryId);
    const lines = [{ ...range, categoryId: lot.categoryId }];
    const source = { type: 'stockOut' as const, id: made.id, no: made.docNo };
    const receiving = await sendOut(as(tx, by), { source, from, to, fromPlace: 'stock', lines, on });
    await sign(receiving, to, range, shiftDay(on, 2), from);
    return made;
  };
  const sign = async (receiving: { id: number; docNo: string }, to: Holder, range: Range, on: string, from: Holder) => {
    const place: Place = to.staffId === null ? 'stock' : 'hand';
    await take(tx, {
      scheme: official,
      ranges: [range],
      from: { holder: to, places: ['inTransit'], sender: from },
      to: { place, holder: to },
      doc: { type: 'receiving', id: receiving.id, no: receiving.docNo },
      on,
    });
    await tx.query(
      `update sign.sign_receiving set status = 'signed', signed_by = $2, signed_at = $3::date + interval '9 hours' where id = $1`,
      [receiving.id, to.staffId === null ? sign1 : worker1, on],
    );
    await tx.query(`update sign.sign_receiving_line set result = 'ok', scanned_at = now() where parent_id = $1`, [
      receiving.id,
    ]);
    await closeTask(tx, 'sign.signReceiving', receiving.id);
  };

  for (const lot of flow.lots) {
    const unit = flow.authority.get(lot.county);
    if (!unit || !lot.station || lot.workers.length === 0) continue;
    const depot = { principalId: unit, staffId: null };
    const station = { principalId: lot.station, staffId: null };
    const toStation = cut(lot.county, lot.digit, lot.county === 150522 ? 200 : 700);
    if (!toStation) continue;
    await give('issueUnit', depot, station, toStation, day(-200), lot, sign1);
    let next = toStation.from;
    for (const [at, worker] of lot.workers.slice(0, 3).entries()) {
      const n = lot.digit === 3 ? 60 : at === 0 ? 120 : 100;
      if (next + n - 1 > toStation.to) break;
      const hand = { principalId: lot.station, staffId: worker };
      await give(
        'issueWorker',
        station,
        hand,
        { from: next, to: next + n - 1 },
        day(at === 1 ? -150 : -40),
        lot,
        station1,
      );
      next += n;
    }
  }

  const lot = shelves.get('150521 2')?.lot;
  const unit = flow.authority.get(150521);
  const stationId = units.get('station 150521101000');
  const factory = units.get('tagfac1');
  if (!lot || !unit || !stationId || !factory) return;
  const depot = { principalId: unit, staffId: null };
  const station = { principalId: stationId, staffId: null };
  const mine = { principalId: stationId, staffId: (await staffOf('kzzq_worker1')) ?? (lot.workers[0] as number) };
  await saveOpenHandovers(tx, { day, cut, paper, give, depot, station, mine, lot, sign1, station1 });
  await saveOrders(tx, { today, day, unit, factory, settings, sign1 });
  await saveScraps(tx, { day, cut, depot, lot, sign1 });
  await saveReceived(tx, { day, cut, depot, lot, sign1 });
  await saveBags(tx, { day, units, unit });
  await tx.query(
    `insert into sign.sign_recovery (tenant_no, region_code, doc_no, kind, bag_no, from_principal_id, from_staff_id, to_principal_id,
       reason, status, sealed_on, created_at)
     values ($1, 150521101000, kit.doc_no('EB'), 'unused', 'FQ-2001', $2, $3, $2, 'surplus', 'sealed', $4, $4::date)`,
    [tx.scope.tenantNo, stationId, mine.staffId, day(-3)],
  );
  await tx.query(
    `insert into sign.sign_scrap (tenant_no, region_code, doc_no, kind, principal_id, staff_id, happened_on, witness, count, status)
     values ($1, 150521101000, kit.doc_no('EX'), 'lost', $2, $3, $4, '包牧仁', 5, 'draft')`,
    [tx.scope.tenantNo, stationId, mine.staffId, day(-2)],
  );
  await saveStocktakes(tx, { day, flow, sign1 });
  await saveAlerts(tx, { units, unit, lot });
}

const regionOf = async (tx: Tx, id: number): Promise<number> => {
  const [row] = await tx.query<{ code: number }>('select region_code as code from registry.principal where id = $1', [
    id,
  ]);
  return row?.code ?? 0;
};

interface Handovers {
  day(days: number): string;
  cut(county: number, digit: number, n: number): Range | null;
  paper(
    kind: string,
    from: Holder,
    to: Holder,
    range: Range,
    on: string,
    status: string,
    by: number | null,
    categoryId: number,
  ): Promise<{ id: number; docNo: string; version: number }>;
  give(
    kind: 'issueUnit' | 'issueWorker' | 'issueFarm',
    from: Holder,
    to: Holder,
    range: Range,
    on: string,
    lot: Lot,
    by: number | null,
  ): Promise<unknown>;
  readonly depot: Holder;
  readonly station: Holder;
  readonly mine: Holder;
  readonly lot: Lot;
  readonly sign1: number | null;
  readonly station1: number | null;
}
/** Waiting, overdue, partly signed with a bag missing; requests; one over the quota. */
async function saveOpenHandovers(tx: Tx, o: Handovers): Promise<void> {
  const open = async (from: Holder, to: Holder, n: number, days: number) => {
    const range = o.cut(150521, 2, n);
    if (!range) return null;
    const made = await o.paper(
      to.staffId === null ? 'issueUnit' : 'issueWorker',
      from,
      to,
      range,
      o.day(days),
      'issued',
      o.sign1,
      o.lot.categoryId,
    );
    const bags = Array.from({ length: n / 100 }, (_, at) => ({
      from: range.from + at * 100,
      to: range.from + at * 100 + 99,
      categoryId: o.lot.categoryId,
    }));
    const receiving = await sendOut(as(tx, o.sign1), {
      source: { type: 'stockOut', id: made.id, no: made.docNo },
      from,
      to,
      fromPlace: 'stock',
      lines: bags,
      on: o.day(days),
    });
    return { ...receiving, bags, sourceId: made.id };
  };
  await open(o.depot, o.station, 300, -2);
  await open(o.depot, o.station, 200, -14);
  const short = await open(o.depot, o.station, 300, -9);
  if (short) {
    const [first, second, lost] = short.bags;
    if (first && second && lost) {
      await take(tx, {
        scheme: official,
        ranges: [first, second],
        from: { holder: o.station, places: ['inTransit'], sender: o.depot },
        to: { place: 'stock', holder: o.station },
        doc: { type: 'receiving', id: short.id, no: short.docNo },
        on: o.day(-6),
      });
      await tx.query(
        `update sign.sign_receiving set status = 'partSigned', signed_by = $2, signed_at = $3::date + interval '10 hours' where id = $1`,
        [short.id, o.station1, o.day(-6)],
      );
      await tx.query(
        `update sign.sign_receiving_line set result = case when code_from = $2 then 'short' else 'ok' end,
           reason = case when code_from = $2 then '少一包' end where parent_id = $1`,
        [short.id, String(lost.from)],
      );
      await tx.query(`update sign.sign_stock_out set status = 'partSigned' where id = $1`, [short.sourceId]);
    }
  }
  const stock = o.cut(150521, 2, 400);
  if (stock) {
    await o.give('issueUnit', o.depot, o.station, stock, o.day(-30), o.lot, o.sign1);
    // Two bags wait for the worker's own signature.
    const range = { from: stock.from, to: stock.from + 99 };
    const made = await o.paper(
      'issueWorker',
      o.station,
      o.mine,
      range,
      o.day(-1),
      'issued',
      o.station1,
      o.lot.categoryId,
    );
    await sendOut(as(tx, o.station1), {
      source: { type: 'stockOut', id: made.id, no: made.docNo },
      from: o.station,
      to: o.mine,
      fromPlace: 'stock',
      lines: [
        { from: range.from, to: range.from + 49, categoryId: o.lot.categoryId },
        { from: range.from + 50, to: range.to, categoryId: o.lot.categoryId },
      ],
      on: o.day(-1),
    });
    const more = { from: stock.from + 100, to: stock.from + 399 };
    const pending = await o.paper(
      'issueWorker',
      o.station,
      o.mine,
      more,
      o.day(0),
      'pending',
      o.station1,
      o.lot.categoryId,
    );
    await tx.query('update sign.sign_stock_out set over_quota = true, issued_on = null where id = $1', [pending.id]);
  }
  for (const n of [100, 200]) {
    const asked = await o.paper(
      'issueWorker',
      o.station,
      o.mine,
      { from: 1, to: n },
      o.day(-1),
      'requested',
      o.station1,
      o.lot.categoryId,
    );
    await tx.query('update sign.sign_stock_out_line set code_from = null, code_to = null where parent_id = $1', [
      asked.id,
    ]);
    await tx.query('update sign.sign_stock_out set issued_on = null where id = $1', [asked.id]);
  }
  const draft = o.cut(150521, 2, 100);
  if (draft) {
    const made = await o.paper('issueUnit', o.depot, o.station, draft, o.day(0), 'draft', o.sign1, o.lot.categoryId);
    await tx.query('update sign.sign_stock_out set issued_on = null where id = $1', [made.id]);
  }
}
