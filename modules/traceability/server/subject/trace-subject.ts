import { invalid, refusal } from '#kit/contract/errors.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { licencesFor, rolesOf } from '#modules/traceability/contract/subject/licences.ts';
import {
  breedingSubject,
  businessEntity,
  integratedSubject,
} from '#modules/traceability/contract/subject/trace-subject.ts';
import { endMembers } from './integrated-subject-member.ts';

type Kind = 'breeding' | 'business' | 'integrated';
const digits: Readonly<Record<Kind, number>> = { breeding: 1, business: 2, integrated: 3 };
const entity = 'traceability.traceSubject';

interface Place {
  readonly regionCode: number;
  readonly scale: string | null;
  readonly name: string;
}
const placeOf = async (tx: Tx, principalId: number): Promise<Place> => {
  const [row] = await tx.query<Place>(
    'select region_code as "regionCode", scale, name from traceability.unit_seen where id = $1',
    [principalId],
  );
  if (!row) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
  return row;
};

/** The next number of a county and kind; two who file at once come one after the other, and no number is given twice. */
async function nextNumbers(tx: Tx, county: number, kind: Kind, many = 1): Promise<string[]> {
  const prefix = `${county}${digits[kind]}`;
  return inTenant(tx, tx.scope.tenantNo, 'subjectNumber', async (all) => {
    await all.query('select pg_advisory_xact_lock(hashtextextended($1, kit.tenant()))', [`traceSubject${prefix}`]);
    const [last] = await all.query<{ no: number }>(
      `select coalesce(max(right(subject_no, 5)::int), 0) as no from traceability.trace_subject
       where tenant_no = kit.tenant() and subject_no like $1 || '%'`,
      [prefix],
    );
    return Array.from({ length: many }, (_, at) => prefix + String((last?.no ?? 0) + at + 1).padStart(5, '0'));
  });
}

interface Licences {
  readonly missing: string[];
  readonly licenceTo: string | null;
}
/** R34: which papers of its roles a unit lacks today, and when the first of the others ends. A backyard herd needs none. */
export async function licencesOn(
  tx: Tx,
  principalId: number,
  roles: readonly string[],
  scale: string | null,
): Promise<Licences> {
  const farms = new Set(['breeding', 'fattening']);
  const kinds = licencesFor(roles.filter((role) => !(farms.has(role) && ['retail', 'small'].includes(scale ?? ''))));
  if (kinds.length === 0) return { missing: [], licenceTo: null };
  const valid = await tx.query<{ kind: string; to: string | null }>(
    `select doc_kind as kind, to_char(max(coalesce(valid_to, date '9999-12-31')), 'YYYY-MM-DD') as to
     from traceability.licence_seen
     where principal_id = $1 and doc_kind = any ($2) and status = 'valid' and coalesce(valid_from, $3::date) <= $3::date
       and coalesce(valid_to, $3::date) >= $3::date group by 1`,
    [principalId, kinds, today()],
  );
  const ends = valid.map((one) => one.to ?? '').filter((day) => day !== '' && day < '9999');
  return {
    missing: kinds.filter((kind) => !valid.some((one) => one.kind === kind)),
    licenceTo: ends.sort()[0] ?? null,
  };
}

async function refuseUnlicensed(tx: Tx, principalId: number, roles: readonly string[]): Promise<Licences> {
  return inTenant(tx, tx.scope.tenantNo, 'licences', async (all) => {
    const { scale } = await placeOf(all, principalId);
    const found = await licencesOn(all, principalId, roles, scale);
    const [first] = found.missing;
    if (first) throw refusal('licence', 'traceability.refusal.licence', { kind: `@dict.document_kind.${first}` });
    return found;
  });
}

interface Values {
  principalId: number;
  roles?: string[];
  members?: readonly { principalId: number; role: string; toOn: string | null }[];
}

