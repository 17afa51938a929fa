import { forbidden, invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import { plannedShare, seasonPart } from '#modules/prevention/contract/season/curve.ts';
import * as plan from '#modules/prevention/contract/season/plan.ts';
import * as contract from '#modules/prevention/contract/season/season.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { buildJob } from './build.ts';
import { summaryOf } from './coverage.ts';
import { diseasesIn } from './diseases.ts';
import { assignRows, dropHouseholds } from './plan-household.ts';
import { dropPlans } from './prevention-plan.ts';
import { insertSeason, updateSeason } from './prevention-season.ts';
import { saveItems } from './prevention-season-item.ts';

type Body = contract.SeasonInput;

/** A season lies inside its maker's own area. */
function refuseRegions(call: Pick<Call, 'actor'>, codes: readonly number[]): void {
  const own = call.actor.scope.regions;
  if (!codes.every((code) => own.some((one) => within(code, one))))
    throw invalid([{ field: 'regionCodes', key: 'error.field.ref' }]);
}

async function checkItems(tx: Tx, items: Body['items']): Promise<void> {
  const known = await tx.query<{ code: string; species: string[] }>(
    'select code, species from prevention.ant_disease where tenant_no = kit.tenant()',
  );
  for (const [at, item] of items.entries()) {
    const disease = known.find((one) => one.code === item.diseaseCode);
    if (!disease?.species.includes(item.species))
      throw invalid([{ field: `items.${at}.species`, key: 'error.field.ref' }]);
    if (items.findIndex((one) => one.diseaseCode === item.diseaseCode && one.species === item.species) !== at)
      throw invalid([{ field: `items.${at}.species`, key: 'error.duplicate' }]);
  }
}

interface SeasonRow {
  id: number;
  name: string;
  kind: string;
  status: string;
  regionCodes: number[];
  startDate: string;
  endDate: string;
}

async function seasonRow(tx: Tx, id: number): Promise<SeasonRow> {
  const [row] = await tx.query<SeasonRow>(
    `select id, name, kind, status, region_codes as "regionCodes", to_char(start_date, 'YYYY-MM-DD') as "startDate", to_char(end_date, 'YYYY-MM-DD') as "endDate"
     from prevention.prevention_season where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** R9: one spring or autumn season at a time in a place. */
async function refuseOverlap(tx: Tx, season: SeasonRow): Promise<void> {
  if (season.kind === 'special') return;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['prevention.season', tx.scope.tenantNo]);
  const [other] = await inTenant(tx, tx.scope.tenantNo, 'season', (sys) =>
    sys.query<{ name: string }>(
      `select name from prevention.prevention_season s where s.tenant_no = kit.tenant() and s.id <> $1 and s.kind <> 'special' and s.status in ('published', 'ongoing', 'summarising')
         and exists (select 1 from unnest(s.region_codes) a(code), unnest($2::bigint[]) b(code) where prevention.lies_in(a.code, array[b.code]) or prevention.lies_in(b.code, array[a.code])) limit 1`,
      [season.id, season.regionCodes],
    ),
  );
  if (other) throw refusal('seasonOverlap', 'prevention.refusal.seasonOverlap', { name: other.name });
}

async function act(call: Call, move: Move): Promise<Record<string, unknown> | undefined> {
  const { tx } = call;
  const season = await seasonRow(tx, move.id);
  // A season of the whole prefecture is not a county's to move.
  const own = call.actor.scope.regions;
  if (!season.regionCodes.every((code) => own.some((one) => within(code, one)))) throw forbidden();
  switch (move.name) {
    case 'publish':
      await refuseOverlap(tx, season);
      await call.jobs.enqueue(call, {
        kind: buildJob,
        title: call.say('prevention.season.buildTitle', { name: season.name }),
        screenPath: '/ant/preventionMange/antiEpidemicSeason',
        params: { seasonId: season.id },
      });
      await tellAll(tx, season, String(move.form?.notice ?? ''));
      return { publishedAt: new Date().toISOString(), snapshotDate: move.form?.snapshotDate };
    case 'start': {
      const [built] = await tx.query(
        'select 1 from prevention.prevention_season where id = $1 and plan_built_at is not null',
        [season.id],
      );
      if (!built) throw refusal('planNotBuilt', 'prevention.refusal.planNotBuilt');
      return undefined;
    }
    case 'extend': {
      const endDate = String(move.form?.endDate ?? '');
      if (endDate <= season.endDate) throw invalid([{ field: 'form.endDate', key: 'prevention.season.laterEnd' }]);
      await call.jobs.enqueue(call, {
        kind: buildJob,
        title: call.say('prevention.season.buildTitle', { name: season.name }),
        screenPath: '/ant/preventionMange/antiEpidemicSeason',
        params: { seasonId: season.id },
      });
      return { endDate };
    }
    case 'close': {
      const fileId = Number(move.form?.summaryFileId ?? 0);
      if (fileId) await linkFiles(tx, [fileId], 'prevention.preventionSeason', season.id);
      return {
        summaryText: move.form?.summaryText,
        summaryFileId: fileId || null,
        summary: await summaryOf(tx, season.id, season.regionCodes),
      };
    }
    case 'reopen':
      return { amended: true };
    case 'cancel': {
      const [visit] = await tx.query('select 1 from prevention.immunisation_visit where season_id = $1 limit 1', [
        season.id,
      ]);
      if (visit) throw refusal('seasonHasVisits', 'prevention.refusal.seasonHasVisits');
      await inTenant(tx, tx.scope.tenantNo, 'season', async (sys) => {
        await dropPlans(sys, season.id);
        await dropHouseholds(sys, season.id);
      });
      return undefined;
    }
    default:
      return undefined;
  }
}

/** Stations and workers of the regions are told. */
async function tellAll(tx: Tx, season: SeasonRow, words: string): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'season', async (sys) => {
    const users = await sys.query<{ id: number }>(
      `select distinct u.id from platform.sys_user u join registry.principal p on p.id = u.principal_id
       where u.tenant_no = kit.tenant() and u.status = 'active' and p.principal_unit_type in ('preventionStation', 'authority') and prevention.lies_in(p.region_code, $1)
         and platform.user_holds(u.id, 'ant:plan:list')`,
      [season.regionCodes],
    );
    await notify(sys, {
      userIds: users.map((one) => one.id),
      type: 'notice',
      title: {
        key: 'prevention.notice.seasonPublished',
        args: { name: season.name, from: season.startDate, to: season.endDate },
      },
      content: words,
      linkPath: '/ant/preventionMange/household',
    });
  });
}

const rate = 'round(100.0 * t.done / nullif(t.due, 0), 1)';
const diseaseNames = (codes: string) =>
  `(select string_agg(d.name_zh, '、' order by d.order_num) from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code in (${codes}))`;

export function seasonRoutes(): Route[] {
  return [
    ...serveResource(contract.preventionSeason)({
      expressions: {
        regionCodes: 'to_jsonb(t.region_codes)',
        regionNames: `(select string_agg(r.name, '、' order by r.code) from platform.sys_region r where r.code = any (t.region_codes))`,
        items: `(select coalesce(jsonb_agg(jsonb_build_object('diseaseCode', i.disease_code, 'species', i.species, 'target', i.target, 'defaultVaccineCode', i.default_vaccine_code,
          'plannedCurve', i.planned_curve) order by i.disease_code, i.species), '[]') from prevention.prevention_season_item i where i.tenant_no = t.tenant_no and i.season_id = t.id)`,
        diseases: diseaseNames(
          'select i.disease_code from prevention.prevention_season_item i where i.tenant_no = t.tenant_no and i.season_id = t.id',
        ),
        households: 't.plan_households',
        due: `(prevention.season_sum(t.id, t.region_codes, 'done') + prevention.season_sum(t.id, t.region_codes, 'remaining'))`,
        done: `prevention.season_sum(t.id, t.region_codes, 'done')`,
        coverage: `round(100.0 * prevention.season_sum(t.id, t.region_codes, 'done')
          / nullif(prevention.season_sum(t.id, t.region_codes, 'done') + prevention.season_sum(t.id, t.region_codes, 'remaining'), 0), 1)`,
      },
      before: { transition: act, remove: (call, row) => saveItems(call.tx, row.id, []) },
    }),
    serve('prevention', contract.addSeason, async (call) => {
      refuseRegions(call, call.body.regionCodes);
      await checkItems(call.tx, call.body.items);
      const region = call.body.regionCodes.length === 1 ? call.body.regionCodes[0] : call.actor.scope.regions[0];
      const id = await insertSeason(call.tx, call.body, region ?? 0);
      await saveItems(call.tx, id, call.body.items);
      if (call.body.docFileId) await linkFiles(call.tx, [call.body.docFileId], 'prevention.preventionSeason', id);
      await audit(call.tx, call as unknown as Call, {
        module: 'prevention',
        entity: 'preventionSeason',
        entityId: id,
        entityName: call.body.name,
        action: 'add',
        after: call.body,
      });
      call.answer.msg = call.say('ok.saved');
      return { id, version: 0 };
    }),
    serve('prevention', contract.editSeason, async (call) => {
      const { id, version, ...body } = call.body;
      const row = await seasonRow(call.tx, id);
      refuseRegions(call, [...row.regionCodes, ...body.regionCodes]);
      await checkItems(call.tx, body.items);
      if (!(await updateSeason(call.tx, id, version, body))) throw staleVersion();
      await saveItems(call.tx, id, body.items);
      if (body.docFileId) await linkFiles(call.tx, [body.docFileId], 'prevention.preventionSeason', id);
      await audit(call.tx, call as unknown as Call, {
        module: 'prevention',
        entity: 'preventionSeason',
        entityId: id,
        entityName: body.name,
        action: 'edit',
        before: row,
        after: body,
      });
      call.answer.msg = call.say('ok.saved');
      return { id, version: version + 1 };
    }),
    serve('prevention', contract.currentSeason, (call) =>
      call.database.transaction(call.actor.scope, async (tx) => {
        const found = await current(tx, call.query.regionCode ?? call.actor.scope.regions[0]);
        if (!found) throw refusal('noOngoingSeason', 'prevention.refusal.noOngoingSeason');
        return found;
      }),
    ),
    serve('prevention', contract.rebuildPlan, async (call) => {
      const season = await seasonRow(call.tx, call.params.id);
      refuseRegions(call, season.regionCodes);
      if (!['published', 'ongoing', 'summarising'].includes(season.status))
        throw refusal('planNotBuilt', 'prevention.refusal.planNotBuilt');
      const jobId = await call.jobs.enqueue(call as unknown as Call, {
        kind: buildJob,
        title: call.say('prevention.season.buildTitle', { name: season.name }),
        screenPath: '/ant/preventionMange/antiEpidemicSeason',
        params: { seasonId: season.id },
      });
      return { jobId };
    }),
    serve('prevention', contract.seasonOptions, (call) =>
      call.database.transaction(call.actor.scope, async (tx) => ({
        diseases: await diseasesIn(tx, call.language),
        vaccines: await tx.query<{ code: string; name: string; diseaseCodes: string[]; species: string[] }>(
          `select vaccine_code as code, name, disease_codes as "diseaseCodes", species from prevention.vaccine where tenant_no = kit.tenant() and status = 'enabled' order by name`,
        ),
      })),
    ),
    ...serveResource(plan.planHousehold)({
      expressions: { pool: '(t.staff_id is null)', rate, diseaseCode: `null::text` },
      match: { diseaseCode: (value, add) => `t.cells ? ${add(value)}` },
      listed: 't.due + t.done + t.exempt > 0',
    }),
    serve('prevention', plan.planAssign, async (call) => {
      const [staff] = await inTenant(call.tx, call.actor.tenantNo, 'assign', (sys) =>
        sys.query<{ name: string }>(
          `select name from registry.staff where tenant_no = kit.tenant() and id = $1 and status = 'active' and job = 'preventionWorker'`,
          [call.body.staffId],
        ),
      );
      if (!staff) throw invalid([{ field: 'staffId', key: 'error.field.ref' }]);
      const changed = await assignRows(call.tx, call.body, call.body.staffId);
      call.answer.msg = call.say('prevention.plan.assigned', { n: changed, name: staff.name });
      return { changed };
    }),
  ];
}

/** R9: the season that goes on where the caller looks: the regular one before a special one. */
export async function current(tx: Tx, regionCode: number | undefined) {
  const [row] = await tx.query<{
    id: number;
    name: string;
    kind: string;
    startDate: string;
    endDate: string;
    slogan: string | null;
    items: contract.SeasonInput['items'];
  }>(
    `select s.id, s.name, s.kind, to_char(s.start_date, 'YYYY-MM-DD') as "startDate", to_char(s.end_date, 'YYYY-MM-DD') as "endDate", s.slogan,
       (select coalesce(jsonb_agg(jsonb_build_object('diseaseCode', i.disease_code, 'species', i.species, 'target', i.target, 'defaultVaccineCode', i.default_vaccine_code,
          'plannedCurve', i.planned_curve) order by i.disease_code, i.species), '[]') from prevention.prevention_season_item i where i.tenant_no = s.tenant_no and i.season_id = s.id) as items
     from prevention.prevention_season s where s.tenant_no = kit.tenant() and s.status = 'ongoing'
       and ($1::bigint is null or exists (select 1 from unnest(s.region_codes) r(code) where prevention.lies_in($1, array[r.code]) or prevention.lies_in(r.code, array[$1])))
     order by s.kind = 'special', s.start_date desc, s.id desc limit 1`,
    [regionCode ?? null],
  );
  if (!row) return null;
  const now = today();
  const part = seasonPart(row.startDate, row.endDate, now);
  const days = dayNumber(row.endDate) - dayNumber(row.startDate) + 1;
  return {
    ...row,
    day: Math.min(Math.max(dayNumber(now) - dayNumber(row.startDate) + 1, 0), days),
    days,
    daysLeft: Math.max(dayNumber(row.endDate) - dayNumber(now), 0),
    planPct: Math.round(plannedShare(row.items[0]?.plannedCurve ?? 'sShaped', part) * 1000) / 10,
  };
}
