import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { feedingPlan } from '#modules/farm/contract/feed/feed.ts';
import { dayNow } from '../common/sql.ts';

/** Plans by stage go over to the stage of the same name in the version that runs now. */
export const plansFollow = (tx: Tx, oldScheme: number, newScheme: number): Promise<unknown> =>
  tx.query(
    `update farm.feeding_plan p set stage_id = n.id, version = p.version + 1, updated_at = now()
     from farm.cycle_scheme_stage o join farm.cycle_scheme_stage n on n.parent_id = $2 and n.name = o.name
     where o.parent_id = $1 and p.stage_id = o.id and p.status <> 'ended'`,
    [oldScheme, newScheme],
  );

/** Whom a plan feeds, were it the only one. */
const fed = `farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
  where f.tenant_no = t.tenant_no and f.principal_id = t.principal_id and f.status = 'live'
    and (a.pen_id = t.pen_id or f.group_id = t.group_id or f.stage_id = t.stage_id)`;
const perHead = '(select m.kg_per_head * t.factor from farm.feed_formula m where m.id = t.formula_id)';

interface Wanted {
  target: string;
  penId: number | null;
  groupId: number | null;
  stageId: number | null;
  meals: string;
  fromOn: string;
  toOn: string | null;
}
/** Exactly the target that is named, and meals that make a whole day. */
function checkPlan(values: Wanted): Wanted {
  const sum = values.meals.split(',').reduce((n, part) => n + Number(part), 0);
  if (sum !== 100) throw invalid([{ field: 'meals', key: 'farm.feedingPlan.mealsSum', args: { n: sum } }]);
  if (values.toOn && values.toOn < values.fromOn) throw invalid([{ field: 'toOn', key: 'farm.feedingPlan.dateOrder' }]);
  return {
    ...values,
    penId: values.target === 'pen' ? values.penId : null,
    groupId: values.target === 'group' ? values.groupId : null,
    stageId: values.target === 'stage' ? values.stageId : null,
  };
}
const only = (values: Wanted) => {
  const { penId, groupId, stageId } = checkPlan(values);
  return { penId, groupId, stageId };
};

/** One plan per target and day. */
async function refuseOverlap(call: Call, id: number): Promise<void> {
  const [other] = await call.tx.query<{ id: number }>(
    `select o.id from farm.feeding_plan p join farm.feeding_plan o on o.principal_id = p.principal_id and o.id <> p.id
       and o.status = 'active' and o.target = p.target
       and coalesce(o.pen_id, o.group_id, o.stage_id) = coalesce(p.pen_id, p.group_id, p.stage_id)
       and daterange(o.from_on, coalesce(o.to_on, 'infinity'), '[]')
         && daterange(p.from_on, coalesce(p.to_on, 'infinity'), '[]')
     where p.id = $1 limit 1`,
    [id],
  );
  if (other) throw invalid([{ field: 'fromOn', key: 'farm.feedingPlan.overlap' }]);
}

export const planRoutes = (): Route[] =>
  serveResource(feedingPlan)({
    counted: { from: fed, fields: { head: 'count(*)::int', kgPerDay: `round(${perHead} * count(*), 1)` } },
    expressions: { kgPerHead: perHead },
    before: {
      add: async (_call, values) => only(values),
      edit: async (_call, values, row) => only({ ...values, target: row.target }),
      transition: async (call, move) => {
        if (move.name === 'activate') await refuseOverlap(call, move.id);
        return undefined;
      },
    },
    after: {
      // Ended today: nothing is planned from tomorrow on.
      transition: async (call, move) => {
        if (move.name !== 'end') return;
        await call.tx.query(
          `update farm.feeding_plan set to_on = greatest(from_on, least(coalesce(to_on, ${dayNow}), ${dayNow}))
           where id = $1`,
          [move.id],
        );
      },
    },
  });
