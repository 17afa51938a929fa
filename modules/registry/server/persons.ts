import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { person } from '#modules/registry/contract/person.ts';
import { keepInStep } from './staff.ts';

export const personRoutes = (): Route[] =>
  serveResource(person)({
    expressions: {
      age: 'extract(year from age(t.birth_date))::int',
      appearsAs: `(select jsonb_agg(jsonb_build_object('job', s.job, 'status', s.status, 'unit', p.principal_unit_name, 'staffId', s.id) order by s.hired_on desc)
        from registry.staff s join registry.principal p on p.id = s.principal_id where s.tenant_no = t.tenant_no and s.person_id = t.id)`,
    },
    listed: "t.status = 'active'",
    after: { edit: (call, id) => keepInStep(call.tx, id) },
  });
