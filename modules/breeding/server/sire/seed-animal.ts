import { AppError, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { wilson } from '#modules/breeding/contract/record/wilson.ts';
import { listSires, seedAnimal, sireView } from '#modules/breeding/contract/sire/seed-animal.ts';
import { holdLot, releaseLot } from '#modules/depot/server/index.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { insertListings } from './sire-listing.ts';

const heat = `from breeding.insemination i where i.tenant_no = t.tenant_no and i.sire_code = t.sire_code
  and i.shot_no = 1 and i.status <> 'voided'`;
const judged = `i.outcome not in ('pending', 'unknown')`;

/** R1: not its own ancestor, as far as rows are known. */
async function refuseLoop(tx: Tx, code: string, fatherCode: string | null, mgf: string | null): Promise<void> {
  const [loop] = await tx.query(
    `with recursive up(code, depth) as (
       select unnest(array[$2, $3]::text[]), 1
       union all select p.code, u.depth + 1 from up u
         join breeding.seed_animal s on s.tenant_no = kit.tenant() and s.sire_code = u.code
         cross join lateral (values (s.father_code), (s.mgf_code)) p(code)
       where p.code is not null and u.depth < 8)
     select 1 from up where code = $1 limit 1`,
    [code, fatherCode, mgf],
  );
  if (loop) throw refusal('ownAncestor', 'breeding.refusal.ownAncestor');
}

/** R11: what lies of a suspended sire is held everywhere, and free again with it. */
async function holdStraws(tx: Tx, sireCode: string, reason: string | null): Promise<void> {
  const lots = await tx.query<{ id: number; quality: string }>(
    'select id, quality from breeding.straw_lot where tenant_no = kit.tenant() and sire_code = $1',
    [sireCode],
  );
  for (const lot of lots)
    if (reason !== null && lot.quality === 'ok') await holdLot(tx, lot.id, null, reason);
    else if (reason === null && lot.quality === 'hold') await releaseLot(tx, lot.id, null);
}

async function view(call: Call<typeof sireView>) {
  const { id = 0, sireCode = '' } = call.query;
  const { scope } = call.actor;
  const [[sire]] = await call.database.read<
    [
      {
        id: number;
        sireCode: string;
        father: string | null;
        motherNo: string | null;
        pgf: string | null;
        mgf: string | null;
        ffather: string | null;
      },
    ]
  >(scope, {
    text: `select s.id, s.sire_code as "sireCode", s.father_code as father, s.mother_no as "motherNo",
        coalesce(s.pgf_code, f.father_code) as pgf, s.mgf_code as mgf, f.pgf_code as ffather
      from breeding.seed_animal s left join breeding.seed_animal f on f.tenant_no = s.tenant_no
        and f.sire_code = s.father_code
      where s.tenant_no = kit.tenant() and (s.id = $1 or s.sire_code = $2)`,
    values: [id, sireCode],
  });
  if (!sire) throw notFound();
  const code = [sire.sireCode];
  const [names, [heats], [births], ease, months, batches, stores, daughters] = await call.database.read<
    [
      { code: string; name: string | null },
      { heats: number; judged: number; pregnant: number },
      { calves: number; alive: number; gestation: number | null; weight: number | null },
      { ease: string; n: number },
      { month: string; heats: number; judged: number; pregnant: number },
      {
        lotId: number | null;
        lotNo: string;
        semenKind: string;
        producedOn: string;
        motilityPct: number | null;
        qc: string;
        quality: string | null;
      },
      { lotId: number; depotId: number; name: string; qty: number },
      { regionCode: number; daughters: number; females: number },
    ]
  >(
    scope,
    {
      text: `select sire_code as code, name from breeding.seed_animal where tenant_no = kit.tenant()
        and sire_code = any ($1)`,
      values: [[sire.father, sire.pgf, sire.mgf, sire.ffather]],
    },
    {
      text: `select count(*)::int as heats, count(*) filter (where ${judged})::int as judged,
          count(*) filter (where i.outcome in ('pregnant', 'calved', 'aborted'))::int as pregnant
        from breeding.insemination i where i.tenant_no = kit.tenant() and i.sire_code = $1 and i.shot_no = 1
          and i.status <> 'voided'`,
      values: code,
    },
    {
      text: `select coalesce(sum(c.total), 0)::int as calves, coalesce(sum(c.alive), 0)::int as alive,
          avg(c.gestation_days) filter (where c.fit = 'normal')::float8 as gestation,
          (select avg(l.birth_weight)::float8 from breeding.calving_line l join breeding.calving b on b.id = l.parent_id
            where b.tenant_no = kit.tenant() and b.sire_code = $1) as weight
        from breeding.calving c where c.tenant_no = kit.tenant() and c.sire_code = $1
          and c.status in ('reported', 'verified')`,
      values: code,
    },
    {
      text: `select ease, count(*)::int as n from breeding.calving where tenant_no = kit.tenant() and sire_code = $1
          and status in ('reported', 'verified') group by 1 order by 2 desc`,
      values: code,
    },
    {
      text: `select to_char(i.served_on, 'YYYY-MM') as month, count(*)::int as heats,
          count(*) filter (where ${judged})::int as judged,
          count(*) filter (where i.outcome in ('pregnant', 'calved', 'aborted'))::int as pregnant
        from breeding.insemination i where i.tenant_no = kit.tenant() and i.sire_code = $1 and i.shot_no = 1
          and i.status <> 'voided' and i.served_on > current_date - 730 group by 1 order by 1`,
      values: code,
    },
    {
      text: `select b.lot_id as "lotId", b.lot_no as "lotNo", b.semen_kind as "semenKind",
          to_char(b.produced_on, 'YYYY-MM-DD') as "producedOn", b.motility_pct::float8 as "motilityPct", b.qc,
          (select l.quality from breeding.straw_lot l where l.id = b.lot_id) as quality
        from breeding.semen_batch b where b.tenant_no = kit.tenant() and b.sire_code = $1 order by b.produced_on desc`,
      values: code,
    },
    {
      text: `select s.lot_id as "lotId", s.depot_id as "depotId", d.name, s.qty::int as qty
        from breeding.straw_stock s join breeding.tank_store d on d.id = s.depot_id
        where s.tenant_no = kit.tenant() and s.sire_code = $1 and s.qty > 0 order by s.qty desc`,
      values: code,
    },
    {
      text: `select a.region_code as "regionCode", count(*) filter (where a.father_code = $1)::int as daughters,
          count(*)::int as females
        from breeding.animal_seen a where a.tenant_no = kit.tenant() and a.sex = 'female' and a.status = 'inStock'
          and a.region_code in (select d.region_code from breeding.animal_seen d where d.tenant_no = kit.tenant()
            and d.father_code = $1 and d.sex = 'female' and d.status = 'inStock')
        group by 1 having count(*) filter (where a.father_code = $1) > 0 order by 2 desc limit 50`,
      values: code,
    },
  );
  const node = (one: string | null) =>
    one ? { code: one, name: names.find((n) => n.code === one)?.name ?? null } : null;
  const range = heats ? wilson(heats.pregnant, heats.judged) : null;
  return {
    id: sire.id,
    sireCode: sire.sireCode,
    pedigree: {
      father: node(sire.father),
      mother: sire.motherNo ? { code: sire.motherNo, name: null } : null,
      pgf: node(sire.pgf),
      mgf: node(sire.mgf),
      ffather: node(sire.ffather),
    },
    heats: heats?.heats ?? 0,
    rate: heats && range ? { judged: heats.judged, pregnant: heats.pregnant, ...range } : null,
    gestation: births?.gestation ?? null,
    calves: births?.calves ?? 0,
    alive: births?.alive ?? 0,
    birthWeight: births?.weight ?? null,
    ease,
    months,
    batches: batches.map((batch) => {
      const own = stores.filter((one) => one.lotId === batch.lotId);
      return { ...batch, left: own.reduce((sum, one) => sum + one.qty, 0), stores: own };
    }),
    daughters: daughters.map((one) => ({ ...one, region: shortRegionName(one.regionCode, call.language) })),
  };
}

/** R1: a paper that ran out suspends its sire, that night. */
export const suspendExpired = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'breeding.sires'), async (tx) => {
      const rows = await tx.query<{ code: string }>(
        `update breeding.seed_animal set status = 'suspended', suspend_reason = 'healthExpired', version = version + 1,
           updated_at = now() where tenant_no = kit.tenant() and status = 'active' and health_valid_to < $1
         returning sire_code as code`,
        [today()],
      );
      for (const { code } of rows) await holdStraws(tx, code, 'healthExpired');
    }),
  );

