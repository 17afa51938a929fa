import { refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { breedDirection, proposePlan, rotation, semenPlan } from '#modules/breeding/contract/semen/semen-plan.ts';
import { registerNeedSource, registerPlanSource } from '#modules/depot/server/index.ts';
import { rulesFor } from '../setting/rules.ts';

const inYear = `m.biz_date >= make_date(t.year, 1, 1) and m.biz_date < make_date(t.year + 1, 1, 1)`;
const ofBreed = `m.sire_code in (select s.sire_code from breeding.seed_animal s where s.tenant_no = t.tenant_no
  and s.breed = t.breed)`;
/** What came to the receiver's own stores and its people's boxes. */
const sent = `(select coalesce(sum(m.qty), 0)::int from breeding.straw_move m
  join breeding.tank_store d on d.id = m.to_id and d.principal_id = t.receiver_id
  where m.tenant_no = t.tenant_no and m.to_kind = 'depot' and m.from_kind = 'transit' and ${inYear} and ${ofBreed})`;
const used = `(select coalesce(sum(case when m.to_kind = 'use' then m.qty else -m.qty end), 0)::int
  from breeding.straw_move m join breeding.tank_store d on d.principal_id = t.receiver_id
    and d.id = case when m.to_kind = 'use' then m.from_id else m.to_id end
  where m.tenant_no = t.tenant_no and (m.to_kind = 'use' or m.from_kind = 'use') and ${inYear} and ${ofBreed})`;

interface Proposal {
  receiverId: number;
  receiver: string;
  breed: string;
  cowsDue: number;
  strawsPerCow: number;
  left: number;
  planned: number;
}
/** Cows due × straws per cow − what is left: by the units below, and by the breed their area wants first. */
async function propose(tx: Tx, giverId: number): Promise<Proposal[]> {
  const rows = await tx.query<Omit<Proposal, 'planned' | 'strawsPerCow'> & { straws: number; pregnant: number }>(
    `with receivers as (
       select h.id, h.name, h.region_code from breeding.holder_seen h
       where h.tenant_no = kit.tenant() and h.type = 'breedingStation' and h.status = 'active' and h.id <> $1)
     select r.id as "receiverId", r.name as receiver, coalesce(d.wanted[1], 'simmental') as breed,
       (select count(*)::int from breeding.breeding_cycle c where c.tenant_no = kit.tenant() and c.is_live
         and c.status in ('open', 'served') and c.region_code / 1000000 = r.region_code / 1000000) as "cowsDue",
       coalesce((select sum(s.qty)::int from breeding.straw_stock s where s.tenant_no = kit.tenant()
         and s.principal_id = r.id), 0) as left,
       coalesce((select sum(i.straws)::int from breeding.insemination i where i.tenant_no = kit.tenant()
         and i.region_code / 1000000 = r.region_code / 1000000 and i.status <> 'voided'
         and i.served_on > current_date - 365), 0) as straws,
       (select count(*)::int from breeding.insemination i where i.tenant_no = kit.tenant() and i.shot_no = 1
         and i.region_code / 1000000 = r.region_code / 1000000 and i.status <> 'voided'
         and i.outcome in ('pregnant', 'calved', 'aborted') and i.served_on > current_date - 365) as pregnant
     from receivers r left join lateral (select b.wanted from breeding.breed_direction b
       where b.tenant_no = kit.tenant() and b.species = 'cattle' and b.valid_from <= current_date
         and (b.valid_to is null or b.valid_to >= current_date)
         and b.region_code in (r.region_code, r.region_code / 100000000 * 100000000)
       order by b.region_code desc, b.valid_from desc limit 1) d on true order by r.id`,
    [giverId],
  );
  return rows.map(({ straws, pregnant, ...row }) => {
    const strawsPerCow = Math.max(1.5, pregnant > 0 ? Math.round((straws / pregnant) * 100) / 100 : 1.5);
    const planned = Math.max(0, Math.ceil(row.cowsDue * strawsPerCow) - row.left);
    return { ...row, strawsPerCow: Math.min(10, strawsPerCow), planned };
  });
}

async function keepPlans(tx: Tx, year: number, giverId: number, rows: readonly Proposal[]): Promise<number> {
  const made = await tx.query(
    `insert into breeding.semen_plan (tenant_no, region_code, year, giver_id, receiver_id, breed, cows_due,
       straws_per_cow, planned, created_by, updated_by)
     select $1, h.region_code, $2, $3, h.id, p.breed, p."cowsDue", p."strawsPerCow", p.planned, $5, $5
     from jsonb_to_recordset($4::jsonb) p("receiverId" bigint, breed text, "cowsDue" int, "strawsPerCow" numeric,
       planned int) join breeding.holder_seen h on h.id = p."receiverId"
     on conflict (tenant_no, year, receiver_id, breed) do nothing returning 1`,
    [tx.scope.tenantNo, year, giverId, JSON.stringify(rows), tx.scope.userId],
  );
  return made.length;
}

/** R10, past the asker's own area: sums, no row. */
const daughters = (tx: Tx, receiverId: number, sireCode: string) =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.rotation', async (sys) => {
    const [unit] = await sys.query<{ regionCode: number; name: string }>(
      'select region_code as "regionCode", name from breeding.holder_seen where id = $1',
      [receiverId],
    );
    if (!unit) throw refusal('noUnit', 'breeding.refusal.noUnit');
    const [low, high] = rangeOf(unit.regionCode);
    const [row] = await sys.query<{ daughters: number; breedable: number }>(
      `select count(*) filter (where a.father_code = $3)::int as daughters, count(*)::int as breedable
       from breeding.animal_seen a where a.tenant_no = kit.tenant() and a.sex = 'female' and a.status = 'inStock'
         and a.region_code >= $1 and a.region_code < $2 and a.birth_date < current_date - 365`,
      [low, high, sireCode],
    );
    const rules = await rulesFor(sys, unit.regionCode);
    return { ...(row ?? { daughters: 0, breedable: 0 }), limit: rules.common.rotationPct };
  });

