import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { addDays, daysBetween } from '#modules/insurance/contract/product/days.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import type { EnrolRow } from '#modules/registry/server/index.ts';
import type { Version } from '../product/version-of.ts';

export interface Judged {
  readonly row: EnrolRow;
  readonly ageDays: number;
  readonly why: readonly string[];
  /** Of an animal that is covered already: the last day of it, and nothing of who covers it (R13). */
  readonly until: string | null;
}
export interface JudgeAsk {
  readonly version: Version;
  readonly insurerId: number;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly renewBeforeDays: number;
  /** The list that is built anew: its own animals are in nobody else's hands. */
  readonly exceptId?: number | null;
}

interface Facts {
  readonly covered: ReadonlyMap<number, string>;
  readonly early: ReadonlySet<number>;
  readonly taken: ReadonlySet<number>;
  readonly bare: ReadonlySet<number>;
  readonly blocked: ReadonlySet<number>;
}
/** What is asked of others' rows is asked as the system, and answered by yes, no and a day. */
const factsOf = (tx: Tx, rows: readonly EnrolRow[], ask: JudgeAsk): Promise<Facts> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.eligible', async (sys) => {
    const { version, coverFrom, coverTo, insurerId } = ask;
    const animals = rows.map((one) => one.animalId);
    const slots = await sys.query<{ id: number; until: string; overlaps: boolean }>(
      `select animal_id as id, to_char(max(upper(period) - 1), 'YYYY-MM-DD') as until,
         bool_or(period && daterange($3::date, $4::date, '[]')) as overlaps
       from insurance.ins_cover_slot
       where tenant_no = kit.tenant() and animal_id = any ($1) and cover_code = $2 and upper(period) > $5::date
       group by 1`,
      [animals, version.coverCode, coverFrom, coverTo, today()],
    );
    const taken = await sys.query<{ id: number }>(
      `select animal_id as id from insurance.ins_enrolment_line where tenant_no = kit.tenant()
         and animal_id = any ($1) and cover_code = $2 and open and enrolment_id is distinct from $3`,
      [animals, version.coverCode, ask.exceptId ?? null],
    );
    const blocked = await sys.query<{ id: number }>(
      `select distinct principal_id as id from insurance.ins_collation where tenant_no = kit.tenant()
         and insurer_id = $1 and year = $2 and result = 'blocked' and principal_id = any ($3)`,
      [insurerId, Number(coverFrom.slice(0, 4)), [...new Set(rows.map((one) => one.principalId))]],
    );
    const { requireImmunity } = version;
    const immunity =
      requireImmunity.length > 0 && animals.length > 0 ? await immunityOf(sys, animals, requireImmunity, today()) : [];
    const latest = addDays(today(), ask.renewBeforeDays);
    return {
      covered: new Map(slots.filter((one) => one.overlaps).map((one) => [one.id, one.until])),
      // R14: a renewal is not listed before its time.
      early: new Set(slots.filter((one) => !one.overlaps && one.until > latest).map((one) => one.id)),
      taken: new Set(taken.map((one) => one.id)),
      bare: new Set(immunity.filter((one) => !one.protected).map((one) => one.animalId)),
      blocked: new Set(blocked.map((one) => one.id)),
    };
  });

/** R11: every condition an animal fails, in the order in which people look at it. */
function whyNot(row: EnrolRow, ageDays: number, version: Version, facts: Facts): string[] {
  const { stages, sex, ageMinDays, ageMaxDays } = version;
  const failed: [string, boolean][] = [
    ['stage', stages.length > 0 && !stages.includes(row.stage)],
    ['sex', sex !== null && sex !== row.sex],
    ['tooYoung', ageMinDays !== null && ageDays < ageMinDays],
    ['tooOld', ageMaxDays !== null && ageDays > ageMaxDays],
    ['quarantined', row.quarantined],
    ['changePending', row.changePending],
    ['notImmune', facts.bare.has(row.animalId)],
    ['covered', facts.covered.has(row.animalId)],
    ['tooEarly', facts.early.has(row.animalId)],
    ['inOtherList', facts.taken.has(row.animalId)],
    ['holderBlocked', facts.blocked.has(row.principalId)],
  ];
  return failed.flatMap(([code, isSo]) => (isSo ? [code] : []));
}

/** Animals of the version's species; those of another are no candidates and not refused either. */
export async function judge(tx: Tx, herd: readonly EnrolRow[], ask: JudgeAsk): Promise<Judged[]> {
  const rows = herd.filter((one) => one.species === ask.version.species);
  const facts = await factsOf(tx, rows, ask);
  return rows.map((row) => {
    const ageDays = daysBetween(row.birthDate, ask.coverFrom);
    const why = whyNot(row, ageDays, ask.version, facts);
    return { row, ageDays, why, until: facts.covered.get(row.animalId) ?? null };
  });
}
