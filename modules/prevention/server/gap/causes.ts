import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { GapCauses, GapState } from '#modules/prevention/contract/gap/gap-order.ts';
import { ownOf } from '../season/coverage.ts';
import { childCodes } from '../season/places.ts';

interface Village {
  readonly regionCode: number;
  readonly remaining: number;
  readonly households: number;
  readonly staffId: number | null;
  readonly doses: number;
  readonly refused: number;
  readonly absent: number;
}

/** Villages of a place in which something is missing, as far as the caller sees the place. */
async function villagesIn(tx: Tx, seasonId: number, code: number): Promise<Village[]> {
  const ranges = ownOf(tx, code).map(rangeOf);
  return inTenant(tx, tx.scope.tenantNo, 'gapCauses', (sys) =>
    sys.query<Village>(
      `select c.region_code as "regionCode", c.remaining, c.households, c.staff_id as "staffId", c.doses,
         c.refused, c.absent
       from unnest($2::bigint[], $3::bigint[]) r(lo, hi), prevention.gap_causes($1, r.lo, r.hi) c`,
      [seasonId, ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)],
    ),
  );
}

const sumOf = (villages: readonly Village[]): GapCauses => ({
  villages: villages.length,
  noWorker: villages.filter((one) => one.staffId === null).length,
  emptyBox: villages.filter((one) => one.staffId !== null && one.doses === 0).length,
  refused: villages.reduce((sum, one) => sum + one.refused, 0),
  absent: villages.reduce((sum, one) => sum + one.absent, 0),
});

export const causesIn = async (tx: Tx, seasonId: number | null, code: number): Promise<GapCauses> =>
  sumOf(seasonId === null ? [] : await villagesIn(tx, seasonId, code));

/** By child region; what has no cause on record is not among them. */
export async function causesBelow(tx: Tx, seasonId: number, parent: number) {
  const villages = await villagesIn(tx, seasonId, parent);
  const parts = levelOf(parent) >= 5 ? [parent] : childCodes(parent);
  return parts
    .map((regionCode) => {
      const [lo, hi] = rangeOf(regionCode);
      const own = villages.filter((one) => one.regionCode >= lo && one.regionCode < hi);
      return { regionCode, ...sumOf(own) };
    })
    .filter((one) => one.villages > 0);
}

const staffName = '(select w.name from prevention.worker w where w.id = o.staff_id)';
const stateColumns = `o.id, o.doc_no as "docNo", o.subject_kind as "subjectKind", o.subject_id as "subjectId",
  o.region_code as "regionCode", o.disease_code as "diseaseCode", o.status, o.level,
  to_char(o.due_on, 'YYYY-MM-DD') as "dueOn", o.cause, ${staffName} as "staffName",
  o.due_on < prevention.today() as "isLate"`;

/** What was ordered in a place and is not closed, under the caller's own sight. */
export function statesIn(tx: Tx, code: number): Promise<GapState[]> {
  const [lo, hi] = rangeOf(code);
  return tx.query<GapState>(
    `select ${stateColumns} from prevention.gap_order o
     where o.tenant_no = kit.tenant() and o.status <> 'closed' and o.region_code >= $1 and o.region_code < $2
     order by o.id desc limit 2000`,
    [lo, hi],
  );
}
