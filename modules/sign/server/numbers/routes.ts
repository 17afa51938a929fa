import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import {
  countOf,
  official,
  parseCode,
  parseRange,
  type Range,
  showCode,
  showRange,
  sumOf,
  without,
} from '#modules/sign/contract/numbers/code.ts';
import type { Candidate } from '#modules/sign/contract/numbers/tag-segment.ts';
import * as contract from '#modules/sign/contract/numbers/tag-segment.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { distribution } from './distribution.ts';
import { setHolders } from './hold/tag-hold.ts';
import { sameHolder, staffOf, unitsOf } from './holders.ts';
import { holding, nextOf } from './holding.ts';
import { chain, locate } from './locate.ts';
import { propose } from './propose.ts';
import { multirange, packByNo, packsIn } from './tag-pack.ts';
import { pairsOf } from './tag-pair.ts';
import { insertSegments, type Place, type Segment, segmentsAt, setHold, shrink } from './tag-segment.ts';
import { usesOfAnimal } from './tag-use.ts';

/** R53: a bare string of digits may be a printed number or a chip; both are looked up, and the user chooses. */
async function resolve(call: Call<typeof contract.resolveText>): Promise<Candidate[]> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { text } = call.query;
    const digits = text.replace(/[\s-]/g, '');
    const found: Candidate[] = [];
    const code = parseCode(digits);
    if (code !== null && digits.length === 15) {
      const at = await locate(tx, official, code);
      if (at.known)
        found.push({ kind: 'tag', scheme: official, code, text: showCode(code), place: at.place, id: null });
      const [pair] = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => pairsOf(all, { eids: [digits] }));
      if (pair)
        found.push({
          kind: 'chip',
          scheme: 'std.iso.11785',
          code: pair.code,
          text: `${digits} → ${showCode(pair.code)}`,
          place: null,
          id: null,
        });
    } else if (code !== null && digits.length >= 4 && digits.length <= 8)
      found.push(...(await bySuffix(tx, call, digits)));
    const pack = await packByNo(tx, text);
    if (pack)
      found.push({
        kind: 'pack',
        scheme: official,
        code: null,
        text: `${pack.packNo} · ${showRange(pack)}`,
        place: null,
        id: pack.id,
      });
    const [order] = await tx.query<{ id: number; docNo: string }>(
      'select id, doc_no as "docNo" from sign.sign_procurement where tenant_no = $1 and doc_no = $2',
      [tx.scope.tenantNo, text.toUpperCase()],
    );
    if (order)
      found.push({ kind: 'order', scheme: official, code: null, text: order.docNo, place: null, id: order.id });
    return found;
  });
}

/** The last digits: first what the caller has in hand, then animals he sees. */
async function bySuffix(tx: Tx, call: Call, digits: string): Promise<Candidate[]> {
  const n = 10 ** digits.length;
  const own = await tx.query<{ from: number; to: number; place: string }>(
    `select s.code_from as "from", s.code_to as "to", s.place from sign.tag_segment s
     where s.tenant_no = $1 and (s.staff_id = any (sign.own_staff()) or s.principal_id = $2)
       and s.place in ('hand', 'stock')
     order by s.staff_id nulls last limit 200`,
    [tx.scope.tenantNo, call.actor.principalId],
  );
  const codes = own.flatMap(({ from, to, place }) => {
    const first = Math.floor(from / n) * n + Number(digits);
    const code = first >= from ? first : first + n;
    return code <= to ? [{ code, place }] : [];
  });
  const hits = codes
    .slice(0, 5)
    .map(
      ({ code, place }): Candidate => ({ kind: 'tag', scheme: official, code, text: showCode(code), place, id: null }),
    );
  const worn = await tx.query<{ code: number }>(
    `select u.code from sign.tag_use u where u.tenant_no = $1 and u.scheme = '${official}' and u.state <> 'voided'
       and u.code % $2 = $3 limit 5`,
    [tx.scope.tenantNo, n, Number(digits)],
  );
  return [
    ...hits,
    ...worn.map(
      ({ code }): Candidate => ({
        kind: 'animal',
        scheme: official,
        code,
        text: showCode(code),
        place: 'worn',
        id: null,
      }),
    ),
  ];
}

/** Who may not look into others' hands has his own in mind. */
async function ownHand(call: Call): Promise<number | null> {
  if (call.actor.actions.has('sign:ledger:others') || call.actor.actions.has('sign:stockOut:add')) return null;
  const [own] = await call.database.read<[{ ids: number[] }]>(call.actor.scope, {
    text: 'select sign.own_staff() as ids',
    values: [],
  });
  return own[0]?.ids[0] ?? null;
}

const placesFor: Record<string, readonly Place[]> = {
  issue: ['stock', 'hand'],
  return: ['stock', 'hand'],
  wear: ['hand', 'stock'],
  scrap: ['stock', 'hand', 'received'],
  recover: ['hand', 'stock'],
};

