import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { type prepareSheet, type SheetLine, stagesOf } from '#modules/prevention/contract/census/census.ts';

type Known = DataOf<typeof prepareSheet>;

/** The grid as it stands before anybody looked: numbered animals from the book, the others from the last count. */
export async function prepare(call: Call<typeof prepareSheet>): Promise<Known> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [sheet] = await tx.query<{ principalId: number; species: string[]; startDate: string }>(
      `select t.principal_id as "principalId", r.species, to_char(r.start_date, 'YYYY-MM-DD') as "startDate" from prevention.census_sheet t
       join prevention.census_round r on r.id = t.round_id where t.id = $1`,
      [call.query.id],
    );
    if (!sheet) throw notFound();
    const animals = await tx.query<Known['animals'][number]>(
      `select id, ear_tag as "earTag", species, stage, sex from registry.animal where principal_id = $1 and status = 'inStock' and in_herd and voided_at is null
         and species = any ($2) order by species, stage, ear_tag limit 5000`,
      [sheet.principalId, sheet.species],
    );
    const untagged = await tx.query<{ species: string; stages: Record<string, number>; on: string | null }>(
      `select species, stages, to_char(counted_on, 'YYYY-MM-DD') as on from prevention.holder_stock where tenant_no = kit.tenant() and principal_id = $1 and species = any ($2)`,
      [sheet.principalId, sheet.species],
    );
    const lines: SheetLine[] = sheet.species.flatMap((species) =>
      (stagesOf[species] ?? []).map((stage) => ({
        species,
        stage,
        tagged: animals.filter((one) => one.species === species && one.stage === stage).length,
        untagged: untagged.find((one) => one.species === species)?.stages[stage] ?? 0,
      })),
    );
    const lastOn = untagged
      .map((one) => one.on)
      .reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null as string | null);
    return { animals, lines, lastOn, species: sheet.species, startDate: sheet.startDate };
  });
}
