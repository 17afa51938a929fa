import type { Tx } from '#kit/server/db/database.ts';
import { inBank } from './kernel.ts';
import { pledgeRow } from './pledge.row.ts';
import { tell } from './tell.ts';

interface Difference {
  readonly pledgeId: number;
  readonly earTag: string;
}
/** The register's flag is up for exactly the animals that are pledged or missing; the bank is told the numbers of those where it is not. */
export const compareFlags = (tx: Tx): Promise<string[]> =>
  inBank(tx, async (sys) => {
    const rows = await sys.query<Difference>(
      `select i.pledge_id as "pledgeId", i.ear_tag as "earTag"
       from bank.pledge_item i join bank.pledge_animal_seen a on a.tenant_no = i.tenant_no and a.id = i.animal_id
       where i.tenant_no = kit.tenant() and i.state in ('reserved', 'pledged', 'releasing', 'missing')
         and a.pledged <> (i.state in ('pledged', 'missing'))
       order by i.ear_tag`,
    );
    for (const [pledgeId, own] of Map.groupBy(rows, (one) => one.pledgeId))
      await tell(sys, 'bank', 'flagDiffers', await pledgeRow(sys, pledgeId), {
        n: own.length,
        tags: own
          .slice(0, 10)
          .map((one) => one.earTag)
          .join('、'),
      });
    return rows.map((one) => one.earTag);
  });
