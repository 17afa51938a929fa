import { withoutSecrets } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysThirdLog, thirdLogHours } from '#modules/platform/contract/integration/sys-third-log.ts';

export interface ThirdCall {
  readonly direction: 'in' | 'out';
  /** The client's id, or the name of the system that was called. */
  readonly clientId: string;
  readonly clientName?: string | null;
  readonly apiName: string;
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  readonly response?: unknown;
  readonly statusCode: number;
  readonly result: 'ok' | 'failed';
  readonly durationMs: number;
  readonly attempt?: number;
  readonly bizKey?: string | null;
  readonly ip?: string | null;
  readonly traceId?: string | null;
}

const most = 8192;
const body = (value: unknown) =>
  value === undefined || value === null ? null : JSON.stringify(withoutSecrets(value)).slice(0, most);

/** The one way into the log of third-party calls, inwards and outwards: secrets and personal numbers masked, bodies cut at 8 KB. */
export async function logThird(tx: Tx, call: ThirdCall): Promise<void> {
  await tx.query(
    `insert into platform.sys_third_log (tenant_no, direction, client_id, client_name, api_name, method, path, request, response, status_code, result, duration_ms,
       attempt, biz_key, ip, trace_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tx.scope.tenantNo,
      call.direction,
      call.clientId,
      call.clientName ?? null,
      call.apiName,
      call.method,
      call.path,
      body(call.request),
      body(call.response),
      call.statusCode,
      call.result,
      call.durationMs,
      call.attempt ?? 1,
      call.bizKey ?? null,
      call.ip ?? null,
      call.traceId ?? null,
    ],
  );
}

export const sysThirdLogRoutes = (): Route[] => [
  ...serveResource(sysThirdLog)(),
  serve('platform', thirdLogHours, async (call) => {
    const [rows] = await call.database.read<[{ hour: string; calls: number; failed: number }]>(call.actor.scope, {
      text: `select h as hour, count(l.id)::int as calls, count(l.id) filter (where l.result = 'failed')::int as failed
             from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h
             left join platform.sys_third_log l on l.happened_at >= h and l.happened_at < h + interval '1 hour' and l.happened_at > now() - interval '25 hours'
             group by h order by h`,
      values: [],
    });
    return rows;
  }),
];
