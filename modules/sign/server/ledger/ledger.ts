import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type { LedgerRow } from '#modules/sign/contract/ledger/ledger.ts';
import * as contract from '#modules/sign/contract/ledger/ledger.ts';
import { type Range, showCode, showRange } from '#modules/sign/contract/numbers/code.ts';
import { staffOf, unitsOf } from '../numbers/holders.ts';
import { linkOf, moveColumns } from '../numbers/locate.ts';
import { flowsOf } from '../numbers/tag-balance-day.ts';
import type { Place } from '../numbers/tag-segment.ts';
import { categoriesOf } from '../settings/sign-category.ts';

type Query = Call<typeof contract.personLedger>['query'];
const flows = ['received', 'returned_in', 'issued', 'returned_out', 'worn', 'scrapped', 'lost'] as const;

interface Raw {
  readonly principalId: number;
  readonly staffId: number | null;
  readonly categoryId: number;
  readonly regionCode: number;
  readonly opening: number;
  readonly received: number;
  readonly returned_in: number;
  readonly issued: number;
  readonly returned_out: number;
  readonly worn: number;
  readonly scrapped: number;
  readonly lost: number;
  readonly net: number;
  readonly inTransit: number;
  readonly lastMoveOn: string | null;
  readonly lastWornOn: string | null;
  readonly all: number;
}

/** The ledger of whoever the caller may see: the days before make the opening, those between what came and went. */
async function ledger(call: Call, query: Query, isPerson: boolean) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const to = query.to ?? today();
    const from = query.from ?? `${to.slice(0, 7)}-01`;
    const [lo, hi] = query.regionCode ? rangeOf(query.regionCode) : [0, 1e12];
    const args = [
      tx.scope.tenantNo,
      from,
      to,
      isPerson,
      query.categoryId ?? null,
      lo,
      hi,
      query.principalId ?? null,
      query.staffId ?? null,
    ];
    const keyword = query.keyword ? `%${query.keyword}%` : null;
    const idle = query.only === 'idle';
    const rows = await tx.query<Raw>(
      `with held as (
         select d.principal_id, d.staff_id, d.category_id, max(d.region_code) as region,
           coalesce(sum(d.net) filter (where d.day < $2), 0)::int as opening,
           ${flows.map((one) => `coalesce(sum(d.${one}) filter (where d.day >= $2), 0)::int as ${one}`).join(', ')},
           sum(d.net)::int as net
         from sign.tag_balance_day d
         where d.tenant_no = $1 and d.day <= $3 and (d.staff_id is not null) = $4
           and ($5::bigint is null or d.category_id = $5)
           and d.region_code >= $6 and d.region_code < $7 and ($8::bigint is null or d.principal_id = $8)
           and ($9::bigint is null or d.staff_id = $9)
         group by 1, 2, 3
       ), named as (
         select h.*, b.in_transit, b.last_move_on, b.last_worn_on,
           case when h.staff_id is null then registry.principal_name(h.principal_id)
           else sign.staff_name(h.staff_id) end as name
         from held h left join sign.tag_balance b on b.tenant_no = $1 and b.principal_id = h.principal_id
           and b.staff_id is not distinct from h.staff_id and b.category_id = h.category_id
       )
       select n.principal_id as "principalId", n.staff_id as "staffId", n.category_id as "categoryId",
         n.region as "regionCode", n.opening, ${flows.map((one) => `n.${one}`).join(', ')}, n.net,
         coalesce(n.in_transit, 0) as "inTransit", n.last_move_on as "lastMoveOn", n.last_worn_on as "lastWornOn",
         count(*) over ()::int as "all"
       from named n where ($10::text is null or n.name ilike $10) ${query.only === 'all' ? '' : 'and n.net > 0'}
         ${idle ? `and coalesce(n.last_worn_on, n.last_move_on) < $3::date - 90` : ''}
       order by n.region, n.principal_id, n.name, n.category_id limit $11 offset $12`,
      [...args, keyword, query.pageSize, (query.pageNum - 1) * query.pageSize],
    );
    const categories = await categoriesOf(tx);
    const units = await unitsOf(
      tx,
      rows.map((one) => one.principalId),
    );
    const staff = await staffOf(
      tx,
      rows.map((one) => one.staffId),
    );
    const folded = await foldOf(tx, rows, to);
    const made = rows.map((row): LedgerRow => {
      const last = isPerson ? (row.lastWornOn ?? row.lastMoveOn) : row.lastMoveOn;
      const closing =
        row.opening +
        row.received +
        row.returned_in -
        row.issued -
        row.returned_out -
        row.worn -
        row.scrapped -
        row.lost;
      return {
        principalId: row.principalId,
        staffId: row.staffId,
        name: (row.staffId === null ? units.get(row.principalId)?.name : staff.get(row.staffId)?.name) ?? '-',
        unit: row.staffId === null ? null : (units.get(row.principalId)?.name ?? null),
        level: units.get(row.principalId)?.level ?? null,
        regionCode: row.regionCode,
        categoryId: row.categoryId,
        category: categories.get(row.categoryId)?.name ?? '',
        opening: row.opening,
        received: row.received,
        returnedIn: row.returned_in,
        issued: row.issued,
        returnedOut: row.returned_out,
        worn: row.worn,
        scrapped: row.scrapped,
        lost: row.lost,
        closing,
        checks: closing === (folded.get(`${row.principalId} ${row.staffId} ${row.categoryId}`) ?? 0),
        inTransit: row.inTransit,
        idleDays:
          last && row.net > 0 ? Math.max(0, Math.round((Date.parse(today()) - Date.parse(last)) / 86_400_000)) : null,
        lastWornOn: row.lastWornOn,
      };
    });
    const add = (pick: (row: LedgerRow) => number) => made.reduce((sum, row) => sum + pick(row), 0);
    return {
      from,
      to,
      total: rows[0]?.all ?? 0,
      rows: made,
      sums: {
        opening: add((one) => one.opening),
        received: add((one) => one.received),
        returnedIn: add((one) => one.returnedIn),
        issued: add((one) => one.issued),
        returnedOut: add((one) => one.returnedOut),
        worn: add((one) => one.worn),
        scrapped: add((one) => one.scrapped),
        lost: add((one) => one.lost),
        closing: add((one) => one.closing),
        inTransit: add((one) => one.inTransit),
      },
    };
  });
}

