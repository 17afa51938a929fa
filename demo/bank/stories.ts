import type { Tx } from '#kit/server/db/database.ts';
import { insertNotice } from '#modules/bank/server/product/margin-notice.ts';
import { lineValue } from '#modules/bank/server/product/valuation.ts';
import { raise, settleAlarm } from '#modules/bank/server/watch/kernel.ts';
import type { DemoWorld } from '../part.ts';
import { saveApplications } from './applications.ts';
import { type Book, type DemoLine, storyTag } from './book.ts';
import { addDays, at } from './days.ts';
import { savePastOf } from './past.ts';

/** Applications on their way, clients without a line, changes, a disposal, a notice and what is told of it all. */
export async function saveStories(world: DemoWorld, tx: Tx, book: Book): Promise<void> {
  await saveApplications(world, tx, book);
  await saveChanges(tx, book, world.today);
  await savePastOf(tx, book, world.today);
  await saveNotice(tx, book, world.today);
  await saveDisposal(tx, book, world.today);
  await saveAlarms(world, tx, book);
}

interface Item {
  readonly id: number;
  readonly animalId: number;
  readonly earTag: string;
}
const heldItems = (tx: Tx, line: DemoLine, most: number, skip = 0): Promise<Item[]> =>
  tx.query<Item>(
    `select id, animal_id as "animalId", ear_tag as "earTag" from bank.pledge_item where tenant_no = kit.tenant() and pledge_id = $1
       and state = 'pledged' and ear_tag <> $4 order by id offset $3 limit $2`,
    [line.pledgeId, most, skip, storyTag],
  );

