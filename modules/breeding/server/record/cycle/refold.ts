import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type CycleRecord, type Folded, foldCycles } from '#modules/breeding/contract/record/cycle-fold.ts';
import type { Rules } from '#modules/breeding/contract/setting/parameters.ts';
import { rulesFor } from '../../setting/rules.ts';
import { setCalvings } from '../calving/calving.ts';
import { setChecks } from '../check/pregnancy-check.ts';
import { type Female, femalesOf } from '../females.ts';
import { setServices } from '../service/insemination.ts';
import { saveCycles } from './breeding-cycle.ts';

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;

/** All that is known of some females, each record once; what was voided or rejected never happened. */
export async function recordsOf(tx: Pick<Tx, 'query'>, ids: readonly number[]): Promise<Map<number, CycleRecord[]>> {
  const rows = await tx.query<{ animalId: number; record: CycleRecord }>(
    `select animal_id as "animalId", jsonb_build_object('kind', 'service', 'id', id,
         'at', (extract(epoch from served_at) * 1000)::bigint, 'servedOn', ${day('served_on')},
         'servedUntil', ${day('served_until')}, 'sireCode', sire_code, 'straws', straws) as record
       from breeding.insemination where tenant_no = kit.tenant() and animal_id = any ($1) and status <> 'voided'
     union all
     select animal_id, jsonb_build_object('kind', 'check', 'id', id, 'on', ${day('checked_on')}, 'result', result,
         'fetusDays', fetus_days, 'namedServiceId', named_service_id, 'recheckOn', ${day('recheck_on')})
       from breeding.pregnancy_check where tenant_no = kit.tenant() and animal_id = any ($1) and status <> 'voided'
     union all
     select mother_id, jsonb_build_object('kind', 'calving', 'id', id, 'on', ${day('calved_on')},
         'namedServiceId', named_service_id)
       from breeding.calving where tenant_no = kit.tenant() and mother_id = any ($1)
         and status in ('reported', 'verified')
     union all
     select animal_id, jsonb_build_object('kind', 'end', 'id', id, 'on', ${day('from_on')}, 'reason', 'setAside',
         'backOn', ${day('to_on')})
       from breeding.set_aside where tenant_no = kit.tenant() and animal_id = any ($1)`,
    [ids],
  );
  const byAnimal = new Map<number, CycleRecord[]>();
  for (const { animalId, record } of rows) byAnimal.set(animalId, [...(byAnimal.get(animalId) ?? []), record]);
  return byAnimal;
}

/** The animal's own end, as the registry tells it. */
const endOf = (female: Female): CycleRecord[] =>
  female.status === 'inStock' || !female.exitOn
    ? []
    : [{ kind: 'end', id: Number.MAX_SAFE_INTEGER, on: female.exitOn, reason: female.status, backOn: null }];

export function foldOne(female: Female, records: readonly CycleRecord[], rules: Rules): Folded {
  const own = rules.of(female.species);
  const calvings = records.filter((one) => one.kind === 'calving').length;
  return foldCycles(
    [...records, ...endOf(female)],
    {
      birthDate: female.birthDate,
      entryOn: female.entryOn,
      parityAtStart: Math.max(0, female.parity - calvings),
      firstServiceMonths: own.firstServiceMonths,
      gestation: female.gestation,
    },
    own,
  );
}

/**
 * Folds the cycles of these females anew from all their records, in the transaction that wrote one of them. Runs under the
 * tenant's own sight: a record somebody cannot see still happened.
 */
export async function refold(tx: Tx, ids: readonly number[]): Promise<Map<number, Folded>> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'breeding.fold', async (sys) => {
    // One at a time for each cow: two folds of the same records must not write past each other.
    for (const id of [...ids].sort((a, b) => a - b))
      await sys.query("select pg_advisory_xact_lock(hashtextextended('breeding.fold', $1))", [id]);
    const females = await femalesOf(sys, ids);
    const records = await recordsOf(sys, ids);
    const places = new Map<number, Rules>();
    const folded = new Map<number, Folded>();
    for (const female of females) {
      const county = Math.floor(female.regionCode / 1e6) * 1e6;
      const rules = places.get(county) ?? (await rulesFor(sys, female.regionCode));
      places.set(county, rules);
      folded.set(female.id, foldOne(female, records.get(female.id) ?? [], rules));
    }
    const cycleIds = await saveCycles(sys, females, folded, actor);
    const idOf = (animalId: number, cycleNo: number) => cycleIds.get(`${animalId}:${cycleNo}`) ?? null;
    await setServices(sys, folded, idOf);
    await setChecks(sys, folded, idOf);
    await setCalvings(sys, folded, idOf);
    return folded;
  });
}
