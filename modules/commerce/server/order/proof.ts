import type { DataOf } from '#kit/contract/endpoint.ts';
import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { definePaper, makePaper } from '#kit/server/paper/paper.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { printProof, purchaseProof } from '#modules/commerce/contract/order/order-steps.ts';
import { asTenant, name, sideOf } from '../common.ts';
import { keepProof, shipmentOf } from './shipment.ts';
import { orderOf } from './trade-order.ts';

type ProofRow = DataOf<typeof purchaseProof>[number];
const proofSql = (which: string) => `select o.order_no as "orderNo", s.shipment_no as "shipmentNo", l.title,
    x.approval_no as "approvalNo", l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn",
    l.signed_qty as qty, l.unit, to_char(s.signed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "signedOn",
    ${name('o.supplier_id')} as supplier, o.invoice_title as invoice
  from commerce.trade_order o join commerce.shipment s on s.order_id = o.id and s.signed_at is not null
  join commerce.shipment_line l on l.shipment_id = s.id and l.signed_qty > 0
  join commerce.trade_order_line x on x.id = l.order_line_id
  where ${which} and o.principal_id = any (commerce.my_units()) order by s.id, l.id`;

interface Printed {
  readonly buyer: string;
  readonly rows: readonly ProofRow[];
}
const own = 'commerce.proofPaper';
/** 采购凭证: order, lot, quantity and invoice of what was signed for, without a price; prevention takes it for a bought vaccine. */
const proofPaper = definePaper<Printed>({
  name: 'commerce.purchaseProof',
  entity: 'commerce.tradeOrder',
  title: (_, say) => say(`${own}.title`),
  draw: (sheet, { buyer, rows }, say) => {
    const [first] = rows;
    sheet
      .title(say(`${own}.title`), `${first?.orderNo ?? ''} · ${first?.shipmentNo ?? ''}`)
      .facts([
        [say('commerce.orderPage.buyer'), buyer],
        [say('commerce.orderPage.supplier'), first?.supplier ?? ''],
        [say(`${own}.signedOn`), first?.signedOn ?? ''],
        [say(`${own}.invoice`), first?.invoice ?? '-'],
      ])
      .table(
        [
          { label: say('commerce.orderPage.goods'), width: 2.6 },
          { label: say('commerce.commodity.approvalNo'), width: 1.8 },
          { label: say('commerce.orderPage.lotNo'), width: 1.4 },
          { label: say('commerce.orderPage.expireOn'), width: 1.4 },
          { label: say('commerce.orderPage.qty'), align: 'right' },
        ],
        rows.map((one) => [
          one.title,
          one.approvalNo ?? '-',
          one.lotNo ?? '-',
          one.expireOn ?? '-',
          `${one.qty} ${one.unit}`,
        ]),
      )
      .signatures([say(`${own}.supplierSign`), say(`${own}.buyerSign`)]);
  },
  // Who bought it stays on the paper.
  facts: ({ rows }, say) => [
    { label: say('commerce.orderPage.supplier'), value: rows[0]?.supplier ?? '' },
    { label: say(`${own}.signedOn`), value: rows[0]?.signedOn ?? '' },
    {
      label: say('commerce.orderPage.goods'),
      value: rows.map((one) => `${one.title} ${one.lotNo ?? ''} × ${one.qty}`).join('、'),
    },
  ],
});

/** R28: made once for each shipment that was signed for; the same file ever after. */
async function print(call: Call<typeof printProof>) {
  const seen = await shipmentOf(call.tx, call.body.shipmentId);
  const order = await orderOf(call.tx, seen.orderId);
  if (sideOf(call, order) !== 'buyer') throw forbidden();
  const rows = await call.tx.query<ProofRow>(proofSql('s.id = $1'), [seen.id]);
  if (rows.length === 0) throw refusal('notSigned', 'commerce.refusal.notSigned');
  const [unit] = await call.tx.query<{ name: string }>(`select ${name('$1::bigint')} as name`, [order.principalId]);
  const unitName = (code: string) => lookups().dictLabel('unit', code, call.actor.tenantNo, call.language) ?? code;
  return asTenant(call, 'proof', async (all) => {
    const { proofFile } = await shipmentOf(all, seen.id, true);
    if (proofFile) return { fileId: proofFile };
    const { fileId } = await makePaper(all, proofPaper, {
      id: order.id,
      docNo: seen.shipmentNo,
      data: { buyer: unit?.name ?? '', rows: rows.map((one) => ({ ...one, unit: unitName(one.unit) })) },
      language: call.language,
      say: call.say,
    });
    await keepProof(all, seen.id, fileId);
    return { fileId };
  });
}

export const proofRoutes = (): Route[] => [
  serve('commerce', purchaseProof, async (call) => {
    const [heads, rows] = await call.database.read<[{ id: number }, ProofRow]>(
      call.actor.scope,
      { text: 'select id from commerce.trade_order where id = $1', values: [call.query.id] },
      { text: proofSql('o.id = $1'), values: [call.query.id] },
    );
    if (heads.length === 0) throw notFound();
    return rows;
  }),
  serve('commerce', printProof, print),
];