interface Change {
  readonly kind: string;
  readonly status: string;
  readonly on: string;
  readonly reason: string;
  readonly out: readonly Item[];
  readonly in?: readonly Item[];
  readonly buyer?: string;
  readonly until?: string;
  readonly outcome?: string;
  readonly end?: string;
}
async function saveChange(tx: Tx, line: DemoLine, { people }: Book, one: Change): Promise<void> {
  const isChecked = ['checked', 'approved', 'done', 'lapsed'].includes(one.status);
  const isApproved = ['approved', 'done', 'lapsed'].includes(one.status);
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.pledge_change (tenant_no, region_code, doc_no, kind, pledge_id, bank_id, principal_id, supervisor_id, asked_by,
       asked_at, reason, buyer_name, release_until, head_out, head_in, checked_by, checked_at, approved_by, approved_at, done_at, end_reason,
       status, created_at)
     values (kit.tenant(), $1, kit.doc_no('PC'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $8)
     returning id`,
    [
      line.holder.regionCode,
      one.kind,
      line.pledgeId,
      line.bankId,
      line.holder.id,
      line.supervisorId,
      people.manager,
      at(one.on),
      one.reason,
      one.buyer ?? null,
      one.until ?? null,
      one.out.length,
      one.in?.length ?? 0,
      isChecked ? people.monitor : null,
      isChecked ? at(addDays(one.on, 1)) : null,
      isApproved ? people.reviewer : null,
      isApproved ? at(addDays(one.on, 2)) : null,
      one.status === 'done' ? at(addDays(one.on, 2), 11) : null,
      one.end ?? null,
      one.status,
    ],
  );
  const worth = async (items: readonly Item[]) =>
    (
      await tx.query<{ cents: number }>(
        `select coalesce(sum(value), 0)::bigint as cents from bank.pledge_item_amount where tenant_no = kit.tenant() and id = any ($1)`,
        [items.map((item) => item.id)],
      )
    )[0]?.cents ?? 0;
  const [valueOut, valueIn] = [await worth(one.out), await worth(one.in ?? [])];
  await tx.query(
    `insert into bank.pledge_change_amount (id, tenant_no, bank_id, principal_id, price, repay_first, value_out, value_in, ltv_after)
     select $1, kit.tenant(), $2, $3, $4, $5, $6, $7, l.ltv from bank.credit_line l where l.id = $8`,
    [
      row?.id,
      line.bankId,
      line.holder.id,
      one.buyer ? valueOut : null,
      isApproved ? 0 : null,
      valueOut,
      valueIn,
      line.lineId,
    ],
  );
  await tx.query(
    `insert into bank.pledge_change_line (tenant_no, parent_id, line_no, animal_id, ear_tag, direction, item_id, read_by, scanned_at, outcome)
     select kit.tenant(), $1, ord::int, (r ->> 'animalId')::bigint, r ->> 'earTag', r ->> 'way', (r ->> 'id')::bigint,
       case when r ->> 'way' = 'in' then 'rfid' end, case when r ->> 'way' = 'in' then $3::timestamptz end, $4
     from jsonb_array_elements($2::jsonb) with ordinality x(r, ord)`,
    [
      row?.id,
      JSON.stringify([
        ...one.out.map((item) => ({ ...item, way: 'out' })),
        ...(one.in ?? []).map((item) => ({ ...item, way: 'in' })),
      ]),
      at(addDays(one.on, 1)),
      one.outcome ?? null,
    ],
  );
  if (['submitted', 'checked'].includes(one.status))
    await tx.query(
      'update bank.pledge_item set held_by_change_id = $1 where tenant_no = kit.tenant() and id = any ($2)',
      [row?.id, one.out.map((item) => item.id)],
    );
}

async function saveChanges(tx: Tx, book: Book, today: string): Promise<void> {
  const of = (index: number) => book.lines[index] as DemoLine;
  // Five for five, last month: those that went are another's choice now.
  const gone = await heldItems(tx, of(2), 5);
  const came = await heldItems(tx, of(2), 5, 5);
  await saveChange(tx, of(2), book, {
    kind: 'swap',
    status: 'done',
    on: addDays(today, -36),
    reason: '淘汰老龄母牛，换入青年母牛',
    out: gone,
    in: came,
  });
  await tx.query(
    `update bank.pledge_item set state = 'swappedOut', end_reason = 'swapped', to_at = $2 where tenant_no = kit.tenant() and id = any ($1)`,
    [gone.map((one) => one.id), at(addDays(today, -34))],
  );
  await tx.query(`update bank.pledge_item set from_at = $2 where tenant_no = kit.tenant() and id = any ($1)`, [
    came.map((one) => one.id),
    at(addDays(today, -34)),
  ]);
  const sold = await heldItems(tx, of(3), 4);
  await saveChange(tx, of(3), book, {
    kind: 'saleRelease',
    status: 'done',
    on: addDays(today, -52),
    reason: '出售育成羊归还部分贷款',
    buyer: '开鲁县活畜交易市场',
    until: addDays(today, -43),
    outcome: 'sold',
    out: sold,
  });
  await tx.query(
    `update bank.pledge_item set state = 'released', end_reason = 'sold', to_at = $2 where tenant_no = kit.tenant() and id = any ($1)`,
    [sold.map((one) => one.id), at(addDays(today, -47))],
  );
  await saveChange(tx, of(5), book, {
    kind: 'saleRelease',
    status: 'lapsed',
    on: addDays(today, -30),
    reason: '买方看畜后拟购 2 头',
    buyer: '白音查干',
    until: addDays(today, -21),
    outcome: 'back',
    out: await heldItems(tx, of(5), 2),
    end: '到期未出售，恢复抵押',
  });
  await saveChange(tx, of(0), book, {
    kind: 'saleRelease',
    status: 'submitted',
    on: addDays(today, -1),
    reason: '出售 2 头淘汰母牛',
    buyer: '通辽肉联采购点',
    out: await heldItems(tx, of(0), 2),
  });
  await saveChange(tx, of(8), book, {
    kind: 'release',
    status: 'checked',
    on: addDays(today, -3),
    reason: '已还部分本金，申请解除 3 只抵押',
    out: await heldItems(tx, of(8), 3),
  });
}

/** R42: the line at 83.33 per cent was asked for more, two days ago. */
async function saveNotice(tx: Tx, book: Book, today: string): Promise<void> {
  const line = book.lines.find((one) => one.plan.owedPct === 83.33);
  if (!line) return;
  const worth = await lineValue(tx, line.lineId, today);
  await insertNotice(
    tx,
    {
      creditLineId: line.lineId,
      bankId: line.bankId,
      principalId: line.holder.id,
      owedCents: worth.balanceCents + worth.interestCents,
      eligibleCents: worth.eligibleCents,
      maxLtv: 70,
      marginDays: 5,
    },
    addDays(today, -2),
  );
}

/** Three months overdue: twelve head stand for auction. */
async function saveDisposal(tx: Tx, book: Book, today: string): Promise<void> {
  const line = book.lines.find((one) => one.plan.end === 'enforcing');
  if (!line) return;
  const items = await heldItems(tx, line, 12);
  const [worth] = await tx.query<{ cents: number }>(
    `select coalesce(sum(value), 0)::bigint as cents from bank.pledge_item_amount where tenant_no = kit.tenant() and id = any ($1)`,
    [items.map((one) => one.id)],
  );
  const cents = worth?.cents ?? 0;
  await tx.query(
    `insert into bank.disposal_case (tenant_no, doc_no, credit_line_id, pledge_id, bank_id, principal_id, reason, created_by, appraised_value,
       way, start_price, lots, head, status, created_at)
     values (kit.tenant(), kit.doc_no('PD'), $1, $2, $3, $4, '贷款逾期 90 天以上，协商还款未果', $5, $6, 'auction', $7, $8, $9, 'offered', $10)`,
    [
      line.lineId,
      line.pledgeId,
      line.bankId,
      line.holder.id,
      book.people.head,
      cents,
      Math.round((cents * 0.9) / 10_000) * 10_000,
      JSON.stringify([
        {
          animalIds: items.map((one) => one.animalId),
          startPrice: Math.round((cents * 0.9) / 10_000) * 10_000,
          soldPrice: null,
        },
      ]),
      items.length,
      at(addDays(today, -20)),
    ],
  );
}

async function saveAlarms({ today }: DemoWorld, tx: Tx, book: Book): Promise<void> {
  const lines = book.lines.filter((one) => one.plan.end !== 'closed');
  const party = (line: DemoLine) => ({
    bankId: line.bankId,
    principalId: line.holder.id,
    supervisorId: line.supervisorId,
    regionCode: line.holder.regionCode,
  });
  const docs = new Map(
    (
      await tx.query<{ id: number; line: string; pledge: string; site: string; ltv: number | null }>(
        `select l.id, l.doc_no as line, p.doc_no as pledge, s.name as site, l.ltv::float8 as ltv from bank.credit_line l
         join bank.pledge p on p.tenant_no = l.tenant_no and p.credit_line_id = l.id join bank.pledge_site s on s.id = p.site_id
         where l.tenant_no = kit.tenant()`,
      )
    ).map((row) => [row.id, row]),
  );
  const told = (line: DemoLine) => docs.get(line.lineId);
  const onLine = (line: DemoLine, bound: number) => ({
    ...party(line),
    subject: { entity: 'bank.creditLine', id: line.lineId, name: told(line)?.line ?? '' },
    args: {
      creditLineId: line.lineId,
      docNo: told(line)?.line ?? '',
      client: line.holder.name,
      ltv: (told(line)?.ltv ?? 0).toFixed(2),
      bound: bound.toFixed(2),
      day: today,
      days: 21,
      due: addDays(today, 8),
      on: addDays(today, 8),
    },
  });
  const onSite = (line: DemoLine, n: number) => ({
    ...party(line),
    subject: { entity: 'bank.pledgeSite', id: line.siteId, name: told(line)?.site ?? '' },
    args: {
      siteId: line.siteId,
      site: told(line)?.site ?? '',
      name: told(line)?.site ?? '',
      client: line.holder.name,
      n,
      missing: n,
      book: line.animals.length,
      days: 5,
      docNo: '',
    },
  });
  const margin = lines.find((one) => one.plan.owedPct === 83.33);
  const enforced = lines.find((one) => one.plan.end === 'enforcing');
  const overdue = lines.find((one) => one.plan.end === 'overdue');
  if (margin) {
    await raise(tx, 'ltvWarn', onLine(margin, 75));
    await raise(tx, 'ltvCall', onLine(margin, 80));
  }
  if (enforced) await raise(tx, 'ltvStop', onLine(enforced, 90));
  for (const line of [overdue, enforced]) if (line) await raise(tx, 'repayDue', onLine(line, 0));
  const late = lines[5];
  if (late) await raise(tx, 'stocktakeDue', onSite(late, 0));
  const unseen = lines[4];
  if (unseen) await raise(tx, 'unseen', onSite(unseen, 3));
  await savePast(tx, lines, onSite, today);
  const farm = lines[0];
  const [story] = await tx.query<{ id: number; animalId: number }>(
    `select id, animal_id as "animalId" from bank.pledge_item where tenant_no = kit.tenant() and ear_tag = $1`,
    [storyTag],
  );
  if (farm && story) {
    const alarm = await raise(tx, 'moveAttempt', {
      ...party(farm),
      subject: { entity: 'bank.pledgeItem', id: story.id, name: storyTag },
      animalId: story.animalId,
      args: {
        pledgeId: farm.pledgeId,
        itemId: story.id,
        earTag: storyTag,
        docNo: told(farm)?.pledge ?? '',
        change: '出售',
        what: '出售',
        client: farm.holder.name,
      },
      evidence: { at: at(addDays(today, -24)), changeType: 'saleOut' },
    });
    if (alarm)
      await tx.query('update platform.alarm set opened_at = $2, last_at = $2 where id = $1', [
        alarm,
        at(addDays(today, -24), 9),
      ]);
  }
}

/** What was told in the last months and is over. */
async function savePast(
  tx: Tx,
  lines: readonly DemoLine[],
  onSite: (line: DemoLine, n: number) => Parameters<typeof raise>[2],
  today: string,
): Promise<void> {
  const kinds = ['unseen', 'patrolDue', 'stocktakeDue'] as const;
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index % kinds.length] as (typeof kinds)[number];
    const key = `past ${index}`;
    const id = await raise(tx, kind, { ...onSite(line, 2), key });
    await settleAlarm(tx, kind, key);
    if (id)
      await tx.query(`update platform.alarm set opened_at = $2, last_at = $2, closed_at = $3 where id = $1`, [
        id,
        at(addDays(today, -70 + index * 3), 7),
        at(addDays(today, -69 + index * 3), 16),
      ]);
  }
}
