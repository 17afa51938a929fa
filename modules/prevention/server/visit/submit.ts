import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { boxConsume } from '#modules/depot/server/index.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { headsOf } from '#modules/prevention/contract/visit/judge.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { recordHerdCount, writeEvents } from '#modules/registry/server/index.ts';
import { settleGaps } from '../gap/ask.ts';
import { holdHolders } from '../livestock/animal-immunity.ts';
import { markVisit } from '../season/plan-household.ts';
import { type Assessed, assess, dueAnimals, empty, type Teller } from './assess.ts';
import { countVisit, immunisedEvent, visitSource } from './effects.ts';
import { dropFiles, hangFiles } from './files.ts';
import { foundOf, isSpotCheck } from './flags.ts';
import { insertAnimals } from './immunisation-animal.ts';
import { insertLines } from './immunisation-line.ts';
import { insertVisit, type VisitKey, visitOfKey } from './immunisation-visit.ts';
import type { JudgedLine, Refused } from './judge-sheet.ts';
import { splitLots } from './split-lots.ts';

export interface Submitted extends VisitKey {
  readonly accepted: number;
  readonly refused: readonly Refused[];
  readonly flags: readonly string[];
  readonly result: string;
  /** It was there already, and nothing was done. */
  readonly isRepeat: boolean;
}

/** The depot's refusals in the words a worker knows. */
function asVisitError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const named: Record<string, string> = {
    expired: 'batchExpired',
    held: 'batchFrozen',
    recalled: 'batchFrozen',
    short: 'notHeld',
    noBox: 'notHeld',
  };
  const code = named[error.bizCode ?? ''];
  return code ? refusal(code, `prevention.refusal.${code}`, {}, error.data) : error;
}

/** R12: from the worker's own box, in the same transaction. */
async function takeDoses(tx: Tx, visit: VisitKey, sheet: VisitSheet, staffId: number, lines: readonly JudgedLine[]) {
  for (const line of lines) {
    if (line.doses === 0) continue;
    try {
      await boxConsume(tx, {
        staffId,
        materialId: line.materialId as number,
        lotId: line.lotId,
        qty: line.doses,
        headServed:
          line.taggedHead + Object.keys(line.untagged).reduce((sum, one) => sum + headsOf(line.untagged, one), 0),
        bizDate: sheet.visitedOn,
        source: { type: visitSource, id: visit.id, line: line.lineNo },
      });
    } catch (error) {
      throw asVisitError(error);
    }
  }
}

/** The bottle's number and vaccine, told by the depot and not by whoever typed. */
async function withLotNos(tx: Tx, lines: readonly JudgedLine[]): Promise<JudgedLine[]> {
  if (lines.length === 0) return [];
  const [materials, numbers] = await inTenant(tx, tx.scope.tenantNo, 'lots', (sys) =>
    Promise.all([
      sys.query<{ materialId: number; vaccineCode: string | null }>(
        'select id as "materialId", vaccine_code as "vaccineCode" from depot.material where id = any ($1)',
        [lines.map((line) => line.materialId)],
      ),
      sys.query<{ id: number; lotNo: string }>('select id, lot_no as "lotNo" from depot.lot where id = any ($1)', [
        lines.flatMap((line) => line.lotId ?? []),
      ]),
    ]),
  );
  return lines.map((line) => {
    const material = materials.find((one) => one.materialId === line.materialId);
    if (material?.vaccineCode !== line.vaccine.vaccineCode)
      throw invalid([{ field: `lines.${line.lineNo - 1}.materialId`, key: 'error.field.ref' }]);
    return { ...line, lotNo: numbers.find((one) => one.id === line.lotId)?.lotNo ?? '' };
  });
}

/**
 * The whole sheet in one transaction: lines, doses out of the box, one event per animal, immunity, plans, figures, flags.
 * A key that was sent before is answered with what it became (R21).
 */
