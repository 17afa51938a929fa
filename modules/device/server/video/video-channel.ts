import { AppError, invalid, notFound } from '#kit/contract/errors.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { sealText } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { setVideoSource, videoChannel } from '#modules/device/contract/video/video.ts';
import { driverOf } from './source.ts';

interface Camera {
  principalId: number;
  ownerId: number;
  home: number;
  bankId: number | null;
  insurerId: number | null;
  supervisorId: number | null;
}
const cameraSql = `select principal_id as "principalId", owner_id as "ownerId", home_region as home, bank_id
  as "bankId",
  insurer_id as "insurerId", supervisor_id as "supervisorId" from device.device where id = $1 and kind = 'camera'`;

export const videoChannelRoutes = (): Route[] => [
  ...serveResource(videoChannel)({
    expressions: { regionCode: 'nullif(t.region_code, 0)', hasSource: '(t.source_ref is not null)' },
    before: {
      add: async (call, values) => {
        const [camera] = await call.tx.query<Camera>(cameraSql, [values.deviceId]);
        if (!camera) throw invalid([{ field: 'deviceId', key: 'error.field.ref' }]);
        const { home, ...parties } = camera;
        return { ...parties, regionCode: values.shareScope === 'jurisdiction' ? home : 0 };
      },
      edit: async (call, values, row) => {
        const [camera] = await call.tx.query<Camera>(cameraSql, [row.deviceId]);
        return { regionCode: values.shareScope === 'jurisdiction' ? (camera?.home ?? 0) : 0 };
      },
    },
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.principalId),
  }),
  serve('device', setVideoSource, async (call) => {
    const { id, source } = call.body;
    const [row] = await call.tx.query<{ principalId: number; provider: string }>(
      'select principal_id as "principalId", provider from device.video_channel where id = $1 for update',
      [id],
    );
    if (!row) throw notFound();
    if (!call.actor.scope.principals.includes(row.principalId)) throw new AppError(403, 'error.forbidden');
    const live = (await driverOf(row.provider).folderOf(source)) !== null;
    await call.tx.query(
      `update device.video_channel set source_ref = $2, last_picture_at = case when $3 then now()
        else last_picture_at end,
         version = version + 1, updated_at = now(), updated_by = $4 where id = $1`,
      [id, sealText(source, call.actor.tenantNo), live, call.actor.userId],
    );
    call.answer.msg = call.say('ok.saved');
    return { live };
  }),
];
