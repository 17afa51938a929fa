import { invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { labInstrument } from '#modules/prevention/contract/lab/lab-instrument.ts';

type Form = FormOf<typeof labInstrument>;

async function check(call: Call, form: Partial<Form>): Promise<void> {
  if (form.calibratedOn && form.calibratedOn > today())
    throw invalid([{ field: 'calibratedOn', key: 'prevention.labInstrument.future' }]);
  if (form.keeperId) {
    const found = await call.tx.query('select 1 from platform.sys_user where id = $1', [form.keeperId]);
    if (found.length === 0) throw invalid([{ field: 'keeperId', key: 'error.field.ref' }]);
  }
}

export const labInstrumentRoutes = (): Route[] =>
  serveResource(labInstrument)({
    expressions: {
      labName: 'registry.principal_name(t.lab_id)',
      daysLeft: '(t.calibrate_due_on - prevention.today())',
      keeperName: '(select u.nickname from platform.sys_user u where u.id = t.keeper_id)',
    },
    before: {
      add: async (call, form) => {
        await check(call, form);
        const [lab] = await call.tx.query<{ regionCode: number }>(
          `select region_code as "regionCode" from registry.principal where id = $1 and principal_unit_type = 'lab' and status = 'active'`,
          [form.labId],
        );
        if (!lab) throw invalid([{ field: 'labId', key: 'error.field.ref' }]);
        return { regionCode: lab.regionCode };
      },
      edit: async (call, form) => {
        await check(call, form);
        return undefined;
      },
      transition: async (call, move) => {
        await check(call, (move.form ?? {}) as Partial<Form>);
        return undefined;
      },
    },
  });
