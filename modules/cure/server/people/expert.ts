import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { expert } from '#modules/cure/contract/people/expert.ts';
import { leaveGuards } from '#modules/registry/server/index.ts';
import { sendBack } from '../consult/offer-round.ts';

const openOf = `(select count(*)::int from cure.consult c where c.tenant_no = t.tenant_no and c.expert_id = t.id
  and c.status in ('inProgress', 'needInfo'))`;

/** R84: an expert is one of the registry's staff, once in a tenant. */
async function facts(tx: Tx, staffId: number) {
  const [staff] = await inTenant(tx, tx.scope.tenantNo, 'expert', (all) =>
    all.query<{ name: string; userId: number | null; unitId: number; regionCode: number }>(
      `select name, user_id as "userId", principal_id as "unitId", region_code as "regionCode" from cure.staff_seen
       where tenant_no = kit.tenant() and id = $1`,
      [staffId],
    ),
  );
  if (!staff) throw invalid([{ field: 'staffId', key: 'error.field.ref' }]);
  return { ...staff };
}

export const expertRoutes = (): Route[] =>
  serveResource(expert)({
    expressions: {
      unitName: '(select registry.principal_name(t.unit_id))',
      open: openOf,
      answered: `(select count(*)::int from cure.consult c where c.tenant_no = t.tenant_no and c.expert_id = t.id
        and c.answered_at is not null)`,
      lapsed: `(select count(*)::int from cure.consult_offer o where o.tenant_no = t.tenant_no
        and o.expert_id = t.id and o.status = 'lapsed')`,
      score: `(select case when count(*) >= 5 then round(avg(r.rating), 1)::float8 end from (select c.rating
        from cure.consult c
        where c.tenant_no = t.tenant_no and c.expert_id = t.id and c.rating is not null
          order by c.closed_at desc limit 50) r)`,
    },
    before: { add: (call, values) => facts(call.tx, values.staffId) },
    after: {
      transition: async (call, move) => {
        // R87: open consults go back to waiting; resting only stops new offers.
        if (move.name === 'suspend')
          await inTenant(call.tx, call.actor.tenantNo, 'suspendExpert', (tx) => sendBack(tx, move.id));
      },
    },
  });

/** Who has open cases in hand does not leave before somebody else has them. */
export function registerLeaveGuard(): void {
  leaveGuards.register('cure', {
    ask: async (tx, { staffId, kind }) => {
      if (kind !== 'leave') return [];
      const rows = await inTenant(tx, tx.scope.tenantNo, 'leaveExpert', (all) =>
        all.query<{ n: number }>(
          `select count(*)::int as n from cure.consult c join cure.expert e on e.id = c.expert_id
           where e.tenant_no = kit.tenant() and e.staff_id = $1 and c.status in ('inProgress', 'needInfo')`,
          [staffId],
        ),
      );
      const n = rows[0]?.n ?? 0;
      return n > 0 ? [{ bizCode: 'openCases', key: 'cure.refusal.openCases', args: { n } }] : [];
    },
  });
}

/** Refused where the caller is no active expert. */
export async function expertOfUser(tx: Tx, userId: number): Promise<{ id: number; name: string; unitId: number }> {
  const [row] = await tx.query<{ id: number; name: string; unitId: number }>(
    `select id, name, unit_id as "unitId" from cure.expert where tenant_no = kit.tenant() and user_id = $1
      and status in ('active', 'resting')`,
    [userId],
  );
  if (!row) throw refusal('noExpert', 'cure.refusal.noExpert');
  return row;
}
