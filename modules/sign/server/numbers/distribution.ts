import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import {
  joinRanges,
  official,
  type Range,
  showCode,
  showRange,
  sumOf,
  within,
  without,
} from '#modules/sign/contract/numbers/code.ts';
import type { distributionOf } from '#modules/sign/contract/numbers/tag-segment.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { allotsOf } from '../papers/rows/sign-allot.ts';
import { staffOf, unitsOf } from './holders.ts';
import { moveColumns } from './locate.ts';
import { multirange } from './tag-pack.ts';
import { segmentsAt } from './tag-segment.ts';
import { usesIn } from './tag-use.ts';

const mostSeen = 200;

/** What is asked about, as ranges, if the caller may know of it. */
async function rangesAsked(
  tx: Tx,
  query: Call<typeof distributionOf>['query'],
): Promise<{ title: string; ranges: Range[] }> {
  if (query.procurementId) {
    const [order] = await tx.query<{ docNo: string }>(
      'select doc_no as "docNo" from sign.sign_procurement where id = $1',
      [query.procurementId],
    );
    if (!order) throw notFound();
    return { title: order.docNo, ranges: joinRanges(await allotsOf(tx, query.procurementId)) };
  }
  if (query.scrapId) {
    const lines = await tx.query<{ docNo: string; codeFrom: string | null; codeTo: string | null }>(
      `select s.doc_no as "docNo", l.code_from as "codeFrom", l.code_to as "codeTo"
       from sign.sign_scrap s join sign.sign_scrap_line l on l.parent_id = s.id where s.id = $1`,
      [query.scrapId],
    );
    const [paper] = lines;
    if (!paper) throw notFound();
    return { title: paper.docNo, ranges: joinRanges(lines.flatMap((one) => rangeOfLine(one) ?? [])) };
  }
  const byPack = query.packId ? 'p.id = $1' : 'p.shipment_id = $1';
  if (query.packId || query.shipmentId) {
    const packs = await tx.query<Range & { packNo: string; missing: string; docNo: string | null }>(
      `select p.code_from as "from", p.code_to as "to", p.pack_no as "packNo", p.missing::text as missing,
         s.doc_no as "docNo"
       from sign.tag_pack p left join sign.tag_shipment s on s.id = p.shipment_id where ${byPack}`,
      [query.packId ?? query.shipmentId],
    );
    if (packs.length === 0) throw notFound();
    const first = packs[0] as (typeof packs)[0];
    return {
      title: query.packId ? first.packNo : (first.docNo ?? ''),
      ranges: joinRanges(packs.flatMap((one) => without([one], multirange(one.missing)))),
    };
  }
  if (!query.from || !query.to || query.to < query.from) throw notFound();
  return { title: showRange({ from: query.from, to: query.to }), ranges: [{ from: query.from, to: query.to }] };
}

/**
 * Where the numbers of an order, a shipment, a pack or a run are now, who had them one after the other, and which of them have been seen on
 * an animal. What lies outside the caller's area is counted and not named.
 */
export async function distribution(call: Call<typeof distributionOf>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { title, ranges } = await rangesAsked(tx, call.query);
    const segments = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => segmentsAt(all, official, ranges));
    const met = segments.flatMap((one) => within(ranges, [one]).map((part) => ({ ...one, part })));
    const mine = new Set(
      (
        await tx.query<{ id: number }>('select id from sign.tag_segment where id = any ($1)', [
          met.map((one) => one.id),
        ])
      ).map((one) => one.id),
    );
    const units = await unitsOf(
      tx,
      met.map((one) => one.principalId),
    );
    const staff = await staffOf(
      tx,
      met.map((one) => one.staffId),
    );
    const nameOf = (one: (typeof met)[0]): string | null =>
      one.principalId === null || !mine.has(one.id)
        ? null
        : [units.get(one.principalId)?.name, one.staffId === null ? null : staff.get(one.staffId)?.name]
            .filter(Boolean)
            .join(' ');
    const groups = Map.groupBy(met, (one) =>
      mine.has(one.id) ? `${one.place} ${one.principalId} ${one.staffId}` : `${one.place} ?`,
    );
    const parts = [...groups.values()].map((own) => {
      const first = own[0] as (typeof own)[0];
      const isMine = mine.has(first.id);
      return {
        place: first.place,
        holder: nameOf(first),
        principalId: isMine ? first.principalId : null,
        staffId: isMine ? first.staffId : null,
        count: sumOf(own.map((one) => one.part)),
        ranges: isMine ? own.slice(0, 20).map((one) => showRange(one.part)) : [],
        since: isMine ? first.sinceOn : null,
        docNo: isMine ? first.docNo : null,
      };
    });
    const states = await statesOf(tx, ranges);
    const seen = await seenOf(tx, ranges);
    const { hands, lost } = await handsOf(tx, ranges);
    return {
      title,
      total: sumOf(ranges),
      sum: sumOf(met.map((one) => one.part)),
      ranges: ranges.slice(0, 100).map((one) => ({ ...one, shown: showRange(one) })),
      parts: parts.sort((a, b) => b.count - a.count),
      states: states.states,
      villages: states.villages,
      seen: seen.map((one) => ({ ...one, isAfter: lost !== null && one.on >= lost.on })),
      hands,
      lost,
      turnedUp: await turnedUp(tx, ranges),
    };
  });
}

