import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import {
  type Delivery,
  deliver,
  dropDelivery,
  registerDelivery,
  replayDelivery,
} from '#kit/server/delivery/delivery.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPush } from '#modules/insurance/contract/push/push.ts';
import { endpointsFor, markHeard, targetOf } from './ins-endpoint.ts';

const channel = 'insurance.push';

export interface News {
  readonly insurerId: number;
  readonly kind: string;
  /** What keeps its order: `policy:77`. */
  readonly aggregate: string;
  readonly docNo: string;
  readonly content: Readonly<Record<string, unknown>>;
}
/** R59: in the record's transaction, to every line of that insurer that wants to hear of it. */
export const push = (tx: Tx, news: News): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.push', async (sys) => {
    for (const { id } of await endpointsFor(sys, news.insurerId, news.kind)) {
      const content = { kind: news.kind, docNo: news.docNo, ...news.content };
      const made = await deliver(sys, { channel, aggregate: `${id}/${news.aggregate}`, topic: news.kind, content });
      await sys.query(
        `insert into insurance.ins_push (tenant_no, insurer_id, endpoint_id, kind, doc_no, delivery_id, payload_hash,
           payload, created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
        [news.insurerId, id, news.kind, news.docNo, made.id, made.hash, JSON.stringify(content), tx.scope.userId],
      );
    }
  });

const lineOf = ({ aggregate }: Delivery): number => Number(aggregate.split('/')[0]);
const setPushed = (tx: Tx, deliveryId: number, status: 'sent' | 'dead') =>
  tx.query(
    `update insurance.ins_push set status = $2, sent_at = case when $2 = 'sent' then now() end, version = version + 1,
       updated_at = now() where tenant_no = kit.tenant() and delivery_id = $1`,
    [deliveryId, status],
  );

export const registerPushes = (): void =>
  registerDelivery(channel, {
    target: (tx, delivery) => targetOf(tx, lineOf(delivery)),
    sent: async (tx, delivery) => {
      await setPushed(tx, delivery.id, 'sent');
      await markHeard(tx, lineOf(delivery));
    },
    dead: async (tx, delivery) => void (await setPushed(tx, delivery.id, 'dead')),
  });

const sending = (column: string) => `(select d.${column} from kit.delivery d where d.id = t.delivery_id)`;

export const pushRoutes = (): Route[] =>
  serveResource(insPush)({
    expressions: {
      seq: sending('seq'),
      attempts: sending('attempts'),
      httpStatus: sending('status_code'),
      fault: sending('fault'),
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ deliveryId: number }>(
          'select delivery_id as "deliveryId" from insurance.ins_push where id = $1',
          [move.id],
        );
        if (!row) return;
        // The same body and hash as before; what waits behind it follows.
        if (move.name === 'replay') await replayDelivery(call.tx, row.deliveryId);
        else await dropDelivery(call.tx, row.deliveryId);
      },
    },
  });
