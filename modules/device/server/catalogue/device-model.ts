import { refusal } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { deviceModel } from '#modules/device/contract/catalogue/device-model.ts';
import { metricList } from './metrics.ts';

const devices = `from device.device d where d.model_id = t.id and d.status = 'active'`;

export const deviceModelRoutes = (): Route[] =>
  serveResource(deviceModel)({
    expressions: {
      deviceCount: `(select count(*)::int ${devices})`,
      onlineCount: `(select count(*)::int from device.device d join device.device_state s
        on s.tenant_no = d.tenant_no and s.device_id = d.id
        where d.model_id = t.id and d.status = 'active' and s.silent_due_at > now())`,
      lossPercent: `(select round(100.0 * sum(y.lost) / nullif(sum(y.messages + y.lost), 0), 2)
        from device.device_day y
        where y.model_id = t.id and y.day > current_date - 30)`,
    },
    before: {
      add: async (_call, values) => ({ metrics: metricList(values.metrics) }),
      edit: async (_call, values) => ({ metrics: metricList(values.metrics) }),
      remove: async (call, row) => {
        const used = await call.tx.query('select 1 from device.device where model_id = $1 limit 1', [row.id]);
        if (used.length > 0) throw refusal('inUse', 'device.deviceModel.inUse');
      },
    },
  });