async function statesOf(tx: Tx, ranges: readonly Range[]) {
  const args = [tx.scope.tenantNo, ranges.map((one) => one.from), ranges.map((one) => one.to)];
  const from = `from unnest($2::bigint[], $3::bigint[]) r(lo, hi) join sign.tag_use u on u.tenant_no = $1
    and u.scheme = '${official}' and u.code between r.lo and r.hi and u.state <> 'voided'`;
  const states = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) =>
    all.query<{ state: string; count: number }>(
      `select u.state, count(*)::int as count ${from} group by 1 order by 2 desc`,
      args,
    ),
  );
  const villages = await tx.query<{ regionCode: number; name: string | null; count: number }>(
    `select u.region_code as "regionCode", sign.region_name(u.region_code) as name, count(*)::int as count ${from}
     group by 1 order by 3 desc limit 30`,
    args,
  );
  return { states, villages: villages.map((one) => ({ ...one, name: one.name ?? String(one.regionCode) })) };
}

/** Numbers of it that the caller may see on an animal, newest first. */
async function seenOf(tx: Tx, ranges: readonly Range[]) {
  const uses = [];
  for (const range of ranges.slice(0, 50)) {
    uses.push(...(await usesIn(tx, official, range.from, range.to, mostSeen)));
    if (uses.length >= mostSeen) break;
  }
  const some = uses.sort((a, b) => b.wornOn.localeCompare(a.wornOn)).slice(0, mostSeen);
  const animals = await tx.query<{ id: number; holder: string }>('select id, holder from sign.animal_facts($1)', [
    some.map((one) => one.animalId),
  ]);
  const holders = new Map(animals.map((one) => [one.id, one.holder]));
  const staff = await staffOf(
    tx,
    some.map((one) => one.wornByStaffId),
  );
  return some.map((one) => ({
    code: one.code,
    shown: showCode(one.code),
    on: one.wornOn,
    state: one.state,
    worker: one.wornByStaffId === null ? null : (staff.get(one.wornByStaffId)?.name ?? null),
    holder: holders.get(one.animalId) ?? null,
    animalId: one.animalId,
    correction: false,
  }));
}

interface Own {
  readonly name: string;
  readonly place: string;
  readonly from: string;
  until: string | null;
  readonly docNo: string;
  readonly count: number;
}
interface Hand extends Range {
  readonly id: number;
  readonly toPlace: string;
  readonly toPrincipalId: number | null;
  readonly toStaffId: number | null;
  readonly docNo: string;
  readonly on: string;
}
/** Who had the greater part of it, one after the other: the last name before it was gone is the one to ask. */
async function handsOf(tx: Tx, ranges: readonly Range[]) {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last || sumOf(ranges) > 100_000) return { hands: [], lost: null };
  const moves = await tx.query<Hand>(
    `select ${moveColumns} from sign.moves_in($1, $2, $3) m where m.id in (select v.id from sign.tag_move v)
       order by m.id`,
    [official, first.from, last.to],
  );
  const units = await unitsOf(
    tx,
    moves.map((one) => one.toPrincipalId),
  );
  const staff = await staffOf(
    tx,
    moves.map((one) => one.toStaffId),
  );
  const hands: (Own & { left: Range[] })[] = [];
  let lost: { on: string; docNo: string; count: number } | null = null;
  for (const move of moves) {
    const part = within(ranges, [move]);
    for (const hand of hands) {
      const before = hand.left.length;
      hand.left = without(hand.left, part);
      if (before > 0 && hand.left.length === 0) hand.until = move.on;
    }
    if (move.toPlace === 'lost') lost = { on: move.on, docNo: move.docNo, count: sumOf(part) };
    if (move.toPrincipalId === null || ['worn', 'destroyed'].includes(move.toPlace)) continue;
    const name = [units.get(move.toPrincipalId)?.name, move.toStaffId === null ? null : staff.get(move.toStaffId)?.name]
      .filter(Boolean)
      .join(' ');
    hands.push({
      name,
      place: move.toPlace,
      from: move.on,
      until: null,
      docNo: move.docNo,
      count: sumOf(part),
      left: part,
    });
  }
  return { hands: hands.slice(-60).map(({ left, ...one }) => ({ ...one, still: sumOf(left) })), lost };
}

/** Numbers of it that somebody wanted to wear and was refused: where a lost bag turns up first. */
async function turnedUp(tx: Tx, ranges: readonly Range[]) {
  const rows = await tx.query<{ id: number; code: number; at: string; holder: string | null }>(
    `select a.id, (a.args ->> 'code')::bigint as code, a.opened_at as at,
       registry.principal_name(a.principal_id) as holder
     from sign.sign_alert a, unnest($2::bigint[], $3::bigint[]) r(lo, hi)
     where a.tenant_no = $1 and a.source = 'sign' and a.kind in ('wrongHolder', 'unknownCode', 'duplicateCode')
       and (a.args ->> 'code')::bigint between r.lo and r.hi order by a.opened_at desc limit 50`,
    [tx.scope.tenantNo, ranges.map((one) => one.from), ranges.map((one) => one.to)],
  );
  return rows.map((one) => ({ ...one, shown: showCode(one.code) }));
}
