import { AppError, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { isSigned, signLink } from '#kit/server/files/links.ts';
import { factsOf, streamFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { linkTo } from '#modules/platform/server/index.ts';
import * as contract from '#modules/registry/contract/animal/animal-photo.ts';

const nobody = systemScope(0, 'publicPhoto');

async function publicFileOf(database: Database, uid: string): Promise<{ tenantNo: number; fileId: number } | null> {
  const [[row]] = await database.read<[{ tenantNo: number; fileId: number }]>(nobody, {
    text: 'select tenant_no as "tenantNo", file_id as "fileId" from registry.public_photo($1)',
    values: [uid.toLowerCase()],
  });
  return row ?? null;
}

/** R58: a link to the freed picture that ends by itself; it names the animal's public id and no other. */
export async function publicPhotoUrl(database: Database, uid: string): Promise<string | null> {
  const found = await publicFileOf(database, uid);
  if (!found) return null;
  return `/api/public/animal/photo/${uid}?${signLink({ fileId: found.fileId, sessionId: 0, thumb: false })}`;
}

/** The picture with its animal, if the caller sees it. */
async function photoOf(tx: Tx, id: number): Promise<{ animalId: number; earTag: string }> {
  const [row] = await tx.query<{ animalId: number; earTag: string }>(
    `select p.animal_id as "animalId", a.ear_tag as "earTag" from registry.animal_photo p join registry.animal a on a.tenant_no = p.tenant_no and a.id = p.animal_id
     where p.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

const record = (
  call: Call,
  { animalId, earTag }: { animalId: number; earTag: string },
  after: object,
  action = 'edit',
) =>
  audit(call.tx, call, { module: 'registry', entity: 'animal', entityId: animalId, entityName: earTag, action, after });

export const animalPhotoRoutes = (): Route[] => [
  serve('registry', contract.animalPhotos, async (call) => {
    const [rows] = await call.database.read<
      [{ id: number; fileId: number; angle: string; takenOn: string; isPublic: boolean }]
    >(call.actor.scope, {
      text: `select p.id, p.file_id as "fileId", p.angle, to_char(p.taken_on, 'YYYY-MM-DD') as "takenOn", p.is_public as "isPublic"
             from registry.animal_photo p where p.animal_id = $1 order by p.taken_on desc, p.id desc limit 200`,
      values: [call.params.id],
    });
    return rows.map((row) => ({
      ...row,
      url: linkTo(call.actor, row.fileId),
      thumbUrl: linkTo(call.actor, row.fileId, true),
      canEdit: call.actor.actions.has('pri:animal:edit'),
    }));
  }),
  serve('registry', contract.addAnimalPhotos, async (call) => {
    const { animalId, fileIds, angle, takenOn } = call.body;
    const [one] = await call.tx.query<{ earTag: string }>(
      'select ear_tag as "earTag" from registry.animal where id = $1 and voided_at is null',
      [animalId],
    );
    if (!one) throw notFound();
    await linkFiles(call.tx, fileIds, 'registry.animal', animalId);
    const rows = await call.tx.query(
      `insert into registry.animal_photo (tenant_no, animal_id, file_id, angle, taken_on, created_by) select $1, $2, f, $4, $5, $6 from unnest($3::bigint[]) f
       on conflict do nothing returning id`,
      [call.actor.tenantNo, animalId, fileIds, angle, takenOn, call.actor.userId],
    );
    await record(call as unknown as Call, { animalId, earTag: one.earTag }, { photos: rows.length, angle });
    call.answer.msg = call.say('ok.saved');
    return { count: rows.length };
  }),
  serve('registry', contract.showAnimalPhoto, async (call) => {
    const about = await photoOf(call.tx, call.body.id);
    await call.tx.query('update registry.animal_photo set is_public = $2 where id = $1', [
      call.body.id,
      call.body.isPublic,
    ]);
    await record(call as unknown as Call, about, { photo: call.body.id, isPublic: call.body.isPublic });
    call.answer.msg = call.say('ok.saved');
    return null;
  }),
  serve('registry', contract.removeAnimalPhoto, async (call) => {
    const about = await photoOf(call.tx, call.body.id);
    await call.tx.query('delete from registry.animal_photo where id = $1', [call.body.id]);
    await record(call as unknown as Call, about, { photo: call.body.id }, 'remove');
    call.answer.msg = call.say('ok.removed');
    return null;
  }),
  serve('registry', contract.publicPhoto, async (call) => {
    const { e: expires, sig } = call.query;
    const found = await publicFileOf(call.database, call.params.uid);
    // Hidden meanwhile, run out or forged: told the same.
    if (!found || !isSigned({ fileId: found.fileId, sessionId: 0, thumb: false, expires }, sig))
      throw new AppError(403, 'file.linkEnded');
    call.answer.file = await streamFile(await factsOf(call.database, found.fileId, '$2', [found.tenantNo]));
    return null;
  }),
];

/** R64: pictures of a record that was merged show the survivor. */
export async function reassignPhotos(tx: Tx, loserId: number, survivorId: number): Promise<number> {
  const rows = await tx.query(
    `update registry.animal_photo p set animal_id = $3 where p.tenant_no = $1 and p.animal_id = $2
       and not exists (select 1 from registry.animal_photo o where o.tenant_no = p.tenant_no and o.animal_id = $3 and o.file_id = p.file_id) returning 1`,
    [tx.scope.tenantNo, loserId, survivorId],
  );
  return rows.length;
}
