import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { penDuty } from '#modules/farm/contract/pen/pens.ts';
import { dayNow } from '../common/sql.ts';

/** Accounts of those who look after a pen today. */
export const keepersOf = async (tx: Tx, penId: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select s.user_id as id from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id
       where d.pen_id = $1 and d.from_on <= ${dayNow} and (d.to_on is null or d.to_on >= ${dayNow})
         and s.user_id is not null`,
      [penId],
    )
  ).map((row) => row.id);

/** A stockman writes in the own pens only; a pen that is nobody's is everybody's of the farm. */
export async function refuseOthersPen(tx: Tx, penId: number): Promise<void> {
  const keepers = await keepersOf(tx, penId);
  if (keepers.length > 0 && !keepers.includes(tx.scope.userId as number))
    throw refusal('notYourPen', 'farm.refused.notYourPen');
}

/** Who is given a pen again has one duty of it: the open one ends the day before. Several people may keep one pen. */
const endOwn = (call: Call, penId: number, fromOn: string, staffId: number): Promise<unknown> =>
  call.tx.query(
    `update farm.pen_duty set to_on = greatest(from_on, $2::date - 1), version = version + 1, updated_at = now()
     where pen_id = $1 and to_on is null and staff_id = $3`,
    [penId, fromOn, staffId],
  );

export const dutyRoutes = (): Route[] =>
  serveResource(penDuty)({
    before: {
      add: async (call, values) => {
        await endOwn(call, values.penId, values.fromOn, values.staffId);
        return undefined;
      },
    },
  });
