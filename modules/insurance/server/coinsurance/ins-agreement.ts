import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insAgreement } from '#modules/insurance/contract/coinsurance/coinsurance.ts';
import { refuse } from '../refusals.ts';
import { askInsurers } from './ins-consent.ts';

interface Other {
  readonly regionCode: number;
}
async function mustNotOverlap(tx: Tx, id: number): Promise<void> {
  const others = await tx.query<Other & { own: number }>(
    `select o.region_code as "regionCode", a.region_code as own from insurance.ins_agreement a
       join insurance.ins_agreement o on o.tenant_no = a.tenant_no and o.product_id = a.product_id and o.id <> a.id
     where a.tenant_no = kit.tenant() and a.id = $1 and o.status = 'active' and o.valid_from <= a.valid_to
       and o.valid_to >= a.valid_from`,
    [id],
  );
  if (others.some((one) => within(one.own, one.regionCode) || within(one.regionCode, one.own)))
    throw refuse('agreementOverlap');
}

export const agreementRoutes = (): Route[] =>
  serveResource(insAgreement)({
    expressions: { lead: 'registry.principal_name(t.lead_insurer_id)' },
    before: {
      add: async (call, values) => {
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('IA') as no`);
        return { docNo: no?.no, leadInsurerId: values.lines[0]?.insurerId ?? null, files: values.files ?? null };
      },
      edit: async (_call, values) => ({
        leadInsurerId: values.lines[0]?.insurerId ?? null,
        files: values.files ?? null,
      }),
      transition: async (call, move, row) => {
        if (move.name !== 'ask') return undefined;
        const insurers = row.lines.map((one) => one.insurerId);
        if (row.totalBp !== 10_000) throw refuse('sharesNot100');
        if (new Set(insurers).size !== insurers.length || insurers.length < 2) throw refuse('insurerTwice');
        await mustNotOverlap(call.tx, row.id);
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'ask') await askInsurers(call.tx, move.id);
      },
    },
  });