/** R36: who works for it is filed for the role and active. */
async function checkMembers(tx: Tx, members: NonNullable<Values['members']>): Promise<string[]> {
  const open = members.filter((one) => one.toOn === null);
  const active = await inTenant(tx, tx.scope.tenantNo, 'subjectMembers', (all) =>
    all.query<{ principalId: number; roles: string[] }>(
      `select principal_id as "principalId", roles from traceability.trace_subject
       where tenant_no = kit.tenant() and kind <> 'integrated' and status = 'active' and principal_id = any ($1)`,
      [open.map((one) => one.principalId)],
    ),
  );
  const faults = members.flatMap((one, at) => {
    if (one.toOn !== null) return [];
    const fits = active.some((other) => other.principalId === one.principalId && other.roles.includes(one.role));
    return fits ? [] : [{ field: `members.${at}.principalId`, key: 'traceability.refusal.memberInactive' }];
  });
  const twice = open.findIndex((one, at) =>
    open.some((other, index) => index < at && other.principalId === one.principalId && other.role === one.role),
  );
  if (twice >= 0) faults.push({ field: `members.${twice}.principalId`, key: 'traceability.refusal.memberTwice' });
  if (faults.length > 0) throw invalid(faults);
  return [...new Set(open.map((one) => one.role))];
}

async function prepare(call: Call, kind: Kind, values: Values): Promise<Record<string, unknown>> {
  const roles = values.members ? await checkMembers(call.tx, values.members) : (values.roles ?? []);
  if (roles.length === 0) throw invalid([{ field: 'roles', key: 'error.field.required' }]);
  if (roles.some((role) => !rolesOf[kind]?.includes(role)))
    throw invalid([{ field: 'roles', key: 'traceability.refusal.otherRole' }]);
  const { scale } = await placeOf(call.tx, values.principalId);
  // Members have licences of their own.
  const found = await licencesOn(call.tx, values.principalId, kind === 'integrated' ? [] : roles, scale);
  return { roles, missing: found.missing, licenceTo: found.licenceTo };
}

const open = ['draft', 'submitted', 'active', 'suspended', 'expired'];
async function refuseTwice(tx: Tx, principalId: number, kind: Kind): Promise<void> {
  const [other] = await inTenant(tx, tx.scope.tenantNo, 'subjectTwice', (all) =>
    all.query<{ no: string }>(
      `select subject_no as no from traceability.trace_subject
       where tenant_no = kit.tenant() and principal_id = $1 and kind = $2 and status = any ($3)`,
      [principalId, kind, open],
    ),
  );
  if (other) throw invalid([{ field: 'principalId', key: 'traceability.refusal.filedAlready', args: other }]);
}

interface Row {
  readonly id: number;
  readonly principalId: number;
  readonly subjectNo: string;
  readonly roles?: string[];
}

async function rolesOfRow(tx: Tx, id: number): Promise<string[]> {
  const [row] = await tx.query<{ roles: string[] }>('select roles from traceability.trace_subject where id = $1', [id]);
  return row?.roles ?? [];
}

async function beforeMove(call: Call, kind: Kind, move: Move, row: Row): Promise<Record<string, unknown>> {
  if (move.name === 'review') {
    const roles = kind === 'integrated' ? [] : await rolesOfRow(call.tx, row.id);
    const found = await refuseUnlicensed(call.tx, row.principalId, roles);
    const { risk } = move.form as { risk: string };
    return { risk, riskOn: today(), missing: [], licenceTo: found.licenceTo, reason: null };
  }
  return { reason: move.remark ?? null };
}

