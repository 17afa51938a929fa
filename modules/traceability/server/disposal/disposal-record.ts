import { invalid, refusal } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, closeTask, openAlarm, openTask } from '#modules/platform/server/index.ts';
import { animalsByTags, writeOnce } from '#modules/registry/server/index.ts';
import {
  type DisposalRecord,
  disposalByAnimal,
  disposalRecord,
  kgTolerance,
} from '#modules/traceability/contract/disposal/disposal-record.ts';
import { reading } from '../common/reading.ts';
import { onDisposal } from '../extension-points.ts';
import { carcassesOf, freeCarcasses, nameCarcasses, noteEvents } from './disposal-record-line.ts';

const entity = 'traceability.disposalRecord';
type Form = FormOf<typeof disposalRecord>;

/** Animals that are dead, each once; a number nobody knows is refused, a carcass without number is described. */
async function animalsOf(tx: Tx, form: Pick<Form, 'lines'>, principalId: number): Promise<Map<string, number>> {
  const tags = form.lines.flatMap((line) => (line.tag ? [line.tag] : []));
  const found = await animalsByTags(tx, 'ear', tags);
  const faults = form.lines.flatMap((line, at) => {
    if (!line.tag) return [];
    if (line.heads !== 1) return [{ field: `lines.${at}.heads`, key: 'traceability.refusal.oneHead' }];
    if (tags.indexOf(line.tag) !== tags.lastIndexOf(line.tag))
      return [{ field: `lines.${at}.tag`, key: 'traceability.refusal.animalTwice' }];
    const hit = found.find((one) => one.tag === line.tag && one.principalId === principalId);
    if (!hit) return [{ field: `lines.${at}.tag`, key: 'traceability.condition.notYours', args: { tag: line.tag } }];
    const isDead = ['dead', 'culled', 'slaughtered'].includes(hit.status);
    return isDead ? [] : [{ field: `lines.${at}.tag`, key: 'traceability.refusal.notDead', args: { tag: line.tag } }];
  });
  if (faults.length > 0) throw invalid(faults);
  return new Map(found.map((one) => [one.tag, one.animalId]));
}

function needPhotos(photos: readonly number[] | null): void {
  if (!photos?.length) throw invalid([{ field: 'photos', key: 'error.field.required' }]);
}

/** R31: a picture proves one carcass. */
async function refuseUsed(tx: Tx, photos: readonly number[] | null | undefined, id: number | null): Promise<void> {
  if ((await photoUsed(tx, photos ?? [], { use: entity, exceptRef: id })).length > 0)
    throw refusal('photoUsed', 'traceability.refusal.photoUsed');
}

async function keepAnimals(tx: Tx, id: number, animals: ReadonlyMap<string, number>): Promise<void> {
  try {
    await nameCarcasses(tx, id, animals);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'one_disposal')
      throw refusal('alreadyDisposed', 'traceability.refusal.alreadyDisposed');
    throw error;
  }
}

interface Steps {
  readonly collectedKg?: number;
  readonly treatedKg?: number;
  readonly kgWord?: string | null;
  readonly certNo?: string;
  readonly collectPhotos?: number[];
  readonly treatPhotos?: number[];
}

async function beforeMove(call: Call, move: Move, row: DisposalRecord): Promise<Record<string, unknown> | undefined> {
  const { tx, actor } = call;
  const form = (move.form ?? {}) as Steps;
  const now = new Date().toISOString();
  await refuseUsed(tx, [...(form.collectPhotos ?? []), ...(form.treatPhotos ?? [])], row.id);
  switch (move.name) {
    case 'collect':
      return { collectedAt: now, collectedBy: actor.nickname };
    case 'treat': {
      const off = Math.abs((form.treatedKg ?? 0) - (row.collectedKg ?? 0)) / (row.collectedKg || 1);
      if (off > kgTolerance && !form.kgWord)
        throw invalid([{ field: 'kgWord', key: 'traceability.refusal.kgDiffers' }]);
      return { treatedAt: now };
    }
    case 'selfTreat':
      return { treatedAt: now };
    case 'confirm':
      return confirm(call, row, form.certNo ?? '');
    default:
      await freeCarcasses(tx, row.id);
      return { reason: move.remark ?? null };
  }
}

/** R32, R33: by somebody who is neither of the plant nor made the record; each animal's life says it once. */
async function confirm(call: Call, row: DisposalRecord, certNo: string): Promise<undefined> {
  const { tx, actor } = call;
  const [own] = await tx.query<{ plantId: number | null; createdBy: number | null }>(
    'select plant_id as "plantId", created_by as "createdBy" from traceability.disposal_record where id = $1',
    [row.id],
  );
  const isOfPlant = own?.plantId !== null && actor.scope.principals.includes(own?.plantId ?? 0);
  if (own?.createdBy === actor.userId || isOfPlant) throw refusal('samePerson', 'traceability.refusal.samePerson');
  await inTenant(tx, actor.tenantNo, 'confirmDisposal', async (all) => {
    const carcasses = await carcassesOf(all, row.id);
    const seqs = new Map<number, number>();
    for (const one of carcasses)
      if (one.animalId !== null)
        seqs.set(
          one.id,
          await writeOnce(
            all,
            {
              animalId: one.animalId,
              kind: 'disposed',
              happenedOn: today(),
              principalId: row.principalId,
              regionCode: row.regionCode,
              source: { entity, id: row.id, docNo: row.docNo },
              summary: { way: row.way, certNo },
            },
            actor.userId,
          ),
        );
    await noteEvents(all, seqs);
    const animalIds = carcasses.flatMap((one) => (one.animalId === null ? [] : [one.animalId]));
    await onDisposal.tell(all, { recordId: row.id, docNo: row.docNo, certNo, animalIds });
  });
  return undefined;
}

