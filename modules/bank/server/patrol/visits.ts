import { wrongState } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import {
  patrolItems,
  patrolSheet,
  planVisit,
  startPatrol,
  submitPatrol,
} from '#modules/bank/contract/patrol/patrol.ts';
import { atSiteMetres } from '#modules/bank/contract/site/parts.ts';
import { animalsOf, pictureUses } from '../count/scan.ts';
import { liveItems, markSeen } from '../pledge/kernel.ts';
import { refuse } from '../refusals.ts';
import { type Location, nearSite } from '../site/near-site.ts';
import { alarmOfSite, type Site, siteOf } from '../site/site-row.ts';
import { raise, settleAlarm } from '../watch/kernel.ts';
import { drawnOf } from './drawn.ts';
import { type Visit, visitOf } from './patrol-row.ts';
import { checkIn, submit } from './patrol-visit.write.ts';
import { dropPatrol, planAgain, planPatrol } from './plan-patrol.ts';

interface Arrival {
  readonly startedAt: string;
  readonly location?: Location | null | undefined;
  readonly beaconNo?: string | null | undefined;
}
/** By how much a telephone's clock may be wrong. */
const clockMs = 10 * 60_000;
/** After what it follows and not of tomorrow: a day that is made up shows a visit nobody made. */
function mustFollow(at: string, from: number): void {
  const time = Date.parse(at);
  if (time < from || time > Date.now() + clockMs) throw refuse('wrongTime');
}

/** R39: from within 500 m of the site, or with its own beacon heard; anything else is no visit. */
async function arrive(tx: Tx, site: Site, visit: Visit, arrival: Arrival) {
  const heard =
    arrival.beaconNo && site.beaconId
      ? await inTenant(tx, tx.scope.tenantNo, 'bank.beacon', (sys) =>
          sys.query('select 1 from bank.site_device where tenant_no = kit.tenant() and id = $1 and device_no = $2', [
            site.beaconId,
            arrival.beaconNo,
          ]),
        )
      : [];
  const metres = arrival.location ? await nearSite(tx, site.id, arrival.location) : null;
  const beaconHeard = heard.length > 0;
  if (!beaconHeard && (metres === null || metres > atSiteMetres)) throw refuse('notAtSite', { metres: metres ?? '—' });
  mustFollow(arrival.startedAt, Date.parse(visit.createdAt) - clockMs);
  return { startedAt: arrival.startedAt, location: arrival.location ?? null, metres, beaconHeard };
}

async function start(call: Call<typeof startPatrol>) {
  const { tx, body, actor } = call;
  const visit = await visitOf(tx, body.visitId, true);
  if (visit.status === 'doing' && visit.startedAt && visit.patrollerId === actor.userId)
    return { startedAt: new Date(visit.startedAt).toISOString(), metres: visit.metres, beaconHeard: visit.beaconHeard };
  if (!['planned', 'returned'].includes(visit.status)) throw wrongState(visit.status, 'bank.patrolVisit._title');
  const arrival = await arrive(tx, await siteOf(tx, visit.siteId), visit, body);
  await checkIn(tx, visit.id, arrival);
  await recordTransition(tx, actor, {
    entity: 'bank.patrolVisit',
    entityId: visit.id,
    name: 'start',
    from: visit.status,
    to: 'doing',
  });
  return {
    startedAt: new Date(arrival.startedAt).toISOString(),
    metres: arrival.metres,
    beaconHeard: arrival.beaconHeard,
  };
}

/** Which of the numbers read are of this pledge; whoever reads one has seen it. */
async function readTags(tx: Tx, visit: Visit, scans: Call<typeof submitPatrol>['body']['scans']) {
  const known = await animalsOf(tx, [...new Set(scans.map((one) => one.tag))]);
  const items = new Set((await liveItems(tx, { siteId: visit.siteId })).map((one) => one.animalId));
  const read = scans.map((one) => {
    const animalId = known.get(one.tag)?.animalId ?? null;
    return { ...one, animalId, ok: animalId !== null && items.has(animalId) };
  });
  await markSeen(
    tx,
    read.flatMap((one) => (one.ok && one.animalId ? [{ animalId: one.animalId, at: one.at, by: 'patrol' }] : [])),
  );
  return read;
}

/** A picture of another visit or of an animal shows nothing of today. */
async function takePhotos(tx: Tx, visit: Visit, files: readonly number[]): Promise<void> {
  const old = await photoUsed(tx, files, { use: pictureUses, exceptRef: visit.id });
  if (old.length > 0) throw refuse('photoUsed', { tag: '' });
  await linkFiles(tx, files, 'bank.patrolVisit', visit.id);
}

