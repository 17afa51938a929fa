import { AppError, invalid } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { keepFile, refuseHoarding, removeBytes, type SavedFile, storeFile } from '#kit/server/files/files.ts';
import { isSigned, linkSeconds } from '#kit/server/files/links.ts';
import { factsOf, isPicture, readableFile, streamFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve, servePrepared } from '#kit/server/http/call.ts';
import { whenMissing } from '#kit/server/missing.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import * as contract from '#modules/platform/contract/file/files.ts';
import { refuseOverQuota } from '../tenant/quota.ts';
import { linkTo, publicUrl } from './file-links.ts';

/** Pictures of people: no record of a list, linked by the profile alone. */
export const avatarKind = 'platform.avatar';

const publicSeconds = 86_400;

export async function recordFile(call: Pick<Call, 'tx'>, file: SavedFile, bizType: string): Promise<void> {
  const { fileId, fileName, mime, size, sha256 } = file;
  await audit(call.tx, call as Call, {
    module: 'platform',
    entity: 'file',
    entityId: fileId,
    entityName: fileName,
    action: 'add',
    after: { mime, size, sha256, bizType },
  });
}

export const fileRoutes = (): Route[] => [
  servePrepared(
    'platform',
    contract.uploadFile,
    async (call) => {
      const { bizType, takenAt = null, longitude, latitude } = call.body;
      if (!mapOf(bizType) && bizType !== avatarKind) throw invalid([{ field: 'bizType', key: 'error.field.dict' }]);
      if ((longitude === undefined) !== (latitude === undefined))
        throw invalid([{ field: longitude === undefined ? 'longitude' : 'latitude', key: 'error.field.required' }]);
      await refuseHoarding(call.database, call.actor.scope);
      const { path, name } = call.upload;
      const place = { longitude: longitude ?? null, latitude: latitude ?? null };
      return storeFile(call.actor.tenantNo, { source: path, name, bizType, takenAt, ...place });
    },
    async (call, stored) => {
      call.tx.onRollback(() => removeBytes(stored.storageKey, stored.thumbKey));
      await refuseOverQuota(call.tx, 'storage', stored.size);
      const { hasThumb, ...file } = await keepFile(call.tx, stored);
      await recordFile(call, { hasThumb, ...file }, stored.bizType);
      return {
        ...file,
        url: linkTo(call.actor, file.fileId),
        thumbUrl: hasThumb ? linkTo(call.actor, file.fileId, true) : null,
      };
    },
  ),
  servePrepared(
    'platform',
    contract.uploadMenuFile,
    ({ actor, upload: { path, name } }) =>
      storeFile(actor.tenantNo, { source: path, name, bizType: 'menu', isPublic: true }),
    async (call, stored) => {
      const file = await keepFile(call.tx, stored);
      await recordFile(call, file, stored.bizType);
      return { fileId: file.fileId, url: publicUrl(file.fileId) };
    },
  ),
  serve('platform', contract.fileLink, async (call) => {
    const facts = await readableFile(call.database, call.actor, call.params.fileId);
    const thumb = ['1', 'true'].includes(call.query.thumb ?? '') && facts.thumb_key !== null;
    // A picture is looked at, anything else is taken away: that leaves its row in the log.
    if (!isPicture(facts)) {
      const about = { module: 'platform', entity: 'file', entityId: facts.id, entityName: facts.file_name };
      await call.database.transaction(call.actor.scope, (tx) =>
        audit(tx, call, { ...about, action: 'download', after: { bizType: facts.biz_type, bizId: facts.biz_id } }),
      );
    }
    return { url: linkTo(call.actor, facts.id, thumb), expiresIn: linkSeconds };
  }),
  serve('platform', contract.rawFile, async (call) => {
    const { e: expires, s: sessionId, t, sig } = call.query;
    const { fileId } = call.params;
    const thumb = t === '1';
    // Run out, forged, or of a session that has ended: told the same, for whoever tries links is told nothing.
    if (!isSigned({ fileId, sessionId, thumb, expires }, sig)) throw new AppError(403, 'file.linkEnded');
    const facts = await factsOf(call.database, fileId, 'platform.open_session_tenant($2)', [sessionId]).catch(
      whenMissing(() => {
        throw new AppError(403, 'file.linkEnded');
      }),
    );
    call.answer.file = await streamFile(facts, thumb);
    return null;
  }),
  serve('platform', contract.publicFile, async (call) => {
    const facts = await factsOf(call.database, call.params.fileId, 'kit.public_file_tenant($1)', []);
    call.answer.file = { ...(await streamFile(facts)), maxAge: publicSeconds };
    return null;
  }),
];

/** A picture shown to people who may not be known: only one that was sent as such. */
export async function requirePublic(call: Call, field: string, fileId: number | null): Promise<void> {
  if (fileId === null) return;
  const found = await call.tx.query('select kit.public_file_tenant($1) as tenant', [fileId]);
  if ((found[0] as { tenant: number | null } | undefined)?.tenant === null)
    throw invalid([{ field, key: 'error.field.ref' }]);
}