async function afterMove(call: Call, screen: string, move: Move): Promise<void> {
  const [row] = await call.tx.query<{ no: string; principalId: number; regionCode: number; name: string }>(
    `select t.subject_no as no, t.principal_id as "principalId", t.region_code as "regionCode",
       registry.principal_name(t.principal_id) as name from traceability.trace_subject t where t.id = $1`,
    [move.id],
  );
  if (!row) return;
  const linkPath = `${screen}?subjectNo=${row.no}`;
  if (move.name === 'submit') {
    await openTask(call.tx, {
      taskType: 'approve',
      taskName: { key: 'traceability.subjectPage.taskReview', args: { name: row.name, no: row.no } },
      entity,
      entityId: move.id,
      linkPath,
      permission: 'trace:subject:review',
      regionCode: row.regionCode,
      principalId: row.principalId,
    });
    return;
  }
  await closeTask(call.tx, entity, move.id);
  if (move.name === 'cancel') await endMembers(call.tx, move.id);
  await notify(call.tx, {
    audience: { principalIds: [row.principalId] },
    type: 'notice',
    title: { key: `traceability.subjectPage.notice_${move.name}`, args: { no: row.no } },
    content: { key: 'traceability.subjectPage.noticeReason', args: { reason: move.remark ?? '-' } },
    linkPath,
  });
}

const subjectRoutesOf = (resource: AnyResource, kind: Kind, expressions: Readonly<Record<string, string>>): Route[] =>
  serveResource(resource)({
    expressions,
    before: {
      add: async (call, values) => {
        const form = values as unknown as Values;
        await refuseTwice(call.tx, form.principalId, kind);
        const { regionCode } = await placeOf(call.tx, form.principalId);
        const [subjectNo] = await nextNumbers(call.tx, Math.floor(regionCode / 1e6), kind);
        return { ...(await prepare(call, kind, form)), regionCode, subjectNo };
      },
      edit: (call, values, row) =>
        prepare(call, kind, { ...(values as unknown as Values), principalId: (row as unknown as Row).principalId }),
      transition: (call, move, row) => beforeMove(call, kind, move, row as unknown as Row),
    },
    after: { transition: (call, move) => afterMove(call, resource.screen, move) },
  });

export const traceSubjectRoutes = (): Route[] => [
  ...subjectRoutesOf(breedingSubject, 'breeding', {
    stock: `(select count(*)::int from traceability.animal_seen a
      where a.tenant_no = t.tenant_no and a.principal_id = t.principal_id and a.status = 'inStock')`,
  }),
  ...subjectRoutesOf(businessEntity, 'business', {
    vehicles: '(select count(*)::int from traceability.trace_vehicle v where v.carrier_id = t.principal_id)',
  }),
  ...subjectRoutesOf(integratedSubject, 'integrated', {
    memberCount: `(select count(*)::int from traceability.integrated_subject_member m
      where m.parent_id = t.id and m.to_on is null)`,
    closedShare: 'traceability.closed_share(t.id)::float8',
  }),
];

/** Farms above scale of the caller's regions that are filed nowhere become drafts. */
export async function fileDrafts(tx: Tx): Promise<number> {
  const farms = await tx.query<{ id: number; regionCode: number; contact: string }>(
    `select u.id, u.region_code as "regionCode", u.contact_name as contact from traceability.unit_seen u
     where u.tenant_no = kit.tenant() and u.status = 'active' and u.type in ('farm', 'cooperative', 'household')
       and u.scale in ('medium', 'large') and not exists (select 1 from traceability.trace_subject s
         where s.tenant_no = u.tenant_no and s.principal_id = u.id and s.kind = 'breeding' and s.status <> 'cancelled')
     order by u.id limit 500`,
  );
  for (const [county, own] of Map.groupBy(farms, (one) => Math.floor(one.regionCode / 1e6))) {
    const numbers = await nextNumbers(tx, county, 'breeding', own.length);
    await tx.query(
      `insert into traceability.trace_subject (tenant_no, region_code, principal_id, kind, subject_no, roles, manager,
         created_by, updated_by)
       select kit.tenant(), f.region, f.id, 'breeding', f.no, '{breeding}', f.manager, $5, $5
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) f(id, region, no, manager)`,
      [
        own.map((one) => one.id),
        own.map((one) => one.regionCode),
        numbers,
        own.map((one) => one.contact),
        tx.scope.userId,
      ],
    );
  }
  return farms.length;
}

