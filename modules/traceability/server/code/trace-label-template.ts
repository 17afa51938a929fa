import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { sheetWidth, traceLabelTemplate } from '#modules/traceability/contract/code/label-template.ts';

/** A code that is larger than its label cannot be read, and a row wider than the sheet is cut off. */
function fits(form: { widthMm: number; heightMm: number; perRow: number; gapMm: number; qrMm: number }): undefined {
  const faults: FieldError[] = [];
  if (form.qrMm > Math.min(form.widthMm, form.heightMm))
    faults.push({ field: 'qrMm', key: 'traceability.refusal.codeTooLarge' });
  if (form.perRow * form.widthMm + (form.perRow - 1) * form.gapMm > sheetWidth)
    faults.push({ field: 'perRow', key: 'traceability.refusal.rowTooWide' });
  if (faults.length > 0) throw invalid(faults);
}

/** The survivor prints with the labels of the merged unit too; where both have one of a name, its own stands. */
export const reassignTemplates = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_label_template t set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and not exists (
       select 1 from traceability.trace_label_template o
       where o.tenant_no = t.tenant_no and o.principal_id = $2 and o.name = t.name)`,
    [from, to],
  );

export const labelTemplateRoutes = (): Route[] =>
  serveResource(traceLabelTemplate)({
    match: { principalId: ofUnit },
    before: { add: async (_call, values) => fits(values), edit: async (_call, values) => fits(values) },
  });
