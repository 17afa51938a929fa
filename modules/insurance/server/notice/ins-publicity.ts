import { createHash } from 'node:crypto';
import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { canonical, type Json } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { publicityEnds } from '#kit/server/publicity.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { insPublicity, type NoticeRow, postNotice, type Snapshot } from '#modules/insurance/contract/notice/notice.ts';
import { takeDownClaims } from '../claim/ins-claim.moves.ts';
import { type List, listOf, moveList } from '../enrolment/ins-enrolment.moves.ts';
import { versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { settingOf } from '../setting/ins-setting.ts';

/** R28: the first and the last character stay; of two, the first. */
export const masked = (name: string): string => {
  const letters = [...name];
  if (letters.length < 2) return name;
  if (letters.length === 2) return `${letters[0]}*`;
  return `${letters[0]}${'*'.repeat(Math.min(3, letters.length - 2))}${letters.at(-1)}`;
};
/** All that are signed for, or these whatever they are. */
const rowsOf = async (tx: Tx, enrolmentId: number, partyIds: readonly number[] | null = null): Promise<NoticeRow[]> =>
  (
    await tx.query<NoticeRow>(
      `select id as "partyId", holder_name as name, head, sum_insured as "sumInsuredCents", premium as "premiumCents",
         farmer_premium as "farmerCents", jsonb_array_length(omitted) as omitted
       from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1
         and (id = any ($2) or $2::bigint[] is null and status in ('signed', 'checked')) order by holder_name, id`,
      [enrolmentId, partyIds],
    )
  ).map((one) => ({ ...one, name: masked(one.name) }));
/** What hangs on the wall, and nothing else: no card, no phone, no account. */
export async function snapshotOf(tx: Tx, list: List, village: string): Promise<Snapshot> {
  const version = await versionOf(tx, list.versionId);
  return {
    village,
    product: version.product,
    coverFrom: list.coverFrom,
    coverTo: list.coverTo,
    rows: await rowsOf(tx, list.id),
  };
}
export const snapshotHash = (snapshot: Snapshot): string =>
  createHash('sha256')
    .update(canonical(snapshot as unknown as Json))
    .digest('hex');

export interface NewNotice {
  readonly kind: 'enrol' | 'claim';
  readonly regionCode: number;
  readonly insurerId: number;
  readonly enrolmentId: number | null;
  readonly claimIds: readonly number[];
  readonly snapshot: Snapshot;
  readonly rows: number;
  readonly hash: string;
  readonly days: number;
  readonly endsAt: string;
  readonly place: string;
  readonly photos: readonly number[];
  readonly location: { longitude: number; latitude: number } | null;
  readonly hotline: string;
}
export async function insertNotice(tx: Tx, one: NewNotice): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into insurance.ins_publicity (tenant_no, region_code, doc_no, kind, enrolment_id, claim_ids, insurer_id,
       snapshot, snapshot_hash, row_count, days, posted_at, ends_at, place, photos_posted, longitude, latitude,
       posted_by, hotline, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('IN'), $2, $3, $4, $5, $6, $7, $8, $9, now(), $10, $11, $12, $13, $14, $15,
       $16, $15, $15) returning id, doc_no as "docNo"`,
    [
      one.regionCode,
      one.kind,
      one.enrolmentId,
      one.claimIds,
      one.insurerId,
      JSON.stringify(one.snapshot),
      one.hash,
      one.rows,
      one.days,
      one.endsAt,
      one.place,
      one.photos,
      one.location?.longitude ?? null,
      one.location?.latitude ?? null,
      tx.scope.userId,
      one.hotline,
    ],
  );
  if (!row) throw notFound();
  return row;
}

async function post(call: Call<typeof postNotice>) {
  const { body, tx } = call;
  const list = await listOf(tx, body.enrolmentId, true);
  if (list.version !== body.version) throw staleVersion();
  if (list.status !== 'checked') throw wrongState(list.status, 'insurance.notice.post');
  const version = await versionOf(tx, list.versionId);
  const snapshot = await snapshotOf(tx, list, shortRegionName(list.regionCode, call.language));
  const hash = snapshotHash(snapshot);
  const endsAt = publicityEnds(today(), version.publicityDays).toISOString();
  const row = await insertNotice(tx, {
    kind: 'enrol',
    regionCode: list.regionCode,
    insurerId: list.insurerId,
    enrolmentId: list.id,
    claimIds: [],
    snapshot,
    rows: snapshot.rows.length,
    hash,
    days: version.publicityDays,
    endsAt,
    place: body.place,
    photos: body.photos,
    location: body.longitude && body.latitude ? { longitude: body.longitude, latitude: body.latitude } : null,
    hotline: await settingOf(tx, 'publicity.hotline', list.regionCode, list.insurerId),
  });
  await linkFiles(tx, body.photos, 'insurance.insPublicity', row.id);
  await moveList(tx, list.id, { name: 'publicise', from: ['checked'], to: 'publicity', by: call.actor.nickname });
  call.answer.msg = call.say('ok.saved');
  return { publicityId: row.id, docNo: row.docNo, endsAt, hash };
}

export const withdrawNotices = (tx: Tx, enrolmentId: number, why: string) =>
  tx.query(
    `update insurance.ins_publicity set status = 'withdrawn', remark = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and enrolment_id = $1 and status in ('draft', 'posted')`,
    [enrolmentId, why],
  );
/** R28: of one holder what was added hangs for its full days again; the others' rows stay as they hung. */
export async function restartNotice(tx: Tx, id: number, list: List, partyId: number): Promise<void> {
  const [old] = await tx.query<{ snapshot: Snapshot; days: number }>(
    `select snapshot, days from insurance.ins_publicity where tenant_no = kit.tenant() and id = $1
       and status = 'posted' for update`,
    [id],
  );
  if (!old) throw refuse('notPosted');
  const [row] = await rowsOf(tx, list.id, [partyId]);
  if (!row) throw notFound();
  const rows = [...old.snapshot.rows.filter((one) => one.partyId !== partyId), { ...row, from: today() }];
  const snapshot = { ...old.snapshot, rows };
  await tx.query(
    `update insurance.ins_publicity set snapshot = $2, snapshot_hash = $3, row_count = $4, ends_at = $5,
       version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, JSON.stringify(snapshot), snapshotHash(snapshot), rows.length, publicityEnds(today(), old.days).toISOString()],
  );
}

