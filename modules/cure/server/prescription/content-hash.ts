import { createHash } from 'node:crypto';
import type { Prescription } from '#modules/cure/contract/prescription/prescription.ts';

/** R46: what the printed sheet says, in one line of letters. */
export const contentHash = (
  docNo: string,
  row: Pick<Prescription, 'principalId' | 'species' | 'diagnosisTagId' | 'animals' | 'lines'>,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        docNo,
        row.principalId,
        row.species,
        row.diagnosisTagId,
        row.animals.map((one) => one.animalId).sort((a, b) => a - b),
        row.lines.map((line) => [line.medicineId, line.route, line.dose, line.doseUnit, line.timesPerDay, line.days]),
      ]),
    )
    .digest('hex');