/** R10: the same closing once more from the moves themselves. */
async function foldOf(tx: Tx, rows: readonly Raw[], to: string): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const folded = await tx.query<{ p: number; s: number | null; c: number; n: number }>(
    `select x.p, x.s, x.c, (
         coalesce((select sum(m.count) from sign.tag_move m where m.to_principal_id = x.p
           and m.to_staff_id is not distinct from x.s and m.category_id = x.c and m.happened_on <= $4
           and m.to_place in ('received', 'stock', 'hand', 'scrapPending')), 0)
         - coalesce((select sum(m.count) from sign.tag_move m where m.from_principal_id = x.p
           and m.from_staff_id is not distinct from x.s and m.category_id = x.c and m.happened_on <= $4
           and m.from_place in ('received', 'stock', 'hand', 'scrapPending')), 0))::int as n
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) x(p, s, c)`,
    [rows.map((one) => one.principalId), rows.map((one) => one.staffId), rows.map((one) => one.categoryId), to],
  );
  return new Map(folded.map((one) => [`${one.p} ${one.s} ${one.c}`, one.n]));
}

interface MoveRow extends Range {
  readonly id: number;
  readonly categoryId: number;
  readonly fromPlace: Place | null;
  readonly fromPrincipalId: number | null;
  readonly fromStaffId: number | null;
  readonly toPlace: Place;
  readonly toPrincipalId: number | null;
  readonly toStaffId: number | null;
  readonly docType: string;
  readonly docNo: string;
  readonly on: string;
  readonly at: string;
  readonly correction: boolean;
}

