import { notFound } from '#kit/contract/errors.ts';
import { labelKey, permissionFor } from '#kit/contract/resource.ts';
import { type CalcRow, calcColumns } from '#kit/server/calc/calc.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { listCalcs } from '#modules/platform/contract/audit/calc.ts';

const most = 50;

/** `prevention.antStandard:26` in words: the noun's name and the number of its row. */
function ruleOf(ref: string, say: Call['say']): string {
  const [noun = '', no = ''] = ref.split(':');
  const map = mapOf(noun);
  return map ? `${say(labelKey(map.resource, '_title'))} ${no}`.trim() : ref;
}

/** The record decides: whoever cannot open it learns nothing of its sums, nor that it exists. */
export const calcRoutes = (): Route[] => [
  serve('platform', listCalcs, async (call) => {
    const { entity, id } = call.query;
    const map = mapOf(entity);
    if (!map?.resource.operations.includes('detail')) throw notFound();
    if (!call.actor.actions.has(permissionFor(map.resource, 'detail'))) throw notFound();
    const [[seen], rows] = await call.database.read<[{ id: number }, CalcRow]>(
      call.actor.scope,
      { text: `select t.id from ${map.table} t where t.id = $1`, values: [id] },
      {
        text: `select ${calcColumns} from kit.calc where entity = $1 and entity_id = $2 order by id desc limit ${most}`,
        values: [entity, id],
      },
    );
    if (!seen) throw notFound();
    const { module } = map.resource;
    return rows.map(({ entityId: _, inputs: _i, ...row }) => ({
      ...row,
      ruleRef: ruleOf(row.ruleRef, call.say),
      kindName: call.say(`${module}.calc.${row.kind}`),
      steps: row.steps.map((step) => ({ ...step, name: call.say(`${module}.calc.${step.name}`) })),
    }));
  }),
];
