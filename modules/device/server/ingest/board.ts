import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { deviceReject, type IngestBoard, ingestBoard } from '#modules/device/contract/ingest/ingest.ts';
import { deviceBroker } from '../broker/broker.ts';

/** Refused messages of devices the caller sees; of unknown ones nobody knows whose they are. */
const mine = 'exists (select 1 from device.device d where d.id = t.device_id)';

export const ingestRoutes = (): Route[] => [
  ...serveResource(deviceReject)({ listed: mine }),
  serve('device', ingestBoard, async (call) => {
    const hours = Number(call.query.hours);
    const [lag, day, minutes, reasons, noisy] = await call.database.read<
      [
        { lagMessages: number; lagSeconds: number },
        IngestBoard['day'] & { delayP50: number; delayP95: number; recent: number },
        IngestBoard['minutes'][number],
        IngestBoard['reasons'][number],
        IngestBoard['noisy'][number],
      ]
    >(
      call.actor.scope,
      {
        text: `select lag_messages as "lagMessages", case
          when at < now() - interval '30 seconds' then extract(epoch from now() - at)::float8
          else lag_seconds end
                 as "lagSeconds" from device.ingest_lease`,
        values: [],
      },
      {
        text: `select coalesce(sum(messages), 0)::int as messages, coalesce(sum(accepted), 0)::int as accepted,
          coalesce(sum(duplicates), 0)::int as duplicates,
                 coalesce(sum(late), 0)::int as late, coalesce(sum(refused), 0)::int as refused,
                 coalesce(avg(delay_p50) filter (where minute > now() - interval '10 minutes'), 0)::float8
                   as "delayP50",
                 coalesce(max(delay_p95) filter (where minute > now() - interval '10 minutes'), 0)::float8
                   as "delayP95",
                 coalesce(sum(messages) filter (where minute > now() - interval '3 minutes'), 0)::float8 / 180
                   as recent
               from device.ingest_minute where minute > now() - interval '24 hours'`,
        values: [],
      },
      {
        text: `select minute, messages, accepted, duplicates, late, refused, delay_p95 as "delayP95"
          from device.ingest_minute
               where minute > now() - make_interval(hours => $1) order by minute`,
        values: [hours],
      },
      {
        text: `select reason, count(*)::int as n from device.device_reject
          where received_at > now() - interval '24 hours' group by 1 order by 2 desc`,
        values: [],
      },
      {
        text: `select y.device_id as "deviceId", d.device_no as "deviceNo", y.messages, y.lost, y.refused
          from device.device_day y
               join device.device d on d.tenant_no = y.tenant_no and d.id = y.device_id
               where y.day = (now() at time zone 'Asia/Shanghai')::date order by y.refused + y.lost desc,
                 y.messages desc limit 10`,
        values: [],
      },
    );
    const broker = deviceBroker();
    const sums = day[0];
    const round = (value: number) => Math.round(value * 100) / 100;
    return {
      perSecond: round(sums?.recent ?? 0),
      lagMessages: lag[0]?.lagMessages ?? 0,
      lagSeconds: round(lag[0]?.lagSeconds ?? 0),
      delayP50: round(sums?.delayP50 ?? 0),
      delayP95: round(sums?.delayP95 ?? 0),
      day: {
        messages: sums?.messages ?? 0,
        accepted: sums?.accepted ?? 0,
        duplicates: sums?.duplicates ?? 0,
        late: sums?.late ?? 0,
        refused: sums?.refused ?? 0,
      },
      minutes,
      reasons,
      noisy,
      broker: { host: broker?.settings.host ?? '', port: broker?.settings.mqttPort ?? 0, up: lag.length > 0 },
    };
  }),
];