/** One scan: what the bag holds, what of it is there, and for each part that is not who has it. */
async function check(call: Call<typeof contract.checkTags>) {
  const staffId = call.body.staffId ?? (await ownHand(call as unknown as Call));
  return call.database.transaction(call.actor.scope, (tx) => checkIn(tx, call, staffId));
}
function checkIn(tx: Tx, call: Call<typeof contract.checkTags>, staffId: number | null) {
  return inTenant(tx, call.actor.tenantNo, 'tags', async (all) => {
    const { text, ranges, principalId, action } = call.body;
    const pack = text ? await packByNo(all, text) : null;
    const typed = text && !pack ? parseRange(text) : null;
    if (text && !pack && !typed) throw refusal('unknownPack', 'sign.refuse.unknownPack', { pack: text });
    const missing = pack ? multirange(pack.missing) : [];
    const wanted: Range[] = pack ? without([pack], missing) : typed ? [typed] : [...(ranges ?? [])];
    const segments = await segmentsAt(all, official, wanted);
    const categories = await categoriesOf(all);
    const holder = { principalId, staffId };
    const ok: (Range & { categoryId: number })[] = [];
    const refused: (Range & { code: string; segment: Segment | null })[] = [];
    for (const range of wanted) {
      for (const segment of segments) {
        const part = { from: Math.max(range.from, segment.from), to: Math.min(range.to, segment.to) };
        if (part.from > part.to) continue;
        const isOwn =
          segment.principalId !== null &&
          sameHolder(holder, { principalId: segment.principalId, staffId: segment.staffId });
        const code =
          !isOwn || !placesFor[action]?.includes(segment.place) ? 'notHeld' : segment.holdId !== null ? 'onHold' : null;
        if (code) refused.push({ ...part, code, segment });
        else ok.push({ ...part, categoryId: segment.categoryId });
      }
    }
    for (const gap of without(wanted, [...ok, ...refused]))
      refused.push({ ...gap, code: 'unknownCode', segment: null });
    const mine = await call.database.read<[{ id: number }]>(call.actor.scope, {
      text: 'select id from sign.tag_segment where id = any ($1)',
      values: [refused.flatMap((one) => one.segment?.id ?? [])],
    });
    const visible = new Set(mine[0].map((one) => one.id));
    const units = await unitsOf(
      all,
      refused.map((one) => one.segment?.principalId ?? null),
    );
    const staff = await staffOf(
      all,
      refused.map((one) => one.segment?.staffId ?? null),
    );
    return {
      packNo: pack?.packNo ?? null,
      level: pack?.level ?? null,
      total: sumOf(wanted),
      missing: missing.map(showRange),
      ok: ok.map((one) => ({
        from: one.from,
        to: one.to,
        shown: showRange(one),
        count: countOf(one),
        categoryId: one.categoryId,
        category: categories.get(one.categoryId)?.name ?? '',
      })),
      refused: refused.map(({ from, to, code, segment }) => {
        const isSeen = segment !== null && visible.has(segment.id);
        const shown = showRange({ from, to });
        return {
          from,
          to,
          shown,
          count: to - from + 1,
          code,
          text: call.say(`sign.refuse.${code}`, { ranges: shown, n: to - from + 1 }),
          place: segment?.place ?? null,
          holder:
            isSeen && segment?.principalId
              ? [
                  units.get(segment.principalId)?.name,
                  segment.staffId === null ? null : staff.get(segment.staffId)?.name,
                ]
                  .filter(Boolean)
                  .join(' ')
              : null,
        };
      }),
    };
  });
}

/** R50: cuts the numbers out of their segments and stops them where they are, whoever has them. */
async function hold(call: Call, range: Range, holdId: number | null, was: number | null): Promise<number[]> {
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const segments = (await segmentsAt(all, official, [range])).filter(
      (one) => one.from <= range.to && one.to >= range.from,
    );
    for (const one of segments) {
      const inside = { from: Math.max(one.from, range.from), to: Math.min(one.to, range.to) };
      const rest = without([one], [inside]);
      if (rest.length === 0) continue;
      await shrink(all, [{ segment: one, left: inside }]);
      await insertSegments(
        all,
        official,
        rest.map((part) => ({ ...one, ...part })),
      );
    }
    const ids = segments.filter((one) => was === null || one.holdId === was).map((one) => one.id);
    await setHold(all, ids, holdId);
    return [...new Set(segments.flatMap((one) => one.principalId ?? []))];
  });
}

const rangeSql = `case when t.code_to = t.code_from then to_char(t.code_from, 'FM0 000000 00000000')
  else to_char(t.code_from, 'FM0 000000 00000000') || '–' || right(t.code_to::text, 5) end`;

