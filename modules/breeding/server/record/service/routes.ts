import { notFound, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { dayOf } from '#modules/breeding/contract/record/days.ts';
import { insemination } from '#modules/breeding/contract/record/insemination.ts';
import * as contract from '#modules/breeding/contract/record/service.ts';
import { rulesFor } from '../../setting/rules.ts';
import { dutyVillages, femalesByTag, femalesOf, staffOf, type Technician } from '../females.ts';
import { kin, kinsOf } from '../kin.ts';
import { cowsOf, directionsFor, offer, prepare, ruleWords, siresBy } from './prepare.ts';
import { add, assess, refusalOf, take } from './save.ts';
import { ownTank, strawsIn } from './tank.ts';

// biome-ignore lint/suspicious/noExplicitAny: a call of any endpoint of this file
type AnyCall = Call<any>;

async function me(tx: Tx, call: AnyCall): Promise<Technician> {
  const staff = await staffOf(tx, call.actor.userId);
  if (!staff) throw refusal('notYourArea', 'breeding.refusal.notYourArea');
  return staff;
}
const inRead = <T>(call: AnyCall, work: (tx: Tx) => Promise<T>): Promise<T> =>
  call.database.transaction(call.actor.scope, work);

const one = (call: Call<typeof contract.prepareService>) =>
  inRead(call, async (tx) => {
    const { animalId, tag } = call.query;
    const staff = await me(tx, call);
    const found = animalId ? await femalesOf(tx, [animalId]) : tag ? await femalesByTag(tx, tag) : [];
    if (found.length === 0) throw notFound();
    if (found.length > 1) {
      const cows = await cowsOf(tx, found, staff, call.language);
      const choices = [...cows.values()].map(({ animalId: id, earTag, holder, region }) => ({
        animalId: id,
        earTag,
        holder,
        region,
      }));
      return { one: null, choices };
    }
    const [prepared] = await prepare(tx, found, staff, call.language);
    return { one: prepared ?? null, choices: [] };
  });

/** Cows of my villages that may be served or are in heat, those due first: what is taken along. */
const pack = (call: Call<typeof contract.packService>) =>
  inRead(call, async (tx) => {
    const staff = await me(tx, call);
    const villages = await dutyVillages(tx, staff.id);
    const ids = await tx.query<{ id: number }>(
      `select c.animal_id as id from breeding.breeding_cycle c where c.tenant_no = kit.tenant() and c.is_live
         and (c.region_code = any ($1) or c.principal_id = $3) and c.status in ('open', 'served')
       order by exists (select 1 from breeding.heat_report h where h.tenant_no = kit.tenant()
           and h.animal_id = c.animal_id and h.status in ('waiting', 'taken')) desc,
         (c.watch_from <= current_date and c.watch_to >= current_date) desc nulls last, c.opened_on limit $2`,
      [villages, call.query.most, staff.principalId],
    );
    const females = await femalesOf(
      tx,
      ids.map((row) => row.id),
    );
    return { madeAt: new Date().toISOString(), items: await prepare(tx, females, staff, call.language) };
  });

const askKin = (call: Call<typeof contract.askKin>) =>
  inRead(call, async (tx) => {
    const { animalId, sireCode } = call.query;
    const [female] = await femalesOf(tx, [animalId]);
    if (!female) throw notFound();
    const near = await kin(tx, animalId, sireCode);
    return {
      pct: near.pct,
      relation: near.relation,
      known: near.known,
      common: near.common.map(({ ofCow, ofSire }) => ({ ofCow, ofSire })),
    };
  });

const check = (call: Call<typeof contract.checkService>) =>
  inRead(call, async (tx) => {
    const { assessed } = await assess(tx, call.body.rows, call as AnyCall);
    return {
      rows: assessed.map((row) => {
        const wrong = refusalOf(row);
        const { verdict, cow, kin: near } = row;
        return {
          animalId: cow.animalId,
          earTag: cow.earTag,
          heatNo: verdict.heatNo,
          shotNo: verdict.shotNo,
          intervalDays: verdict.intervalDays,
          kin: { pct: near.pct, relation: near.relation, known: near.known },
          refused: wrong ? { bizCode: wrong.bizCode ?? '', msg: call.say(wrong.key, wrong.args) } : null,
          warnings: [...verdict.warnings],
          flags: [...verdict.flags],
          watchFrom: verdict.watchFrom,
          watchTo: verdict.watchTo,
          checkDueOn: verdict.checkDueOn,
          expectedOn: verdict.expectedOn,
        };
      }),
    };
  });

const parse = (call: Call<typeof contract.parseStraw>) =>
  inRead(call, async (tx) => {
    const staff = await me(tx, call);
    const straws = await strawsIn(tx, await ownTank(tx, staff));
    const mark = call.query.mark.toUpperCase();
    const [batch] = await tx.query<{ sireCode: string }>(
      `select sire_code as "sireCode" from breeding.semen_batch where tenant_no = kit.tenant()
         and upper(straw_mark) = $1 limit 1`,
      [mark],
    );
    const sireCode =
      batch?.sireCode ?? straws.find((straw) => mark.includes(straw.sireCode.toUpperCase()))?.sireCode ?? null;
    const lots = straws
      .filter((straw) => straw.sireCode === sireCode)
      .sort((a, b) => Number(b.strawMark?.toUpperCase() === mark) - Number(a.strawMark?.toUpperCase() === mark));
    return { sireCode, lots: lots.map(({ lotId, lotNo, left }) => ({ lotId, lotNo, left })) };
  });

async function totals(call: Call<typeof contract.serviceTotals>) {
  const [low, high] = rangeOf(call.query.regionCode ?? 0);
  const [[row]] = await call.database.read<
    [{ heats: number; straws: number; wasted: number; judged: number; pregnant: number }]
  >(call.actor.scope, {
    text: `select count(*) filter (where shot_no = 1)::int as heats, coalesce(sum(straws), 0)::int as straws,
        coalesce(sum(wasted), 0)::int as wasted,
        count(*) filter (where shot_no = 1 and outcome not in ('pending', 'unknown'))::int as judged,
        count(*) filter (where shot_no = 1 and outcome in ('pregnant', 'calved', 'aborted'))::int as pregnant
      from breeding.insemination where tenant_no = kit.tenant() and status <> 'voided'
        and served_on between $1 and $2 and ($5 or (region_code >= $3 and region_code < $4))`,
    values: [call.query.from, call.query.to, low, high, call.query.regionCode === undefined],
  });
  return row ?? { heats: 0, straws: 0, wasted: 0, judged: 0, pregnant: 0 };
}

/** Every bull in use with straws anywhere in the tenant, judged for this cow; which unit has them is not told. */
const advise = (call: Call<typeof contract.mateAdvice>) =>
  inRead(call, async (tx) => {
    const [female] = await femalesOf(tx, [call.query.animalId]);
    if (!female) throw notFound();
    const staff = await staffOf(tx, call.actor.userId);
    const cow = (await cowsOf(tx, [female], staff, call.language)).get(female.id) as contract.Cow;
    const rules = await rulesFor(tx, female.regionCode);
    const directions = await directionsFor(tx, female.regionCode, dayOf(Date.now()));
    const sires = await inTenant(tx, tx.scope.tenantNo, 'breeding.advice', async (sys) => {
      const codes = await sys.query<{ code: string; left: number }>(
        `select s.sire_code as code, coalesce((select sum(b.qty - b.reserved) from breeding.straw_stock b
           where b.tenant_no = kit.tenant() and b.sire_code = s.sire_code and not b.hold and b.quality = 'ok'), 0)::int
           as left from breeding.seed_animal s where s.tenant_no = kit.tenant() and s.species = $1
           and s.status in ('active', 'retired')`,
        [female.species],
      );
      const left = new Map(codes.map((row) => [row.code, row.left]));
      const known = await siresBy(sys, [...left.keys()]);
      return known.map((sire) => ({ sire, left: left.get(sire.sireCode) ?? 0 }));
    });
    const near = await kinsOf(
      tx,
      [female.id],
      sires.map(({ sire }) => sire.sireCode),
    );
    const given = { straw: null, rules: ruleWords(rules, female), directions };
    return {
      rateMinCount: rules.common.rateMinCount,
      straws: sires
        .map(({ sire, left }) => ({ ...offer(cow, sire, near(female.id, sire.sireCode), given), left }))
        .sort((a, b) => Number(b.left > 0) - Number(a.left > 0) || b.score - a.score)
        .slice(0, 30),
    };
  });

export const serviceRoutes = (): Route[] => [
  ...serveResource(insemination)({
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'question') return { question: move.remark ?? null, answer: null };
        const [maker] = await call.tx.query<{ by: number | null }>(
          'select created_by as by from breeding.insemination where id = $1',
          [row.id],
        );
        if (maker?.by !== call.actor.userId) throw refusal('notMaker', 'breeding.refusal.notMaker');
        return { answer: move.remark ?? null };
      },
    },
  }),
  serve('breeding', contract.prepareService, one),
  serve('breeding', contract.packService, pack),
  serve('breeding', contract.askKin, askKin),
  serve('breeding', contract.checkService, check),
  serve('breeding', contract.addService, add),
  serve('breeding', contract.voidService, take),
  serve('breeding', contract.parseStraw, parse),
  serve('breeding', contract.serviceTotals, totals),
  serve('breeding', contract.mateAdvice, advise),
];
