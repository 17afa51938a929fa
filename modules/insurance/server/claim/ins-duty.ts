import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insDuty } from '#modules/insurance/contract/claim/dispatch.ts';

const openCases = (staff: string) => `(select count(*)::int from insurance.ins_dispatch d
  where d.tenant_no = t.tenant_no and d.surveyor_id = ${staff} and d.status in ('offered', 'accepted', 'arrived'))`;

/** Where somebody was last at work: the next case is measured from there. */
export const setWhere = (tx: Tx, staffId: number, place: { longitude: number; latitude: number }) =>
  tx.query(
    `update insurance.ins_duty set longitude = $2, latitude = $3, seen_at = now()
     where tenant_no = kit.tenant() and staff_id = $1`,
    [staffId, place.longitude, place.latitude],
  );

export const dutyRoutes = (): Route[] =>
  serveResource(insDuty)({
    expressions: { open: openCases('t.staff_id') },
    before: {
      add: async (call, values) => {
        const [staff] = await call.tx.query<{ name: string; userId: number | null; principalId: number }>(
          `select name, user_id as "userId", principal_id as "principalId" from insurance.staff_seen where id = $1`,
          [values.staffId],
        );
        if (!staff) throw invalid([{ field: 'staffId', key: 'error.field.ref' }]);
        return { staffName: staff.name, userId: staff.userId, insurerId: staff.principalId };
      },
    },
  });
