import { AppError, type FieldError, invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { detectItem } from '#modules/prevention/contract/lab/detect-item.ts';

type Form = FormOf<typeof detectItem>;

/** A qualified antibody is good; anything else that is looked for is good when it is not there. */
const goodWhen = (target: string) => (target === 'antibody' ? 'qualified' : 'negative');

function check({ comparator, threshold, suspectFrom, plausibleFrom, plausibleTo }: Form): void {
  const faults: FieldError[] = [];
  const isHigh = comparator === 'ge' || comparator === 'gt';
  if (suspectFrom !== null && (isHigh ? suspectFrom >= threshold : suspectFrom <= threshold))
    faults.push({ field: 'suspectFrom', key: 'prevention.detectItem.suspectSide' });
  if (plausibleFrom !== null && plausibleTo !== null && plausibleTo <= plausibleFrom)
    faults.push({ field: 'plausibleTo', key: 'prevention.detectItem.plausibleOrder' });
  if ((plausibleFrom !== null && threshold < plausibleFrom) || (plausibleTo !== null && threshold > plausibleTo))
    faults.push({ field: 'threshold', key: 'prevention.detectItem.thresholdOutside' });
  if (faults.length > 0) throw invalid(faults);
}

async function checkNew(call: Call, form: Form): Promise<{ goodWhen: string }> {
  check(form);
  const known = await call.tx.query(
    'select 1 from prevention.ant_disease where tenant_no = kit.tenant() and code = $1',
    [form.diseaseCode],
  );
  if (known.length === 0) throw invalid([{ field: 'diseaseCode', key: 'error.field.ref' }]);
  const taken = await call.tx.query(
    'select 1 from prevention.detect_item where tenant_no = kit.tenant() and code = $1',
    [form.code],
  );
  if (taken.length > 0) throw invalid([{ field: 'code', key: 'prevention.detectItem.codeTaken' }]);
  return { goodWhen: goodWhen(form.target) };
}

export const detectItemRoutes = (): Route[] =>
  serveResource(detectItem)({
    expressions: {
      disease:
        '(select d.name_zh from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code = t.disease_code)',
      usedCount: '(select count(*)::int from prevention.sample_result r where r.item_id = t.id)',
    },
    before: {
      add: checkNew,
      // What was released keeps the conclusion of its day: only values measured from now on are judged by the new threshold.
      edit: async (_call, form) => {
        check(form);
        return undefined;
      },
      remove: async (call, row) => {
        const asked = await call.tx.query(
          'select 1 from prevention.sample_task where tenant_no = kit.tenant() and $1 = any (item_ids) limit 1',
          [row.id],
        );
        if (asked.length > 0) throw new AppError(409, 'error.inUse', { args: { name: row.name } });
      },
    },
  });
