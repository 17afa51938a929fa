import { openTask } from '#modules/platform/server/index.ts';
import type { DemoWorld } from '../part.ts';

interface Waiting {
  readonly id: number;
  readonly no: string;
  readonly unit: number;
  readonly region: number;
}
const ordersSql = (side: string) => `select o.id, o.order_no as no, o.${side} as unit, p.region_code as region
  from commerce.trade_order o join registry.principal p on p.id = o.${side}
  where o.tenant_no = $1 and o.status = $2 order by o.id`;

/** What waits for somebody today: goods for a review, orders for the buyer's approver and for the supplier. */
export const saveTasks = ({ turns }: DemoWorld): Promise<void> =>
  turns.take(async (tx) => {
    const { tenantNo } = tx.scope;
    const goods = await tx.query<Waiting>(
      `select id, title as no, supplier_id as unit, region_code as region from commerce.commodity
       where tenant_no = $1 and status = 'reviewing' order by id`,
      [tenantNo],
    );
    for (const one of goods)
      await openTask(tx, {
        taskType: 'approve',
        taskName: { key: 'commerce.commodity.task_review', args: { title: one.no } },
        entity: 'commerce.commodity',
        entityId: one.id,
        linkPath: '/selectionLib/commodityReview?status=reviewing',
        permission: 'selection:commodity:review',
        regionCode: one.region,
        principalId: one.unit,
      });
    const asked = [
      ['supplier_id', 'pendingAccept', 'supplierOrder', 'task_accept', '/suppliers/order', 'supplier:order:handle'],
      [
        'principal_id',
        'pendingApproval',
        'tradeOrder',
        'task_approve',
        '/selectionLib/orderCenter',
        'shop:order:approve',
      ],
    ] as const;
    for (const [side, status, noun, key, path, permission] of asked)
      for (const one of await tx.query<Waiting>(ordersSql(side), [tenantNo, status]))
        await openTask(tx, {
          taskType: 'handle',
          taskName: { key: `commerce.${noun}.${key}`, args: { orderNo: one.no } },
          entity: `commerce.${noun}`,
          entityId: one.id,
          linkPath: `${path}/detail?id=${one.id}`,
          permission,
          regionCode: one.region,
          principalId: one.unit,
        });
  });
