import { AppError, forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type EnterpriseHost, enterpriseHost, entrustType } from '#modules/cure/contract/entrust/host.ts';

const running = (where: string) => `(select count(*)::int from cure.entrust_contract k
  where k.type_id = t.id and ${where})`;
const lines = (where: string) => `(select count(*)::int from cure.entrust_line l
  join cure.entrust_contract k on k.id = l.contract_id where k.type_id = t.id and ${where})`;

const own = (call: Call, principalId: number): void => {
  if (!call.actor.scope.principals.includes(principalId) && !call.actor.actions.has('cure:host:audit'))
    throw forbidden();
};
const room = (values: Pick<EnterpriseHost, 'species' | 'capacityCattle' | 'capacitySheep' | 'capacityGoat'>) => {
  const of = { cattle: values.capacityCattle, sheep: values.capacitySheep, goat: values.capacityGoat };
  const empty = values.species.find((one) => !of[one as keyof typeof of]);
  if (empty)
    throw invalid([{ field: `capacity${empty[0]?.toUpperCase()}${empty.slice(1)}`, key: 'error.field.required' }]);
};

export const hostRoutes = (): Route[] => [
  ...serveResource(enterpriseHost)({
    expressions: {
      inCare: 'cure.host_heads(t.principal_id, null)',
      free: '(t.capacity_cattle + t.capacity_sheep + t.capacity_goat - cure.host_heads(t.principal_id, null))',
      contracts: 'cure.host_contracts(t.principal_id)',
      lossPct: 'cure.host_loss(t.principal_id)::float8',
      papersTo: `(select max(d.valid_to) from cure.paper_seen d where d.principal_id = t.principal_id
        and d.doc_kind = case when t.modes = '{careOnly}' then 'clinicLicence' else 'epidemicCondition' end)`,
    },
    before: {
      add: async (call, values) => {
        own(call, values.principalId);
        room(values);
        const [unit] = await inTenant(call.tx, call.actor.tenantNo, 'host', (all) =>
          all.query<{ name: string; regionCode: number }>(
            'select name, region_code as "regionCode" from cure.unit_seen where id = $1',
            [values.principalId],
          ),
        );
        return { name: unit?.name, regionCode: unit?.regionCode };
      },
      edit: async (call, values, row) => {
        own(call, row.principalId);
        room(values);
        return undefined;
      },
      transition: async (call, move, row) => {
        if (['again', 'withdraw'].includes(move.name)) own(call, row.principalId);
        if (move.name === 'withdraw' && row.contracts > 0) throw refusal('hostBusy', 'cure.refusal.hostBusy');
        return move.remark ? { opinion: move.remark.slice(0, 200) } : undefined;
      },
    },
  }),
  ...serveResource(entrustType)({
    expressions: {
      contracts: running(`k.status = 'running'`),
      heads: lines('l.in_on is not null and l.out_on is null'),
      deaths: lines(`l.out_kind = 'dead'`),
      lateLogs: running(`k.status = 'running'
        and coalesce(k.last_log_on, k.started_on) + k.report_every_days < current_date`),
    },
    before: {
      remove: async (call, row) => {
        const used = await call.tx.query('select 1 from cure.entrust_contract where type_id = $1 limit 1', [row.id]);
        if (used.length > 0) throw new AppError(409, 'error.inUse', { args: { name: row.nameZh } });
      },
    },
  }),
];