async function afterMove(call: Call, move: Move): Promise<void> {
  const form = (move.form ?? {}) as Steps;
  for (const files of [form.collectPhotos, form.treatPhotos])
    if (files && files.length > 0) await linkFiles(call.tx, files, entity, move.id);
  await closeTask(call.tx, entity, move.id);
  if (['confirm', 'cancel'].includes(move.name)) await closeAlarm(call.tx, `disposalLate:${move.id}`);
  const next: Readonly<Record<string, string>> = { treat: 'confirm', selfTreat: 'confirm' };
  const [row] = await call.tx.query<{ docNo: string; principalId: number; regionCode: number; heads: number }>(
    `select doc_no as "docNo", principal_id as "principalId", region_code as "regionCode", heads
     from traceability.disposal_record where id = $1`,
    [move.id],
  );
  const permission = next[move.name];
  if (row && permission)
    await openTask(call.tx, {
      taskType: 'approve',
      taskName: { key: 'traceability.disposalPage.task', args: { docNo: row.docNo, n: row.heads } },
      entity,
      entityId: move.id,
      linkPath: `/traceability/livestockRegistration/harmlessDisposal?docNo=${row.docNo}`,
      permission: `trace:disposal:${permission}`,
      regionCode: row.regionCode,
      principalId: row.principalId,
    });
}

/** The plant a carcass goes to: that of the tenant nearest to the holder's county, where there is one. */
async function plantOf(tx: Tx, regionCode: number): Promise<number | null> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'plantOf', (all) =>
    all.query<{ id: number }>(
      `select id from traceability.unit_seen
       where tenant_no = kit.tenant() and type = 'disposalPlant' and status = 'active'
       order by abs(region_code / 1000000 - $1::bigint / 1000000), id limit 1`,
      [regionCode],
    ),
  );
  return row?.id ?? null;
}

/** R33: hours after which an unconfirmed carcass is an alarm. */
const lateHours = 72;
export async function tellLateDisposals(tx: Tx): Promise<void> {
  const late = await tx.query<{ id: number; docNo: string; principalId: number; regionCode: number; hours: number }>(
    `select id, doc_no as "docNo", principal_id as "principalId", region_code as "regionCode",
       (extract(epoch from now() - created_at) / 3600)::int as hours
     from traceability.disposal_record where tenant_no = kit.tenant()
       and status in ('reported', 'collected', 'treated', 'selfTreated')
       and created_at < now() - make_interval(hours => $1)`,
    [lateHours],
  );
  for (const one of late)
    await openAlarm(tx, {
      kind: 'disposalLate',
      dedupKey: `disposalLate:${one.id}`,
      subject: { entity, id: one.id, name: one.docNo },
      regionCode: one.regionCode,
      principalId: one.principalId,
      args: { docNo: one.docNo, n: one.hours },
    });
}

export interface Disposal {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly certNo: string | null;
}
/**
 * The record of an animal's carcass, whoever asks; null while nobody reported it.
 *
 * @example
 * const proof = await disposalOf(tx, animalId);
 */
export const disposalOf = async (tx: Tx, animalId: number): Promise<Disposal | null> => {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'disposalOf', (all) =>
    all.query<Disposal>(
      `select r.id, r.doc_no as "docNo", r.status, r.cert_no as "certNo" from traceability.disposal_record r
       join traceability.disposal_record_line l on l.parent_id = r.id
       where l.tenant_no = kit.tenant() and l.animal_id = $1 and l.is_live`,
      [animalId],
    ),
  );
  return row ?? null;
};

export const disposalRoutes = (): Route[] => [
  serve('traceability', disposalByAnimal, (call) =>
    reading(call, async (tx) => {
      const [seen] = await tx.query('select 1 from traceability.animal_seen where id = $1', [call.query.animalId]);
      return seen ? disposalOf(tx, call.query.animalId) : null;
    }),
  ),
  ...serveResource(disposalRecord)({
    expressions: {
      plantName: 'registry.principal_name(t.plant_id)',
      hoursOpen: `(case when t.status in ('reported', 'collected', 'treated', 'selfTreated')
        then (extract(epoch from now() - t.created_at) / 3600)::int end)`,
    },
    before: {
      add: async (call, values) => {
        await animalsOf(call.tx, values, values.principalId);
        needPhotos(values.photos);
        await refuseUsed(call.tx, values.photos, null);
        const [place] = await call.tx.query<{ no: string; regionCode: number }>(
          `select kit.doc_no('QX') as no, region_code as "regionCode" from traceability.unit_seen where id = $1`,
          [values.principalId],
        );
        if (!place) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
        const plantId = values.way === 'plant' ? await plantOf(call.tx, place.regionCode) : null;
        return { docNo: place.no, plantId };
      },
      edit: async (call, values, row) => {
        await animalsOf(call.tx, values, row.principalId);
        needPhotos(values.photos);
        await refuseUsed(call.tx, values.photos, row.id);
        return undefined;
      },
      transition: beforeMove,
    },
    after: {
      add: async (call, id, values) => keepAnimals(call.tx, id, await animalsOf(call.tx, values, values.principalId)),
      edit: async (call, id, values) => {
        const [row] = await call.tx.query<{ principalId: number }>(
          'select principal_id as "principalId" from traceability.disposal_record where id = $1',
          [id],
        );
        await keepAnimals(call.tx, id, await animalsOf(call.tx, values, row?.principalId ?? 0));
      },
      transition: afterMove,
    },
  }),
];

/** Open records of a unit that was merged go on under the survivor. */
export const reassignDisposals = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.disposal_record t set principal_id = u.id, region_code = u.region_code,
       version = t.version + 1, updated_at = now()
     from traceability.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status not in ('confirmed', 'cancelled')`,
    [from, to],
  );