export function registerSemenNeed(): void {
  registerNeedSource('semen', async (tx, { regionCode, materialIds }) => {
    const [low, high] = rangeOf(regionCode);
    const rows = await tx.query<{ id: number; n: number }>(
      `select m.id, (select count(*) from breeding.breeding_cycle c where c.tenant_no = kit.tenant() and c.is_live
         and c.status in ('open', 'served') and c.region_code >= $2 and c.region_code < $3)::float8
         / greatest(1, cardinality($1::bigint[])) as n
       from breeding.straw_material m where m.id = any ($1)`,
      [materialIds, low, high],
    );
    return new Map(rows.map((row) => [row.id, Math.ceil(row.n * 1.5)]));
  });
}

/** R9: the year's plan of a straw is that of its bull's breed. */
export function registerSemenPlan(): void {
  registerPlanSource('semen', async (tx, { principalId, year, materialIds }) => {
    const rows = await tx.query<{ id: number; planned: number | null; sent: number }>(
      `with t as (
         select m.id, m.tenant_no, s.breed, $2::int as year, $1::bigint as receiver_id
         from breeding.straw_material m join breeding.seed_animal s on s.tenant_no = m.tenant_no
           and s.sire_code = m.sire_code where m.tenant_no = kit.tenant() and m.id = any ($3))
       select t.id, (select p.planned from breeding.semen_plan p where p.tenant_no = t.tenant_no and p.year = t.year
         and p.receiver_id = t.receiver_id and p.breed = t.breed) as planned, ${sent} as sent from t`,
      [principalId, year, materialIds],
    );
    return new Map(rows.map(({ id, ...plan }) => [id, plan]));
  });
}

export const planRoutes = (): Route[] => [
  ...serveResource(semenPlan)({
    expressions: {
      sent,
      used,
      progress: `round(100.0 * ${sent} / nullif(t.planned, 0), 1)::float8`,
    },
    before: {
      add: async (call, values) => {
        const [unit] = await call.tx.query<{ regionCode: number }>(
          'select region_code as "regionCode" from breeding.holder_seen where id = $1',
          [values.receiverId],
        );
        return { regionCode: unit?.regionCode };
      },
    },
  }),
  ...serveResource(breedDirection)({
    before: {
      add: async (_call, values) => ({ avoid: values.avoid ?? [] }),
      edit: async (_call, values) => ({ avoid: values.avoid ?? [] }),
    },
  }),
  serve('breeding', proposePlan, async (call) => {
    const { year, giverId, keep } = call.body;
    const rows = await propose(call.tx, giverId);
    const made = keep ? await keepPlans(call.tx, year, giverId, rows) : 0;
    return { made, rows };
  }),
  serve('breeding', rotation, async (call: Call<typeof rotation>) => {
    const { receiverId, sireCode } = call.query;
    const found = await call.database.transaction(call.actor.scope, (tx) => daughters(tx, receiverId, sireCode));
    const pct = found.breedable > 0 ? Math.round((found.daughters / found.breedable) * 1000) / 10 : 0;
    return { ...found, pct, askReason: pct > found.limit };
  }),
];