async function moves(call: Call<typeof contract.ledgerMoves>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { principalId, staffId, categoryId, from, to } = call.query;
    const rows = await tx.query<MoveRow>(
      `select ${moveColumns}, m.category_id as "categoryId" from sign.tag_move m
       where m.tenant_no = $1 and m.happened_on <= $4 and ($5::bigint is null or m.category_id = $5)
         and ((m.from_principal_id = $2 and m.from_staff_id is not distinct from $3)
           or (m.to_principal_id = $2 and m.to_staff_id is not distinct from $3))
       order by m.happened_on, m.id limit 20000`,
      [tx.scope.tenantNo, principalId, staffId ?? null, to, categoryId ?? null],
    );
    const isSelf = (holder: { principalId: number; staffId: number | null }) =>
      holder.principalId === principalId && holder.staffId === (staffId ?? null);
    const units = await unitsOf(
      tx,
      rows.flatMap((one) => [one.fromPrincipalId, one.toPrincipalId]),
    );
    const staff = await staffOf(
      tx,
      rows.flatMap((one) => [one.fromStaffId, one.toStaffId]),
    );
    const name = (unit: number | null, person: number | null) =>
      unit === null
        ? null
        : [units.get(unit)?.name, person === null ? null : staff.get(person)?.name].filter(Boolean).join(' ');
    let balance = 0;
    let opening = 0;
    const told = [];
    for (const row of rows) {
      const from_ =
        row.fromPrincipalId === null ? null : { principalId: row.fromPrincipalId, staffId: row.fromStaffId };
      const to_ = row.toPrincipalId === null ? null : { principalId: row.toPrincipalId, staffId: row.toStaffId };
      const n = row.to - row.from + 1;
      const delta = flowsOf({ fromPlace: row.fromPlace, from_, toPlace: row.toPlace, to_ }, row.docType)
        .filter(({ holder }) => isSelf(holder))
        .reduce((sum, { flow, sign }) => sum + sign * (['received', 'returned_in'].includes(flow) ? n : -n), 0);
      balance += delta;
      if (row.on < from) {
        opening = balance;
        continue;
      }
      if (delta === 0 && row.fromPlace !== null) continue;
      const isOut = from_ !== null && isSelf(from_);
      told.push({
        id: row.id,
        on: row.on,
        at: row.at,
        docType: row.docType,
        docNo: row.docNo,
        link: linkOf(row.docType, row.docNo),
        range: showRange(row),
        count: n,
        delta,
        balance,
        other: isOut ? name(row.toPrincipalId, row.toStaffId) : name(row.fromPrincipalId, row.fromStaffId),
        place: row.toPlace,
        correction: row.correction,
      });
    }
    return { opening, closing: balance, moves: told.slice(-500) };
  });
}

async function worn(call: Call<typeof contract.wornBy>) {
  const { staffId, principalId, from, to, pageNum, pageSize } = call.query;
  if (!staffId && !principalId) throw notFound();
  const [rows, [count]] = await call.database.read<
    [
      { code: number; state: string; wornOn: string; issuedOn: string | null; animalId: number; docNo: string },
      { n: number },
    ]
  >(
    call.actor.scope,
    {
      text: `select u.code, u.state, u.worn_on as "wornOn", u.issued_on as "issuedOn", u.animal_id as "animalId",
               u.wear_doc_no as "docNo" from sign.tag_use u
             where u.tenant_no = kit.tenant() and ($1::bigint is null or u.worn_by_staff_id = $1)
               and ($2::bigint is null or u.worn_by_principal_id = $2)
                 and u.worn_on between $3 and $4 and u.state <> 'voided'
             order by u.worn_on desc, u.code limit $5 offset $6`,
      values: [
        staffId ?? null,
        principalId ?? null,
        from ?? '1900-01-01',
        to ?? today(),
        pageSize,
        (pageNum - 1) * pageSize,
      ],
    },
    {
      text: `select count(*)::int as n from sign.tag_use u
             where u.tenant_no = kit.tenant() and ($1::bigint is null or u.worn_by_staff_id = $1)
               and ($2::bigint is null or u.worn_by_principal_id = $2)
                 and u.worn_on between $3 and $4 and u.state <> 'voided'`,
      values: [staffId ?? null, principalId ?? null, from ?? '1900-01-01', to ?? today()],
    },
  );
  call.answer.total = count?.n ?? 0;
  return rows.map((row) => ({ ...row, shown: showCode(row.code) }));
}

export const ledgerRoutes = (): Route[] => [
  serve('sign', contract.companyLedger, (call) => ledger(call as unknown as Call, call.query as Query, false)),
  serve('sign', contract.personLedger, (call) => ledger(call as unknown as Call, call.query, true)),
  serve('sign', contract.ledgerMoves, moves),
  serve('sign', contract.wornBy, worn),
];
