import type { Tx } from '#kit/server/db/database.ts';
import type { Random } from './random.ts';

const clients = [
  { id: 'c7a1d0e5b2f49c36', name: '通辽市政务服务平台', principal: 'root', rate: 120, remark: '从政务门户跳转登录' },
  { id: 'c2b8e61f07d3a954', name: '通辽市兽医实验室系统', principal: 'root', rate: 60, remark: null },
];

/** Two systems that call in, a week of their calls, three in a hundred of them refused. */
export async function saveThirdParties(tx: Tx, ids: ReadonlyMap<string, number>, random: Random): Promise<void> {
  const { tenantNo } = tx.scope;
  for (const { id, name, principal, rate, remark } of clients) {
    await tx.query(
      `insert into platform.sys_third_client (tenant_no, client_id, client_name, principal_id, scopes, rate_per_minute, valid_until, remark)
       values ($1, $2, $3, $4, '{ticket}', $5, current_date + 365, $6)`,
      [tenantNo, id, name, ids.get(principal), rate, remark],
    );
    for (let call = 0; call < 150; call += 1) {
      const isTicket = random.next() < 0.6;
      const isBad = random.next() < 0.03;
      await tx.query(
        `insert into platform.sys_third_log (tenant_no, happened_at, direction, client_id, client_name, api_name, method, path, request, response, status_code, result, duration_ms, biz_key, ip, trace_id)
         values ($1, now() - make_interval(mins => $2), 'in', $3, $4, $5, 'POST', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          tenantNo,
          random.int(5, 7 * 24 * 60),
          id,
          name,
          isTicket ? 'ticket' : 'token',
          isTicket ? 'sys/third/ticket' : 'sys/third/token',
          JSON.stringify(
            isTicket ? { username: 'kzzq_mgr', toPath: '/pri/principal/info' } : { clientId: id, sign: '***' },
          ),
          JSON.stringify(
            isBad ? { msg: '接入凭证无效' } : isTicket ? { ticket: '***' } : { token: '***', expiresIn: 7200 },
          ),
          isBad ? 401 : 200,
          isBad ? 'failed' : 'ok',
          random.int(8, 90),
          isTicket ? 'kzzq_mgr' : null,
          '10.15.5.20',
          `demo${call}`,
        ],
      );
    }
  }
}
