import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { person } from '#modules/registry/contract/people/person.ts';
import { noteDuplicates } from '../duplicate/duplicate-candidate.ts';
import { keepInStep } from './staff.ts';

export const personRoutes = (): Route[] =>
  serveResource(person)({
    expressions: {
      age: 'extract(year from age(t.birth_date))::int',
      appearsAs: `(select jsonb_agg(one order by at desc) from (
        select jsonb_build_object('job', s.job, 'status', s.status, 'unit', p.principal_unit_name, 'staffId', s.id) as one, s.hired_on as at
        from registry.staff s join registry.principal p on p.id = s.principal_id where s.tenant_no = t.tenant_no and s.person_id = t.id
        union all
        select jsonb_build_object('job', 'head', 'status', h.status, 'unit', h.principal_unit_name, 'principalId', h.id), h.created_at::date
        from registry.principal h where h.tenant_no = t.tenant_no and h.person_id = t.id and h.status <> 'merged') roles)`,
    },
    listed: "t.status = 'active'",
    after: {
      edit: async (call, id) => {
        await keepInStep(call.tx, id);
        await noteDuplicates(call.tx, 'person', [id]);
      },
    },
  });
