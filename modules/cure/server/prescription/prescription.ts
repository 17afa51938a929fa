import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '../medicine/labels.ts';
import { type Block, blockAnimals, blockGroup, moveBlock } from '../withdrawal/animal-withdrawal.ts';
import { giveLines, takeBackLines } from './prescription-line.ts';

export interface IssuedSheet {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly species: string;
  readonly untaggedHead: number | null;
  readonly issuedOn: string;
  readonly validUntil: string;
  readonly courseFrom: string | null;
  readonly medicines: string;
  readonly days: number;
  readonly meatDays: number;
  readonly createdBy: number | null;
}

export async function sheetOf(tx: Tx, id: number): Promise<IssuedSheet | null> {
  const [row] = await tx.query<IssuedSheet>(
    `select p.id, p.doc_no as "docNo", p.status, p.principal_id as "principalId", p.region_code as "regionCode",
      p.species,
       p.untagged_head as "untaggedHead", to_char(coalesce(p.issued_at, now()) at time zone 'Asia/Shanghai',
         'YYYY-MM-DD') as "issuedOn",
       to_char(p.valid_until, 'YYYY-MM-DD') as "validUntil", to_char(p.course_from, 'YYYY-MM-DD') as "courseFrom",
       (select string_agg(m.generic_name, '、' order by l.line_no) from cure.prescription_line l
         join cure.medicine m on m.id = l.medicine_id where l.parent_id = p.id) as medicines,
       (select max(l.days) from cure.prescription_line l where l.parent_id = p.id) as days,
       (select max(coalesce(l.meat_days, 0)) from cure.prescription_line l where l.parent_id = p.id) as "meatDays",
       p.created_by as "createdBy"
     from cure.prescription p where p.id = $1`,
    [id],
  );
  return row ?? null;
}

/** R62: blocks the sheet's animals until a day; later doses only lengthen it. */
export async function blockSheet(tx: Tx, sheet: IssuedSheet, lastDoseOn: string, meatUntil: string): Promise<void> {
  const block: Block = {
    sourceType: 'prescription',
    sourceId: sheet.id,
    sourceNo: sheet.docNo,
    lastDoseOn,
    meatUntil,
    milkUntil: null,
    medicineNames: sheet.medicines,
    treatedBy: sheet.createdBy,
  };
  const animals = await tx.query<{
    animalId: number;
    earTag: string;
    species: string;
    principalId: number;
    regionCode: number;
  }>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.principal_id as "principalId",
      a.region_code as "regionCode"
     from cure.prescription_animal x join cure.animal_seen a on a.id = x.animal_id where x.parent_id = $1`,
    [sheet.id],
  );
  await blockAnimals(tx, block, animals);
  if (sheet.untaggedHead)
    await blockGroup(tx, block, {
      principalId: sheet.principalId,
      regionCode: sheet.regionCode,
      species: sheet.species,
      penId: null,
    });
}

export const markIssued = (
  tx: Tx,
  id: number,
  facts: {
    hash: string;
    validUntil: string;
    courseTo: string;
    meatUntil: string;
    medicines: string;
    antimicrobial: boolean;
    offLabel: boolean;
  },
): Promise<unknown> =>
  tx.query(
    `update cure.prescription set status = 'issued', issued_at = now(), content_hash = $2, valid_until = $3,
      course_to = $4, meat_until = $5,
       medicines = $6, antimicrobial = $7, off_label = $8, version = version + 1, updated_by = $9,
         updated_at = now() where id = $1`,
    [
      id,
      facts.hash,
      facts.validUntil,
      facts.courseTo,
      facts.meatUntil,
      facts.medicines,
      facts.antimicrobial,
      facts.offLabel,
      tx.scope.userId,
    ],
  );

/** R49. */
export const noteSecond = (tx: Tx, id: number, practitionerId: number, hash: string): Promise<unknown> =>
  tx.query(
    `update cure.prescription set second_by = $2, second_at = now(), second_hash = $3, version = version + 1,
       updated_by = $4, updated_at = now() where id = $1`,
    [id, practitionerId, hash, tx.scope.userId],
  );

export const keepPaper = (tx: Tx, id: number, fileId: number): Promise<unknown> =>
  tx.query('update cure.prescription set paper = $2 where id = $1', [id, [fileId]]);

/** R62: the course counts as begun, whether or not every dose is ticked. */
export async function runSheet(tx: Tx, id: number, on: string): Promise<void> {
  const sheet = await sheetOf(tx, id);
  if (!sheet) return;
  const from = sheet.courseFrom ?? on;
  const courseTo = addDays(from, sheet.days - 1);
  const meatUntil = addDays(courseTo, sheet.meatDays);
  await tx.query(
    `update cure.prescription set status = 'running', course_from = $2, course_to = $3, meat_until = $4,
      version = version + 1, updated_at = now()
     where id = $1 and status in ('issued', 'running')`,
    [id, from, courseTo, meatUntil],
  );
  await blockSheet(tx, sheet, courseTo, meatUntil);
}

/** A dose under the sheet. */
export async function giveUnder(
  tx: Tx,
  id: number,
  on: string,
  lines: readonly { medicineId: number; totalQty: number }[],
): Promise<void> {
  await giveLines(tx, id, lines);
  const sheet = await sheetOf(tx, id);
  if (sheet?.status === 'issued') await runSheet(tx, id, on);
}

/** What a voided treatment had given is open again. */
export const takeBackUnder = (tx: Tx, id: number, treatmentId: number): Promise<unknown> =>
  takeBackLines(tx, id, treatmentId);

/** R58: only a practitioner's word brings the day nearer, and only by the days that were not given. */
export async function shortenCourse(tx: Tx, id: number, lastDay: string): Promise<string> {
  const sheet = (await sheetOf(tx, id)) as IssuedSheet;
  const until = addDays(lastDay, sheet.meatDays);
  await moveBlock(tx, { type: 'prescription', id }, until);
  return until;
}

/** By the clock: sheets nobody began, and courses that are over. */
export async function tendSheets(tx: Tx, on: string = today()): Promise<{ expired: number; finished: number }> {
  const expired = await tx.query<{ id: number }>(
    `update cure.prescription set status = 'expired', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'issued' and valid_until < $1 returning id`,
    [on],
  );
  for (const { id } of expired) await moveBlock(tx, { type: 'prescription', id }, null);
  const finished = await tx.query(
    `update cure.prescription set status = 'finished', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'running' and course_to < $1 returning 1`,
    [on],
  );
  return { expired: expired.length, finished: finished.length };
}

/** Courses that are not over go on with the animals, which stand with the survivor; a sheet that is done says whose it was. */
export const reassignSheets = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.prescription t set principal_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from cure.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.principal_id = $1
       and t.status in ('draft', 'issued', 'running')`,
    [from, to],
  );
