import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { scopeOf } from '#modules/traceability/contract/quarantine/conditions.ts';
import * as contract from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { reading } from '../common/reading.ts';
import { certificateRoutes } from './certificates.ts';
import { type Condition, fitAnimals, judge } from './conditions.ts';
import { checksOf } from './quarantine-check.ts';
import { declarationRoutes } from './quarantine-declaration.ts';

/** Reasons in the caller's words. */
const shown = (call: Pick<Call, 'say'>, one: Condition): contract.ShownCondition => ({
  code: one.code,
  level: one.level,
  ok: one.ok,
  reasons: one.reasons.map(({ animalId, tag, key, args, wayOut }) => ({
    animalId,
    tag,
    text: call.say(key, args),
    wayOut: wayOut && call.say(wayOut, args),
  })),
});

async function check(call: Call<typeof contract.checkQuarantine>, tx: Tx) {
  const { tags, toPrincipalId, plateNo, ...asked } = call.body;
  const { actor } = call;
  const [from] = await tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from traceability.unit_seen where id = $1',
    [asked.principalId],
  );
  if (!from) throw notFound();
  // Only animals the caller sees: what others hold is not asked about.
  const seen = await tx.query<{ animalId: number; tag: string }>(
    `select id as "animalId", ear_tag as tag from traceability.animal_seen
     where tenant_no = kit.tenant() and (id = any ($1) or ear_tag = any ($2)) order by ear_tag`,
    [asked.animalIds, tags],
  );
  const whole = {
    ...asked,
    animalIds: seen.map((one) => one.animalId),
    toPrincipalId: toPrincipalId ?? null,
    plateNo: plateNo ?? null,
    scope: scopeOf(from.regionCode, asked.toRegionCode),
    submittedAt: null,
    clinical: null,
  };
  const conditions = await inTenant(tx, actor.tenantNo, 'quarantineConditions', (all) => judge(all, whole));
  return {
    conditions: conditions.map((one) => shown(call, one)),
    fit: fitAnimals(whole, conditions),
    animals: seen,
    strange: tags.filter((tag) => !seen.some((one) => one.tag === tag)),
  };
}

async function fileOf(call: Call<typeof contract.declarationFile>, tx: Tx) {
  const { id } = call.query;
  const [row] = await tx.query('select 1 from traceability.quarantine_declaration where id = $1', [id]);
  if (!row) throw notFound();
  const checks = await checksOf(tx, id);
  const [certificate] = await tx.query<{
    id: number;
    officialNo: string;
    certType: string;
    issuedAt: string;
    validUntil: string;
    heads: number;
    ranges: string;
    vetName: string;
    status: string;
    prints: number;
  }>(
    `select id, official_no as "officialNo", cert_type as "certType", issued_at as "issuedAt",
       valid_until as "validUntil", heads, ranges, vet_name as "vetName", status, prints
     from traceability.quarantine_certificate where declaration_id = $1 order by id desc limit 1`,
    [id],
  );
  const [road] = certificate
    ? await tx.query<{ id: number; docNo: string; status: string; dueAt: string }>(
        `select id, doc_no as "docNo", status, due_at as "dueAt" from traceability.movement
         where certificate_id = $1 order by id desc limit 1`,
        [certificate.id],
      )
    : [];
  const iso = (at: string) => new Date(at).toISOString();
  return {
    checks: checks.map((one) => ({ ...shown(call, one), step: one.step, at: iso(one.at) })),
    certificate: certificate
      ? { ...certificate, issuedAt: iso(certificate.issuedAt), validUntil: iso(certificate.validUntil) }
      : null,
    movement: road ? { ...road, dueAt: iso(road.dueAt) } : null,
  };
}

interface Declarable {
  animalId: number;
  tag: string;
  stage: string;
  sex: string;
  penId: number | null;
  pen: string | null;
}

export const quarantineRoutes = (): Route[] => [
  serve('traceability', contract.checkQuarantine, (call) => reading(call, (tx) => check(call, tx))),
  serve('traceability', contract.declarationFile, (call) => reading(call, (tx) => fileOf(call, tx))),
  serve('traceability', contract.declarable, (call) =>
    reading(call, (tx) =>
      tx.query<Declarable>(
        `select a.id as "animalId", a.ear_tag as tag, a.stage, a.sex, a.pen_id as "penId", p.name as pen
       from traceability.animal_seen a left join traceability.pen_seen p on p.id = a.pen_id
       where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.species = $2 and a.status = 'inStock'
       order by a.ear_tag limit 3000`,
        [call.query.principalId, call.query.species],
      ),
    ),
  ),
  serve('traceability', contract.destinations, (call) =>
    reading(call, (tx) =>
      inTenant(tx, call.actor.tenantNo, 'destinations', (all) =>
        all.query<{ id: number; name: string; regionCode: number; roles: string[] }>(
          // Who is filed as one that takes animals is offered first, before a name is typed.
          `select u.id, u.name, u.region_code as "regionCode", coalesce(f.roles, '{}') as roles
         from traceability.unit_seen u left join lateral (select array_agg(distinct r.role) as roles
             from traceability.trace_subject s cross join unnest(s.roles) r(role)
             where s.principal_id = u.id and s.status = 'active') f on true
         where u.tenant_no = kit.tenant() and u.status = 'active' and u.name like '%' || $1 || '%'
           and u.type not in ('household', 'authority', 'preventionStation', 'insurer', 'bank')
         order by f.roles is null, length(u.name), u.id limit 20`,
          [call.query.name.replace(/[%_\\]/g, (sign) => `\\${sign}`)],
        ),
      ),
    ),
  ),
  ...certificateRoutes(),
  ...declarationRoutes(),
];
