import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { publicityEnds } from '#kit/server/publicity.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { today } from '#kit/server/today.ts';
import { postClaims } from '#modules/insurance/contract/claim/claim-calls.ts';
import type { ClaimNoticeRow, Snapshot } from '#modules/insurance/contract/notice/notice.ts';
import { type Claim, claimFor, stepClaim } from '../claim/ins-claim.moves.ts';
import { versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { settingOf } from '../setting/ins-setting.ts';
import { insertNotice, masked, snapshotHash } from './ins-publicity.ts';

/** R28: name with the middle masked, head, cause and amount; nothing by which anybody is found. */
async function snapshotOf(tx: Tx, claims: readonly Claim[], village: string): Promise<Snapshot> {
  const [first] = claims;
  if (!first?.versionId) throw notFound();
  const version = await versionOf(tx, first.versionId);
  const heads = await tx.query<{ id: number; n: number }>(
    `select claim_id as id, count(*)::int as n from insurance.ins_claim_animal where tenant_no = kit.tenant()
       and claim_id = any ($1) and status = 'assessed' group by 1`,
    [claims.map((one) => one.id)],
  );
  const head = new Map(heads.map((one) => [one.id, one.n]));
  const rows: ClaimNoticeRow[] = claims.map((one) => ({
    claimId: one.id,
    name: masked(one.holderName),
    head: head.get(one.id) ?? 0,
    cause: one.cause,
    amountCents: one.amount,
  }));
  return { village, product: version.product, coverFrom: '', coverTo: '', rows: [], claims: rows };
}

async function post(call: Call<typeof postClaims>) {
  const { body, tx } = call;
  const claims: Claim[] = [];
  for (const id of [...new Set(body.claimIds)].toSorted((a, b) => a - b))
    claims.push(await claimFor(tx, id, 'publicise'));
  const [first] = claims;
  if (!first?.versionId) throw notFound();
  const isOne = claims.every((one) => one.regionCode === first.regionCode && one.insurerId === first.insurerId);
  if (!isOne) throw refuse('oneVillage');
  const { publicityDays } = await versionOf(tx, first.versionId);
  const snapshot = await snapshotOf(tx, claims, shortRegionName(first.regionCode, call.language));
  const hash = snapshotHash(snapshot);
  const endsAt = publicityEnds(today(), publicityDays).toISOString();
  const made = await insertNotice(tx, {
    kind: 'claim',
    regionCode: first.regionCode,
    insurerId: first.insurerId,
    enrolmentId: null,
    claimIds: claims.map((one) => one.id),
    snapshot,
    rows: claims.length,
    hash,
    days: publicityDays,
    endsAt,
    place: body.place,
    photos: body.photos,
    location: null,
    hotline: await settingOf(tx, 'publicity.hotline', first.regionCode, first.insurerId),
  });
  await linkFiles(tx, body.photos, 'insurance.insPublicity', made.id);
  for (const one of claims) await stepClaim(tx, one, 'publicise', call.actor.nickname);
  call.answer.msg = call.say('ok.saved');
  return { publicityId: made.id, docNo: made.docNo, endsAt, hash };
}
export const claimNoticeRoutes = (): Route[] => [serve('insurance', postClaims, post)];