/** Objections are their handlers' alone: how many there are is everybody's who sees the notice. */
const objections = (tx: Tx, id: number) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.objections', async (sys) => {
    const [row] = await sys.query<{ n: number }>(
      `select count(*)::int as n from insurance.ins_objection where tenant_no = kit.tenant() and publicity_id = $1
         and status = 'open'`,
      [id],
    );
    return row?.n ?? 0;
  });

export const publicityRoutes = (): Route[] => [
  ...serveResource(insPublicity)({
    expressions: {
      objections: `(select count(*)::int from insurance.ins_objection o where o.tenant_no = t.tenant_no
        and o.publicity_id = t.id)`,
      openObjections: `(select count(*)::int from insurance.ins_objection o where o.tenant_no = t.tenant_no
        and o.publicity_id = t.id and o.status = 'open')`,
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'withdraw') return { remark: move.remark ?? null };
        if (!row.endsAt || Date.parse(row.endsAt) > Date.now())
          throw refuse('publicityNotOver', { date: lastDay(row.endsAt) });
        if ((await objections(call.tx, row.id)) > 0) throw refuse('objectionOpen');
        // R19: who was given another animal meanwhile has not signed for it yet.
        const unsigned = await call.tx.query(
          `select 1 from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1
             and status = 'listed'`,
          [row.enrolmentId],
        );
        if (unsigned.length > 0) throw refuse('notSigned', { n: unsigned.length });
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        const { photosEnd } = (move.form ?? {}) as { photosEnd?: number[] };
        if (photosEnd?.length) await linkFiles(call.tx, photosEnd, 'insurance.insPublicity', move.id);
        const [row] = await call.tx.query<{ enrolmentId: number | null; claimIds: number[] }>(
          'select enrolment_id as "enrolmentId", claim_ids as "claimIds" from insurance.ins_publicity where id = $1',
          [move.id],
        );
        const isEnd = move.name === 'end';
        if (!isEnd && row) await takeDownClaims(call.tx, row.claimIds, call.actor.nickname);
        if (!row?.enrolmentId) return;
        await moveList(call.tx, row.enrolmentId, {
          name: isEnd ? 'endPublicity' : 'withdrawNotice',
          from: ['publicity'],
          to: isEnd ? 'publicised' : 'checked',
          by: call.actor.nickname,
        });
      },
    },
  }),
  serve('insurance', postNotice, post),
];
/** It ends at midnight: the day before is the last it hangs. */
const lastDay = (endsAt: string | null): string =>
  endsAt ? new Date(Date.parse(endsAt) + 8 * 3_600_000 - 1).toISOString().slice(0, 10) : '';
