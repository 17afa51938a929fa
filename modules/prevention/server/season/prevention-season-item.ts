import type { Tx } from '#kit/server/db/database.ts';
import type { SeasonInput } from '#modules/prevention/contract/season/season.ts';

/** What is immunised against in a season, kind by kind; said anew as a whole. */
export async function saveItems(tx: Tx, seasonId: number, items: SeasonInput['items']): Promise<void> {
  await tx.query('delete from prevention.prevention_season_item where tenant_no = $1 and season_id = $2', [
    tx.scope.tenantNo,
    seasonId,
  ]);
  for (const item of items)
    await tx.query(
      `insert into prevention.prevention_season_item (tenant_no, season_id, disease_code, species, target, default_vaccine_code, planned_curve) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tx.scope.tenantNo,
        seasonId,
        item.diseaseCode,
        item.species,
        item.target,
        item.defaultVaccineCode ?? null,
        item.plannedCurve,
      ],
    );
}
