import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { onTreatment, reportSuspect, type TreatmentNews } from '#modules/cure/server/index.ts';
import { watchAnimals } from '../board/watch.ts';

interface Case {
  readonly caseId: number;
  readonly animalId: number | null;
  readonly diseaseCode: string | null;
  readonly reportClass: number | null;
  readonly contagious: boolean;
  readonly heads: number;
  readonly signs: string | null;
  readonly reported: boolean;
}

const casesOf = (tx: Tx, { treatmentId, principalId }: TreatmentNews): Promise<Case[]> =>
  tx.query<Case>(
    `select c.case_id as "caseId", c.animal_id as "animalId", c.disease_code as "diseaseCode",
       c.report_class as "reportClass", c.contagious, c.heads, c.signs,
       exists (select 1 from farm.report_seen r join farm.case_seen o on o.tenant_no = r.tenant_no
         and o.id = r.treatment_id where r.tenant_no = kit.tenant() and o.case_id = c.case_id) as reported
     from farm.case_seen c where c.tenant_no = kit.tenant() and c.id = $1 and exists (select 1 from farm.farm_animal f
       where f.tenant_no = kit.tenant() and f.principal_id = $2 and f.status = 'live')`,
    [treatmentId, principalId],
  );

/**
 * R16, D7: what the law wants told goes through cure's one door, once per illness; what is only catching is the farm's own alarm.
 * Both in the transaction of the treatment, so that no case is written down and not told.
 */
export function registerSuspicion(): void {
  onTreatment.register('farm', async (tx, news) => {
    const cases = await inTenant(tx, tx.scope.tenantNo, 'farm.suspicion', (all) => casesOf(all, news));
    const [first] = cases;
    if (!first) return;
    const { diseaseCode, reportClass, reported } = first;
    const isReportable = reportClass === 1 || reportClass === 2;
    if (!isReportable && !first.contagious) return;
    const animalIds = cases.flatMap((one) => (one.animalId === null ? [] : [one.animalId]));
    if (isReportable && diseaseCode && !reported)
      await reportSuspect(tx, {
        principalId: news.principalId,
        diseaseCode,
        animalIds,
        headIll: first.heads,
        signs: first.signs ?? '',
        treatmentId: news.treatmentId,
        foundBy: 'farm',
      });
    await inTenant(tx, tx.scope.tenantNo, 'farm.suspicion', (all) => watchAnimals(all, 'contagious', animalIds));
  });
}
