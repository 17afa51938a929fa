import { invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { animalsByTags, ofUnit } from '#modules/registry/server/index.ts';
import { traceInspection } from '#modules/traceability/contract/oversight/oversight.ts';
import { certificateCovers } from '../quarantine/quarantine-certificate.ts';

type Form = FormOf<typeof traceInspection>;

/** What each number is found to be; the inspector scans, the register judges. */
async function judge(tx: Tx, form: Form, principalId: number): Promise<Record<string, unknown>> {
  const tags = form.lines.map((one) => one.tag);
  if (tags.length === 0) return { heads: 0, mismatches: 0 };
  const lines = await inTenant(tx, tx.scope.tenantNo, 'inspect', async (all) => {
    const found = await animalsByTags(all, 'ear', tags);
    const uncovered = form.certificateNo
      ? (
          await certificateCovers(
            all,
            form.certificateNo,
            found.map((one) => one.animalId),
            today(),
          )
        ).uncovered
      : [];
    return form.lines.map((one, at) => {
      const hit = found.find((animal) => animal.tag === one.tag);
      const isTwice = tags.indexOf(one.tag) < at;
      const verdict = isTwice
        ? 'duplicate'
        : !hit
          ? 'noTag'
          : uncovered.includes(hit.animalId)
            ? 'notOnCertificate'
            : !form.certificateNo && hit.principalId !== principalId
              ? 'wrongHolder'
              : 'match';
      return { ...one, found: verdict };
    });
  });
  return { lines, heads: lines.length, mismatches: lines.filter((one) => one.found !== 'match').length };
}

export const reassignInspections = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_inspection set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

const refuseClean = (result: string, mismatches: number): void => {
  if (result === 'ok' && mismatches > 0)
    throw invalid([{ field: 'result', key: 'traceability.refusal.mismatches', args: { n: mismatches } }]);
};

export const inspectionRoutes = (): Route[] =>
  serveResource(traceInspection)({
    match: { principalId: ofUnit },
    before: {
      add: async (call: Call, values) => {
        const facts = await judge(call.tx, values, values.principalId);
        refuseClean(values.result, facts.mismatches as number);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('TI') as no`);
        return { ...facts, docNo: no?.no, inspector: call.actor.nickname };
      },
      edit: async (call, values, row) => {
        const facts = await judge(call.tx, values, row.principalId);
        refuseClean(values.result, facts.mismatches as number);
        return facts;
      },
    },
  });
