import type { DataOf } from '#kit/contract/endpoint.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { lotFile } from '#modules/traceability/contract/lot/trace-lot.ts';
import { sealedSeq } from '../seal/trace-sealed.ts';
import { readLot } from './trace-lot.rows.ts';
import { lotEvents, verifyLot } from './trace-lot-event.ts';
import { lotsBelow } from './trace-lot-input.ts';

interface Below {
  readonly id: number;
  readonly docNo: string;
  readonly productName: string;
  readonly holder: string;
  readonly kg: number;
  readonly status: string;
}

/** Steps, chain and whereabouts of a lot; null for whoever may not see it. Lots made of it are told as far as they are seen. */
export async function fileOf(tx: Tx, id: number): Promise<DataOf<typeof lotFile> | null> {
  const lot = await readLot(tx, id);
  if (!lot) return null;
  const events = await lotEvents(tx, id);
  const verdict = verifyLot(lot, events);
  const [facts] = await tx.query<{
    maker: string;
    holder: string;
    kgOut: number;
    productCertNo: string | null;
    reason: string | null;
    recallMs: number | null;
    codes: number;
  }>(
    `select registry.principal_name(l.principal_id) as maker,
       registry.principal_name(coalesce(l.next_principal_id, l.principal_id)) as holder, l.kg_out as "kgOut",
       l.product_cert_no as "productCertNo", l.reason, l.recall_ms as "recallMs",
       (select count(*)::int from traceability.trace_code c
         where c.tenant_no = l.tenant_no and c.target_type = 'lot' and c.target_id = l.id) as codes
     from traceability.trace_lot l where l.id = $1`,
    [id],
  );
  const defined = await tx.query<{ code: string; maxHours: number | null }>(
    `select code, max_hours as "maxHours" from traceability.trace_process_def_node
     where parent_id = $1 order by line_no`,
    [lot.processDefId],
  );
  const ids = await inTenant(tx, tx.scope.tenantNo, 'lotFile', (all) => lotsBelow(all, id));
  const below = await tx.query<Below>(
    `select id, doc_no as "docNo", product_name as "productName", kg, status,
       registry.principal_name(coalesce(next_principal_id, principal_id)) as holder
     from traceability.trace_lot where id = any ($1) and id <> $2 order by id limit 500`,
    [ids, id],
  );
  const sealed = await sealedSeq(tx, lot.uid);
  const begun = Date.parse(events[0]?.at ?? lot.madeOn);
  return {
    id,
    docNo: lot.docNo,
    productName: lot.productName,
    kind: lot.kind,
    status: lot.status,
    maker: facts?.maker ?? '',
    holder: facts?.holder ?? '',
    madeOn: lot.madeOn,
    kg: lot.kg,
    kgIn: lot.kgIn,
    kgOut: Number(facts?.kgOut ?? 0),
    productCertNo: facts?.productCertNo ?? null,
    reason: facts?.reason ?? null,
    codes: facts?.codes ?? 0,
    recallMs: facts?.recallMs ?? null,
    chain: { ok: verdict.ok, count: verdict.count },
    nodes: defined.map(({ code, maxHours }) => {
      const done = events.find((one) => one.kind === code);
      const isLate = done && maxHours !== null && Date.parse(done.at) - begun > maxHours * 3_600_000;
      return { code, state: done ? (isLate ? 'late' : 'done') : 'missing', at: done?.at ?? null };
    }),
    events: events.map(({ seq, kind, at }) => ({ seq, kind, at, sealed: seq <= sealed })),
    below: below.map(({ docNo, productName, holder, kg, status }) => ({
      docNo,
      productName,
      holder,
      kg: Number(kg),
      status,
    })),
  };
}
