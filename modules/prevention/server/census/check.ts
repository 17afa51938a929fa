import { AppError, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { moveRow } from '#kit/server/resource/write.ts';
import { type CensusSheet, type SheetLine, sheetSteps } from '#modules/prevention/contract/census/census.ts';
import { changeAnimals, recordHerdCount } from '#modules/registry/server/index.ts';

/** A sheet as it was looked at. */
export interface Item {
  readonly id: number;
  readonly version: number;
}
export type Words = Readonly<Record<string, { readonly reason: string; readonly act?: boolean | undefined }>>;

/** R40: not by who counted; a word on each tag that was not seen; then the count is the holder's, and stock and plans follow by themselves. */
export async function check(call: Call, item: Item, words: Words, onlyEqual: boolean): Promise<void> {
  await moveRow(call, sheetSteps, { ...item, name: 'check' }, async (row) => {
    const sheet = row as CensusSheet;
    if (sheet.countedBy === call.actor.userId) throw refusal('samePerson', 'prevention.censusSheet.samePerson');
    if (!['published', 'ongoing'].includes(String(sheet.roundStatus)))
      throw refusal('roundClosed', 'prevention.censusSheet.roundClosed');
    const missing = sheet.missing as string[];
    if (onlyEqual && (sheet.differs || missing.length > 0))
      throw refusal('hasDifference', 'prevention.censusSheet.hasDifference', {}, { missing });
    const unsaid = missing.filter((tag) => !words[tag]);
    if (unsaid.length > 0)
      throw refusal('missingWords', 'prevention.censusSheet.unsaid', { n: unsaid.length }, { missing: unsaid });
    const said = Object.fromEntries(missing.map((tag) => [tag, { reason: words[tag]?.reason as string }]));
    const done = await doThem(call, sheet, missing, words);
    await countIn(call.tx, sheet);
    return {
      checkedBy: call.actor.userId,
      checkedAt: new Date().toISOString(),
      missingWords: Object.fromEntries(
        Object.entries(said).map(([tag, one]) => [tag, { ...one, ...(done.has(tag) && { changeId: done.get(tag) }) }]),
      ),
    };
  });
}

const changeOf: Readonly<Record<string, string>> = { sold: 'saleOut', dead: 'death' };

/** Sold and dead ones leave the book if that is wanted; who checks stands for it. */
async function doThem(
  call: Call,
  sheet: CensusSheet,
  missing: readonly string[],
  words: Words,
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  for (const [reason, changeType] of Object.entries(changeOf)) {
    const tags = missing.filter((tag) => words[tag]?.reason === reason && words[tag]?.act);
    if (tags.length === 0) continue;
    if (!call.actor.actions.has('pri:animal:change')) throw new AppError(403, 'error.forbidden');
    const animals = await call.tx.query<{ id: number; tag: string }>(
      `select id, ear_tag as tag from registry.animal where principal_id = $1 and ear_tag = any ($2) and status = 'inStock' and voided_at is null`,
      [sheet.principalId, tags],
    );
    if (animals.length === 0) continue;
    const { changeId } = await changeAnimals(call.tx, {
      changeType,
      animalIds: animals.map((one) => one.id),
      happenedOn: sheet.countedOn as string,
      ...(reason === 'dead' ? { cause: 'unknown' } : {}),
      confirmedBy: sheet.principalId,
      source: 'prevention',
    });
    for (const one of animals) done.set(one.tag, changeId);
  }
  return done;
}

/** A head for every stage that was found, none for stages that were counted before and are gone. */
async function countIn(tx: Tx, sheet: CensusSheet): Promise<void> {
  const lines = sheet.lines as SheetLine[];
  const before = await tx.query<{ species: string; stage: string }>(
    `select distinct h.species, h.stage from registry.herd_count h join prevention.census_round r on r.id = $2
     where h.tenant_no = kit.tenant() and h.principal_id = $1 and h.species = any (r.species)`,
    [sheet.principalId, sheet.roundId],
  );
  const found = new Map(lines.map((line) => [`${line.species} ${line.stage}`, line.tagged + line.untagged]));
  for (const { species, stage } of before) if (!found.has(`${species} ${stage}`)) found.set(`${species} ${stage}`, 0);
  for (const [key, head] of found) {
    const [species = '', stage = ''] = key.split(' ');
    await recordHerdCount(tx, {
      principalId: sheet.principalId,
      species,
      stage,
      head,
      onDate: sheet.countedOn as string,
      source: 'census',
      sourceId: sheet.id,
    });
  }
}