export const numberRoutes = (): Route[] => [
  ...serveResource(contract.tagSegment)({
    expressions: {
      range: rangeSql,
      code: 'null::text',
      holder: `nullif(concat_ws(' ', registry.principal_name(t.principal_id), sign.staff_name(t.staff_id)), '')`,
      counterName: `case when t.place in ('ordered', 'produced', 'inTransit') then registry.principal_name(t.counter_id) end`,
      days: `((now() at time zone 'Asia/Shanghai')::date - t.since_on)`,
      isHeld: '(t.hold_id is not null)',
      holdNo: '(select h.doc_no from sign.tag_hold h where h.id = t.hold_id)',
    },
    match: {
      // The one segment a number is in; of a range, all that meet it.
      code: (value, add) => {
        const range = parseRange(value) ?? { from: -1, to: -1 };
        return `t.code_from <= ${add(range.to)} and t.code_to >= ${add(range.from)}`;
      },
    },
  }),
  ...serveResource(contract.tagHold)({
    expressions: {
      range: rangeSql,
      wornCount: `(select count(*)::int from sign.tag_use u where u.scheme = t.scheme
        and u.code between t.code_from and t.code_to
        and u.state = 'worn')`,
    },
    before: {
      add: async (call, values) => {
        if (values.codeTo < values.codeFrom)
          throw refusal('badCode', 'sign.refuse.badCode', { ranges: String(values.codeTo) });
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EH') as no`);
        const range = { from: values.codeFrom, to: values.codeTo };
        const segments = await inTenant(call.tx, call.actor.tenantNo, 'tags', (all) =>
          segmentsAt(all, official, [range]),
        );
        const met = segments.filter((one) => one.from <= range.to && one.to >= range.from);
        if (met.length === 0)
          throw refusal('unknownCode', 'sign.refuse.unknownCode', { ranges: showRange(range), n: countOf(range) });
        const [region] = call.actor.scope.regions;
        return { docNo: no?.no, regionCode: met[0]?.regionCode ?? region ?? 0 };
      },
      transition: async (call, _move, row) => {
        await hold(call, { from: row.codeFrom, to: row.codeTo }, null, row.id);
        return undefined;
      },
    },
    after: {
      add: async (call, id, values) => {
        const holders = await hold(call, { from: values.codeFrom, to: values.codeTo }, id, null);
        await inTenant(call.tx, call.actor.tenantNo, 'tags', (all) => setHolders(all, id, holders));
      },
    },
  }),
  serve('sign', contract.locateTag, (call) =>
    call.database.transaction(call.actor.scope, (tx) => locate(tx, call.query.scheme, call.query.code)),
  ),
  serve('sign', contract.chainOfTag, (call) =>
    call.database.transaction(call.actor.scope, (tx) => chain(tx, call.query.scheme, call.query.code)),
  ),
  serve('sign', contract.tagsOfAnimal, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const uses = await usesOfAnimal(tx, official, call.query.animalId);
      const tags = [];
      for (const { code, state, origin, wornOn, endedOn, nextCode } of uses)
        tags.push({
          code,
          shown: showCode(code),
          state,
          origin,
          wornOn,
          endedOn,
          nextCode,
          steps: (await chain(tx, official, code)).steps,
        });
      return tags;
    }),
  ),
  serve('sign', contract.resolveText, resolve),
  serve('sign', contract.distributionOf, distribution),
  serve('sign', contract.checkTags, check),
  serve('sign', contract.proposeTags, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId, staffId, categoryId, count } = call.body;
      const { ranges, ...rest } = await propose(tx, { principalId, staffId: staffId ?? null }, categoryId, count);
      return {
        ...rest,
        opened: [...rest.opened],
        ranges: ranges.map((one) => ({ ...one, shown: showRange(one), count: countOf(one) })),
      };
    }),
  ),
  serve('sign', contract.holdingOf, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId, staffId, at } = call.query;
      const holder = { principalId, staffId: staffId ?? null };
      const seen = await tx.query(
        `select 1 from sign.tag_balance where principal_id = $1 and staff_id is not distinct from $2
         union all select 1 where $1 = $3 and $2::bigint is null limit 1`,
        [principalId, holder.staffId, call.actor.principalId],
      );
      if (seen.length === 0) throw notFound();
      const past = at && at < today() ? at : null;
      const held = await holding(tx, holder, past);
      const categories = await categoriesOf(tx);
      const ranges = [];
      for (const one of held.sort((a, b) => a.from - b.from).slice(0, 300)) {
        const packs = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) =>
          packsIn(all, official, 'bag', { from: one.from, to: Math.min(one.to, one.from + 2000) }),
        );
        ranges.push({
          from: one.from,
          to: one.to,
          shown: showRange(one),
          count: countOf(one),
          categoryId: one.categoryId,
          category: categories.get(one.categoryId)?.name ?? '',
          place: one.place,
          since: one.since,
          isHeld: one.isHeld,
          packs: packs.slice(0, 3).map((pack) => pack.packNo),
        });
      }
      const next = past ? [] : await nextOf(tx, holder);
      return {
        at: past,
        total: sumOf(held),
        ranges,
        next: next.map((one) => ({ ...one, shown: showCode(one.code) })),
      };
    }),
  ),
];