async function send(call: Call<typeof submitPatrol>) {
  const { tx, body, actor } = call;
  const visit = await visitOf(tx, body.visitId, true);
  // The same sheet again: it stands.
  if (visit.clientKey === body.clientKey && ['submitted', 'confirmed'].includes(visit.status))
    return stands(tx, visit.id);
  if (!['planned', 'doing', 'returned'].includes(visit.status))
    throw wrongState(visit.status, 'bank.patrolVisit._title');
  const site = await siteOf(tx, visit.siteId);
  const isIn = visit.status === 'doing' && visit.startedAt !== null && visit.patrollerId === actor.userId;
  if (!isIn) await checkIn(tx, visit.id, await arrive(tx, site, visit, body));
  mustFollow(body.endedAt, Date.parse(isIn && visit.startedAt ? visit.startedAt : body.startedAt));
  const codes = new Set(body.items.map((one) => one.code));
  const lacking = patrolItems.filter((code) => !codes.has(code));
  if (lacking.length > 0) throw refuse('notAllLookedAt', { n: lacking.length });
  const bad = body.items.filter((one) => !one.ok);
  if (bad.some((one) => one.photos.length === 0)) throw refuse('badWithoutPhoto');
  await takePhotos(tx, visit, [
    ...new Set([
      ...body.items.flatMap((one) => one.photos),
      ...body.photos,
      ...(body.holderSign ? [body.holderSign] : []),
    ]),
  ]);
  const scans = await readTags(tx, visit, body.scans);
  const { drawn } = await drawnOf(tx, visit);
  await submit(tx, visit.id, {
    clientKey: body.clientKey,
    endedAt: body.endedAt,
    headsSeen: body.headsSeen,
    items: body.items,
    drawn: drawn.map(({ animalId, earTag }) => ({ animalId, earTag })),
    scans,
    issues: bad.length,
    conclusion: body.conclusion,
    note: body.note ?? null,
    holderSign: body.holderSign ?? null,
    photos: body.photos,
  });
  await recordTransition(tx, actor, {
    entity: 'bank.patrolVisit',
    entityId: visit.id,
    name: 'submit',
    from: visit.status,
    to: 'submitted',
  });
  await dropPatrol(tx, visit.id);
  await settleAlarm(tx, 'patrolDue', site.id);
  if (body.conclusion === 'serious')
    await raise(tx, 'patrolSerious', {
      ...alarmOfSite(site),
      key: `patrol:${visit.id}`,
      args: { siteId: site.id, site: site.name, docNo: visit.docNo, issues: bad.length },
      evidence: { visitId: visit.id, items: bad.map((one) => one.code) },
    });
  await planPatrol(tx, site.id);
  return stands(tx, visit.id);
}
async function stands(tx: Tx, id: number) {
  const [row] = await tx.query<{ status: string; issues: number; seen: number }>(
    `select status, issues, (select count(*)::int from jsonb_array_elements(scans) s
     where (s ->> 'ok')::boolean) as seen
     from bank.patrol_visit where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  return row ?? { status: 'submitted', issues: 0, seen: 0 };
}

const sheet = (call: Call<typeof patrolSheet>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const visit = await visitOf(tx, call.query.visitId);
    const site = await siteOf(tx, visit.siteId);
    const { book, drawn } = await drawnOf(tx, visit);
    const [names] = await tx.query<{ client: string }>(`select coalesce(registry.principal_name($1), '') as client`, [
      site.principalId,
    ]);
    return {
      visitId: visit.id,
      docNo: visit.docNo,
      siteId: site.id,
      site: site.name,
      client: names?.client ?? '',
      status: visit.status,
      dueOn: visit.dueOn,
      book,
      hasBeacon: site.beaconId !== null,
      location: { longitude: site.longitude, latitude: site.latitude },
      startedAt: visit.startedAt ? new Date(visit.startedAt).toISOString() : null,
      drawn: drawn.map(({ earTag, electronicTag, hovel }) => ({ earTag, electronicTag, hovel })),
      items: [...patrolItems],
    };
  });

async function plan(call: Call<typeof planVisit>) {
  const { tx, body } = call;
  const site = await siteOf(tx, body.siteId);
  await planPatrol(tx, site.id, { dueOn: body.dueOn });
  const id = await planAgain(tx, site.id, body.dueOn, body.patrollerId ?? null);
  if (id === null) throw refuse('nothingToCount');
  call.answer.msg = call.say('ok.saved');
  return { id };
}

export const visitRoutes = () => [
  serve('bank', startPatrol, start),
  serve('bank', submitPatrol, send),
  serve('bank', patrolSheet, sheet),
  serve('bank', planVisit, plan),
];