export async function submitVisit(tx: Tx, sheet: VisitSheet, teller: Teller, skipRefused: boolean): Promise<Submitted> {
  const known = await visitOfKey(tx, sheet.clientKey);
  if (known && known.status !== 'draft')
    return { ...known, accepted: await headsIn(tx, known.id), refused: [], isRepeat: true };
  if (known) await dropFiles(tx, known.id, sheet);
  const assessed = await assess(tx, sheet, teller, true);
  const { holder, settings, season, staff, judged } = assessed;
  if (judged.refused.length > 0 && !skipRefused) throw new RefusedAnimals(judged.refused);
  const counted = sheet.mode !== 'self';
  const given = { lines: empty.has(sheet.result) ? [] : judged.lines, animals: judged.animals };
  const { lines, animals } = staff
    ? splitLots({ ...given, lines: await withLotNos(tx, given.lines) }, assessed.held)
    : given;
  const done = animals.filter((one) => one.result === 'done');
  const untagged = lines.some((line) => Object.keys(line.untagged).some((one) => headsOf(line.untagged, one) > 0));
  if (!empty.has(sheet.result) && done.length === 0 && !untagged && judged.animals.length === 0)
    throw new RefusedAnimals(judged.refused);
  const reasons =
    sheet.mode === 'routine' ? await reasonsOf(tx, holder.principalId, sheet.visitedOn) : new Map<number, string>();
  const visit = await insertVisit(
    tx,
    {
      sheet,
      regionCode: holder.regionCode,
      seasonId: season?.id ?? null,
      staffId: staff?.id ?? null,
      result: assessed.result,
      foundTagged:
        assessed.stock.reduce((sum, row) => sum + row.tagged, 0) -
        judged.animals.filter((one) => one.result === 'notFound').length,
      flags: assessed.flags,
      spotCheck: isSpotCheck(sheet.clientKey, settings.spotCheckEvery),
      heads: assessed.heads,
      diseaseCodes: [...new Set(lines.flatMap((line) => line.vaccine.diseaseCodes))],
      lots: [...new Set(lines.map((line) => line.lotNo))],
      vaccines: lines.map((line) => `${line.vaccine.name} ${line.lotNo}`).join('；'),
      doses: lines.reduce((sum, line) => sum + line.doses, 0),
      reasons: [...new Set(done.map((one) => reasons.get(one.animal.animalId) ?? '').filter(Boolean))],
      counted,
    },
    teller.userId,
  );
  await insertLines(tx, visit.id, lines);
  if (staff) await takeDoses(tx, visit, sheet, staff.id, lines);
  await hangFiles(tx, visit.id, sheet);
  await inTenant(tx, tx.scope.tenantNo, 'visit', async (sys) => {
    const facts = {
      ...visit,
      visitedOn: sheet.visitedOn,
      worker: staff?.name ?? null,
      lines: lines.map((line) => ({ lineNo: line.lineNo, name: line.vaccine.name, lotNo: line.lotNo })),
    };
    const seqOf = new Map<number, number>();
    if (counted) {
      const seqs = await writeEvents(
        sys,
        done.map((one) =>
          immunisedEvent(facts, { ...one.animal, diseaseCodes: one.diseaseCodes, lineNos: one.lineNos }),
        ),
        teller.userId,
      );
      for (const [at, one] of done.entries()) seqOf.set(one.animal.animalId, seqs[at] ?? 0);
    }
    await insertAnimals(sys, { id: visit.id, visitedOn: sheet.visitedOn, counted }, animals, {
      seqOf,
      reasonOf: reasons,
    });
    if (!counted) return;
    const { principalId } = holder;
    const holders = judged.animals.map((one) => one.animal.principalId);
    await holdHolders(sys, [principalId, ...holders]);
    await writeCounts(sys, visit.id, sheet, assessed);
    await Promise.all([
      markVisit(sys, { id: visit.id, principalId, visitedOn: sheet.visitedOn, result: assessed.result }),
      countVisit(
        sys,
        { id: visit.id, visitedOn: sheet.visitedOn, ...holder },
        judged.animals.map((one) => one.animal.animalId),
        holders,
      ),
    ]);
    const villages = [holder.regionCode, ...judged.animals.map((one) => one.animal.regionCode)];
    await settleGaps(sys, [...new Set(villages)], 'visited');
  });
  await tellStation(tx, visit, assessed, isSpotCheck(sheet.clientKey, settings.spotCheckEvery), sheet.mode === 'self');
  return {
    ...visit,
    accepted: judged.animals.length,
    refused: judged.refused,
    flags: assessed.flags,
    result: assessed.result,
    isRepeat: false,
  };
}

