import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { farmStage } from '#modules/farm/contract/feed/feed.ts';
import { copyScheme, cycleScheme } from '#modules/farm/contract/herd/cycle-scheme.ts';
import { standardSchemes } from '#modules/farm/contract/herd/standards.ts';
import { plansFollow } from '../feed/feeding-plan.ts';
import { copyStages, insertStages } from './cycle-scheme-stage.ts';

/** What a farm begins with: its own copies of the standard schemes, made when its first animal comes. */
export async function ensureSchemes(tx: Tx, farmId: number, regionCode: number): Promise<void> {
  const known = await tx.query('select 1 from farm.cycle_scheme where principal_id = $1 limit 1', [farmId]);
  if (known.length > 0) return;
  for (const { stages, ...one } of standardSchemes) {
    const [row] = await tx.query<{ id: number }>(
      `insert into farm.cycle_scheme (tenant_no, region_code, principal_id, code, name, species, purpose, from_template,
         status) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $3, 'active') on conflict do nothing returning id`,
      [regionCode, farmId, one.code, one.name, one.species, one.purpose],
    );
    if (row) await insertStages(tx, row.id, stages);
  }
}

const inUse = `(select count(*)::int from farm.farm_animal f where f.tenant_no = t.tenant_no and f.scheme_id = t.id
  and f.status = 'live')`;

/** R7: the version that ran is stopped; its animals go over at their next stage, plans by stage at once. */
async function activated(call: Call, id: number): Promise<void> {
  const before = await call.tx.query<{ id: number }>(
    `update farm.cycle_scheme o set status = 'stopped', version = o.version + 1, updated_at = now()
     from farm.cycle_scheme n where n.id = $1 and o.principal_id = n.principal_id and o.code = n.code and o.id <> n.id
       and o.status = 'active' returning o.id`,
    [id],
  );
  for (const one of before) await plansFollow(call.tx, one.id, id);
}

async function copy(call: Call<typeof copyScheme>) {
  const [row] = await call.tx.query<{ id: number; version: number }>(
    `insert into farm.cycle_scheme (tenant_no, region_code, principal_id, code, name, species, purpose, scheme_version,
       from_template, created_by)
     select tenant_no, region_code, principal_id, code, name, species, purpose,
       (select max(x.scheme_version) + 1 from farm.cycle_scheme x where x.principal_id = s.principal_id
         and x.code = s.code), from_template, $2
     from farm.cycle_scheme s where id = $1 returning id, scheme_version as version`,
    [call.body.id, call.actor.userId],
  );
  if (!row) throw notFound();
  await copyStages(call.tx, call.body.id, row.id);
  return { id: row.id, schemeVersion: row.version };
}

export const schemeRoutes = (): Route[] => [
  ...serveResource(farmStage)({
    table: 'farm.cycle_scheme_stage',
    listed: `exists (select 1 from farm.cycle_scheme s where s.tenant_no = t.tenant_no and s.id = t.parent_id
      and s.status = 'active')`,
    expressions: {
      scheme: '(select s.name from farm.cycle_scheme s where s.id = t.parent_id)',
      head: `(select count(*)::int from farm.farm_animal f where f.tenant_no = t.tenant_no and f.stage_id = t.id
        and f.status = 'live')`,
    },
  }),
  ...serveResource(cycleScheme)({
    expressions: { head: inUse },
    before: {
      transition: async (call, move) => {
        // Before the row itself: one version of a code runs at a time.
        if (move.name === 'activate') await activated(call, move.id);
        return undefined;
      },
      remove: async (_call, row) => {
        if (row.head > 0) throw refusal('inUse', 'farm.cycleScheme.inUse', { n: row.head });
      },
    },
  }),
  serve('farm', copyScheme, copy),
];