export const sireRoutes = (): Route[] => [
  ...serveResource(seedAnimal)({
    expressions: {
      listedYears: `(select string_agg(distinct l.year::text, ' ' order by l.year::text) from breeding.sire_listing l
        where l.tenant_no = t.tenant_no and l.sire_code = t.sire_code)`,
      strawsLeft: `(select coalesce(sum(s.qty), 0)::int from breeding.straw_stock s where s.tenant_no = t.tenant_no
        and s.sire_code = t.sire_code)`,
      heats: `(select count(*)::int ${heat})`,
      judged: `(select count(*) filter (where ${judged})::int ${heat})`,
      conception: `(select round(100.0 * count(*) filter (where i.outcome in ('pregnant', 'calved', 'aborted'))
        / nullif(count(*) filter (where ${judged}), 0), 1)::float8 ${heat})`,
      calves: `(select coalesce(sum(c.total), 0)::int from breeding.calving c where c.tenant_no = t.tenant_no
        and c.sire_code = t.sire_code and c.status in ('reported', 'verified'))`,
    },
    before: {
      add: async (call, values) => {
        if (values.birthDate > today()) throw invalid([{ field: 'birthDate', key: 'error.field.pattern' }]);
        await refuseLoop(call.tx, values.sireCode, values.fatherCode, values.mgfCode);
        return { defects: values.defects ?? [], healthIds: values.healthIds ?? [], photoIds: values.photoIds ?? [] };
      },
      edit: async (call, values, row) => {
        await refuseLoop(call.tx, row.sireCode, values.fatherCode, values.mgfCode);
        return { defects: values.defects ?? [], healthIds: values.healthIds ?? [], photoIds: values.photoIds ?? [] };
      },
      remove: async (call, row) => {
        const used = await call.tx.query(
          `select 1 from breeding.insemination where tenant_no = kit.tenant() and sire_code = $1
           union all select 1 from breeding.semen_batch where tenant_no = kit.tenant() and sire_code = $1 limit 1`,
          [row.sireCode],
        );
        if (used.length > 0 || row.status !== 'draft')
          throw new AppError(409, 'error.inUse', { args: { name: row.sireCode } });
      },
      transition: async (call, move, row) => {
        if (move.name === 'suspend') await holdStraws(call.tx, row.sireCode, move.remark ?? '');
        if (move.name === 'resume') await holdStraws(call.tx, row.sireCode, null);
        return move.name === 'suspend'
          ? { suspendReason: move.remark ?? null }
          : move.name === 'resume'
            ? { suspendReason: null }
            : undefined;
      },
    },
  }),
  serve('breeding', sireView, view),
  serve('breeding', listSires, async (call) => {
    const listed = await insertListings(call.tx, call.body);
    call.answer.msg = call.say('ok.saved');
    return { listed };
  }),
];