async function headsIn(tx: Tx, visitId: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from prevention.immunisation_visit v join prevention.immunisation_animal i on i.tenant_no = v.tenant_no and i.visit_id = v.id and i.visited_on = v.visited_on
     where v.id = $1`,
    [visitId],
  );
  return row?.n ?? 0;
}

export class RefusedAnimals extends Error {
  readonly refused: readonly Refused[];
  constructor(refused: readonly Refused[]) {
    super('refusedAnimals');
    this.refused = refused;
  }
}

/** Why each animal was to be made up, before the shot makes it forget. */
async function reasonsOf(tx: Tx, principalId: number, visitedOn: string): Promise<Map<number, string>> {
  return new Map((await dueAnimals(tx, principalId, null, visitedOn)).map((one) => [one.animalId, one.why]));
}

/** R20: what was found, where it is not what the books say; stages that were counted before and are none now say so. */
async function writeCounts(tx: Tx, visitId: number, sheet: VisitSheet, assessed: Assessed): Promise<void> {
  if (!sheet.foundUntagged) return;
  const notFound = new Map<string, number>();
  for (const one of assessed.judged.animals)
    if (one.result === 'notFound') notFound.set(one.animal.species, (notFound.get(one.animal.species) ?? 0) + 1);
  const species = new Set([...assessed.stock.map((row) => row.species), ...Object.keys(sheet.foundUntagged)]);
  const found = foundOf({ sheet, stock: assessed.stock, notFound });
  for (const kind of species) {
    const row = found.find((one) => one.species === kind);
    const untagged = headsOf(sheet.foundUntagged, kind);
    if (row ? row.found === row.stock : untagged === 0) continue;
    const tagged = await tx.query<{ stage: string; n: number }>(
      `select stage, count(*)::int as n from registry.animal where principal_id = $1 and species = $2 and status = 'inStock' and in_herd and voided_at is null group by stage`,
      [sheet.principalId, kind],
    );
    const before = assessed.stock.find((one) => one.species === kind)?.stages ?? {};
    const stages = new Set([
      ...tagged.map((one) => one.stage),
      ...Object.keys(sheet.foundUntagged[kind] ?? {}),
      ...Object.keys(before),
    ]);
    for (const stage of stages)
      await recordHerdCount(tx, {
        principalId: sheet.principalId,
        species: kind,
        stage,
        onDate: sheet.visitedOn,
        head: (tagged.find((one) => one.stage === stage)?.n ?? 0) + (sheet.foundUntagged[kind]?.[stage] ?? 0),
        source: 'visit',
        sourceId: visitId,
      });
  }
}

/** R24, R25, R23: what the station has to look at. */
async function tellStation(
  tx: Tx,
  visit: VisitKey,
  assessed: Assessed,
  spotCheck: boolean,
  isSelf: boolean,
): Promise<void> {
  const { holder, flags } = assessed;
  await closeTask(tx, 'prevention.immunisationVisit', visit.id);
  const ask = (taskType: string, words: string, permission: string) =>
    openTask(tx, {
      taskType,
      taskName: { key: `prevention.task.${words}`, args: { docNo: visit.docNo, name: holder.name } },
      entity: 'prevention.immunisationVisit',
      entityId: visit.id,
      linkPath: `/ant/preventionMange/visitDetail?id=${visit.id}`,
      permission,
      regionCode: holder.regionCode,
      principalId: holder.principalId,
    });
  if (isSelf) await ask('accept', 'acceptVisit', 'ant:visit:accept');
  else if (flags.length > 0) await ask('check', 'checkFlags', 'ant:visit:check');
  else if (spotCheck) await ask('spotCheck', 'spotCheck', 'ant:visit:check');
}