/** R34: every night, what each lacks and when it ends; who lost a licence is expired until it is renewed and reviewed. */
export async function tendLicences(tx: Tx): Promise<{ expired: number }> {
  const subjects = await tx.query<{
    id: number;
    principalId: number;
    roles: string[];
    scale: string | null;
    no: string;
    kind: Kind;
  }>(
    `select s.id, s.principal_id as "principalId", s.roles, u.scale, s.subject_no as no, s.kind
     from traceability.trace_subject s join traceability.unit_seen u on u.id = s.principal_id
     where s.tenant_no = kit.tenant() and s.status in ('active', 'suspended') and s.kind <> 'integrated' order by s.id`,
  );
  let expired = 0;
  for (const one of subjects) {
    const found = await licencesOn(tx, one.principalId, one.roles, one.scale);
    if (found.licenceTo && found.missing.length === 0) await remindOfEnd(tx, one, found.licenceTo);
    const [moved] = await tx.query<{ status: string; was: string }>(
      `update traceability.trace_subject t set missing = $2, licence_to = $3,
         version = t.version + 1, updated_at = now(),
         status = case when cardinality($2::text[]) > 0 and t.status = 'active' then 'expired' else t.status end
       from (select id, status from traceability.trace_subject where id = $1) old
       where t.id = old.id and (t.missing, t.licence_to) is distinct from ($2::text[], $3::date)
       returning t.status, old.status as was`,
      [one.id, found.missing, found.licenceTo],
    );
    if (moved?.status !== 'expired' || moved.was === 'expired') continue;
    expired += 1;
    await notify(tx, {
      audience: { principalIds: [one.principalId] },
      type: 'reminder',
      level: 'important',
      title: { key: 'traceability.subjectPage.notice_expire', args: { no: one.no } },
      content: {
        key: 'traceability.subjectPage.noticeLicence',
        args: { kind: `@dict.document_kind.${found.missing[0]}` },
      },
      linkPath: `/traceability/subjectRegistration/subjectDetail?id=${one.id}`,
    });
  }
  return { expired };
}

const remindedBefore = [60, 30, 7];
/** R34: two months, one month and a week before the first of its papers ends. */
async function remindOfEnd(
  tx: Tx,
  one: { id: number; principalId: number; no: string },
  licenceTo: string,
): Promise<void> {
  const days = Math.round((Date.parse(licenceTo) - Date.parse(today())) / 86_400_000);
  if (!remindedBefore.includes(days)) return;
  await notify(tx, {
    audience: { principalIds: [one.principalId] },
    type: 'reminder',
    title: { key: 'traceability.subjectPage.notice_ends', args: { no: one.no, days } },
    content: { key: 'traceability.subjectPage.noticeEnds', args: { day: licenceTo } },
    linkPath: `/traceability/subjectRegistration/subjectDetail?id=${one.id}`,
  });
}

export interface ActiveSubject {
  readonly principalId: number;
  readonly kind: string;
  readonly roles: readonly string[];
  readonly status: string;
}
/** What units are filed as; whoever asks. */
export const subjectsOf = (tx: Tx, principalIds: readonly number[]): Promise<ActiveSubject[]> =>
  inTenant(tx, tx.scope.tenantNo, 'subjectsOf', (all) =>
    all.query<ActiveSubject>(
      `select principal_id as "principalId", kind, roles, status from traceability.trace_subject
       where tenant_no = kit.tenant() and principal_id = any ($1) and status <> 'cancelled' order by id`,
      [principalIds],
    ),
  );

/** Open filings of a unit that was merged follow it, unless the survivor is filed itself. */
export const reassignSubjects = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_subject t set principal_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from traceability.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status <> 'cancelled' and not exists (select 1 from traceability.trace_subject s
         where s.tenant_no = t.tenant_no and s.principal_id = $2 and s.kind = t.kind and s.status <> 'cancelled')`,
    [from, to],
  );
