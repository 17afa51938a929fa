import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { licencesFor } from '#modules/traceability/contract/subject/licences.ts';
import { fileFarms, subjectFile } from '#modules/traceability/contract/subject/trace-subject.ts';
import { reading } from '../common/reading.ts';
import { fileDrafts, traceSubjectRoutes } from './trace-subject.ts';
import { vehicleRoutes } from './trace-vehicle.ts';

interface Head {
  id: number;
  kind: 'breeding' | 'business' | 'integrated';
  subjectNo: string;
  principalId: number;
  name: string;
  regionCode: number;
  status: string;
  risk: string | null;
  roles: string[];
}

async function fileOf(call: Call<typeof subjectFile>, tx: Tx) {
  const [head] = await tx.query<Head>(
    `select t.id, t.kind, t.subject_no as "subjectNo", t.principal_id as "principalId",
       registry.principal_name(t.principal_id) as name, t.region_code as "regionCode", t.status, t.risk, t.roles
     from traceability.trace_subject t where t.id = $1`,
    [call.query.id],
  );
  if (!head) throw notFound();
  const { roles, regionCode, ...shown } = head;
  const kinds = head.kind === 'integrated' ? [] : licencesFor(roles);
  const papers = await tx.query<{ docKind: string; title: string; validTo: string | null; status: string }>(
    `select distinct on (doc_kind) doc_kind as "docKind", title, to_char(valid_to, 'YYYY-MM-DD') as "validTo", status
     from traceability.licence_seen where principal_id = $1 and doc_kind = any ($2)
     order by doc_kind, status = 'valid' desc, valid_to desc nulls first`,
    [head.principalId, kinds],
  );
  const licences = kinds.map((docKind) => {
    const paper = papers.find((one) => one.docKind === docKind);
    const ok = paper?.status === 'valid' && (paper.validTo === null || paper.validTo >= today());
    return { docKind, title: paper?.title ?? null, validTo: paper?.validTo ?? null, ok };
  });
  const stock = await tx.query<{ key: string; n: number }>(
    `select species as key, count(*)::int as n from traceability.animal_seen
     where tenant_no = kit.tenant() and principal_id = $1 and status = 'inStock' group by 1 order by 1`,
    [head.principalId],
  );
  const vehicles = await tx.query<{ id: number; plateNo: string; validTo: string; status: string }>(
    `select id, plate_no as "plateNo", to_char(valid_to, 'YYYY-MM-DD') as "validTo", status
     from traceability.trace_vehicle where carrier_id = $1 order by plate_no`,
    [head.principalId],
  );
  const members = await tx.query<{ principalId: number; name: string; role: string; status: string | null }>(
    `select m.principal_id as "principalId", registry.principal_name(m.principal_id) as name, m.role,
       (select s.status from traceability.trace_subject s
        where s.principal_id = m.principal_id and s.kind <> 'integrated' and m.role = any (s.roles)
        order by s.id desc limit 1) as status
     from traceability.integrated_subject_member m where m.parent_id = $1 and m.to_on is null order by m.line_no`,
    [head.id],
  );
  const figures = await tx.query<{ key: string; n: number }>(
    `select f.key, f.n from (
       select 1 as at, 'declared' as key, count(*)::int as n from traceability.quarantine_declaration d
         where d.principal_id = $1 and d.status <> 'draft'
       union all select 2, 'issued', count(*)::int from traceability.quarantine_certificate c where c.principal_id = $1
       union all select 3, 'movedOut', count(*)::int from traceability.movement m where m.from_principal_id = $1
       union all select 4, 'movedIn', count(*)::int from traceability.movement m where m.to_principal_id = $1
       union all select 5, 'onRoad', count(*)::int from traceability.movement m
         where $1 in (m.from_principal_id, m.to_principal_id) and m.status = 'departed') f order by f.at`,
    [head.principalId],
  );
  return { ...shown, region: regionName(regionCode) ?? '', licences, stock, vehicles, members, figures };
}

export const subjectRoutes = (): Route[] => [
  ...traceSubjectRoutes(),
  ...vehicleRoutes(),
  serve('traceability', subjectFile, (call) => reading(call, (tx) => fileOf(call, tx))),
  serve('traceability', fileFarms, async (call) => {
    const filed = await fileDrafts(call.tx);
    call.answer.msg = call.say('traceability.subjectPage.filed', { n: filed });
    return { filed };
  }),
];
