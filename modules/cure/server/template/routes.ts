import { AppError, invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  breedingStage,
  type CareCycle,
  careCycle,
  careStage,
  feedingTemplate,
  reviseTemplate,
} from '#modules/cure/contract/template/templates.ts';
import { nextCycle, stopOlderCycles } from './care-cycle.ts';
import { copyActions } from './care-cycle-action.ts';
import { copySteps } from './care-cycle-step.ts';
import { nextFeeding, stopOlderFeedings } from './feeding-template.ts';
import { copyFeeds } from './feeding-template-line.ts';

type Days = { readonly fromDay: number | null; readonly toDay: number | null };
const inOrder = async (_call: Call, { fromDay, toDay }: Days): Promise<undefined> => {
  if (fromDay !== null && toDay !== null && toDay < fromDay)
    throw invalid([{ field: 'toDay', key: 'cure.careCycle.dayOrder' }]);
  return undefined;
};

/** Stages follow each other without a gap from the first day to the last. */
const wholeCycle = async (
  _call: Call,
  { steps, totalDays }: Pick<CareCycle, 'steps' | 'totalDays'>,
): Promise<undefined> => {
  const sorted = steps.map((one, at) => ({ ...one, at })).sort((a, b) => a.fromDay - b.fromDay);
  for (const [index, one] of sorted.entries()) {
    if (one.toDay < one.fromDay) throw invalid([{ field: `steps.${one.at}.toDay`, key: 'cure.careCycle.dayOrder' }]);
    const before = sorted[index - 1];
    if (before && one.fromDay <= before.toDay)
      throw invalid([{ field: `steps.${one.at}.fromDay`, key: 'cure.careCycle.overlap' }]);
    if (one.toDay > totalDays) throw invalid([{ field: `steps.${one.at}.toDay`, key: 'cure.careCycle.beyond' }]);
  }
  return undefined;
};

const refuseUsed = (sql: string) => async (call: Call, row: { id: number }) => {
  const used = await call.tx.query(sql, [row.id]);
  if (used.length > 0) throw new AppError(409, 'error.inUse', { args: { name: `#${row.id}` } });
};

export const templateRoutes = (): Route[] => [
  ...serveResource(breedingStage)({
    before: {
      add: inOrder,
      edit: inOrder,
      remove: refuseUsed(`select 1 from cure.care_cycle_step where breeding_stage_id = $1
        union all select 1 from cure.feeding_template where breeding_stage_id = $1 limit 1`),
    },
  }),
  ...serveResource(careStage)({
    before: {
      add: inOrder,
      edit: inOrder,
      remove: refuseUsed('select 1 from cure.feeding_template where care_stage_id = $1 limit 1'),
    },
  }),
  ...serveResource(careCycle)({
    expressions: {
      used: `(select count(*)::int from cure.entrust_contract k where k.tenant_no = t.tenant_no and k.cycle_id = t.id)`,
    },
    before: {
      add: wholeCycle,
      edit: wholeCycle,
      remove: refuseUsed('select 1 from cure.entrust_contract where cycle_id = $1 limit 1'),
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'publish') await stopOlderCycles(call.tx, move.id);
      },
    },
  }),
  ...serveResource(feedingTemplate)({
    expressions: {
      costPerKgGain: `(case when t.target_gain > 0 then round(t.cost_per_head_day / t.target_gain)::bigint end)`,
    },
    before: {
      add: async (_call, values) => {
        if (values.weightFrom !== null && values.weightTo !== null && values.weightTo < values.weightFrom)
          throw invalid([{ field: 'weightTo', key: 'cure.careCycle.dayOrder' }]);
        return undefined;
      },
      remove: refuseUsed('select 1 from cure.entrust_contract where feeding_template_id = $1 limit 1'),
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'publish') await stopOlderFeedings(call.tx, move.id);
      },
    },
  }),
  serve('cure', reviseTemplate, async (call) => {
    const { kind, id } = call.body;
    const made = await (kind === 'cycle' ? nextCycle : nextFeeding)(call.tx, id);
    if (!made) throw notFound();
    if (kind === 'cycle') {
      await copySteps(call.tx, id, made.id);
      await copyActions(call.tx, id, made.id);
    } else await copyFeeds(call.tx, id, made.id);
    return made;
  }),
];
