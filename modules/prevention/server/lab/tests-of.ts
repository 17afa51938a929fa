import type { Tx } from '#kit/server/db/database.ts';
import { asSystem } from './as-system.ts';

export interface Tested {
  readonly animalId: number;
  readonly diseaseCode: string;
  readonly item: string;
  readonly target: string;
  readonly conclusion: string;
  readonly testedOn: string;
  readonly resultId: number;
}

/**
 * Released results of animals, newest first; what the laboratory has not let out is nobody's yet.
 *
 * @example
 * const negatives = (await testsOf(tx, [animalId], ['brucellosis'], '2026-05-01')).filter((one) => one.conclusion === 'negative');
 */
export const testsOf = (
  tx: Tx,
  animalIds: readonly number[],
  diseaseCodes: readonly string[],
  since: string,
): Promise<Tested[]> =>
  asSystem(tx, (all) =>
    all.query<Tested>(
      `select r.animal_id as "animalId", r.disease_code as "diseaseCode", i.name as item, i.target, r.conclusion, to_char(r.tested_on, 'YYYY-MM-DD') as "testedOn",
         r.id as "resultId"
       from prevention.sample_result r join prevention.detect_item i on i.id = r.item_id
       where r.tenant_no = kit.tenant() and r.animal_id = any ($1) and r.disease_code = any ($2) and r.tested_on >= $3 and r.status = 'released'
       order by r.tested_on desc, r.id desc`,
      [animalIds, diseaseCodes, since],
    ),
  );
