import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { moveRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/prevention/contract/census/census.ts';
import { startRound } from './census-round.ts';
import { check, type Item } from './check.ts';
import { prepare } from './prepare.ts';

type Sheet = contract.CensusSheet;
export type Given = Omit<Call<typeof contract.countSheet>['body'], 'id' | 'version'>;
export const open: ReadonlySet<string> = new Set(['published', 'ongoing']);

export const sheetRoutes = (): Route[] => [
  ...serveResource(contract.censusSheet)({
    expressions: {
      roundStatus: '(select r.status from prevention.census_round r where r.id = t.round_id)',
      holderName: '(select p.principal_unit_name from registry.principal p where p.id = t.principal_id)',
      countedByName: '(select u.nickname from platform.sys_user u where u.id = t.counted_by)',
      checkedByName: '(select u.nickname from platform.sys_user u where u.id = t.checked_by)',
      differs: '(coalesce(t.difference, 0) <> 0)',
      missing: 'to_jsonb(t.missing_tags)',
      foreign: 'to_jsonb(t.foreign_tags)',
      photoIds: 'to_jsonb(t.photos)',
      mine: '(t.counted_by is not distinct from kit.user_id())',
    },
    can: (row, verb) => verb === 'detail' || open.has(String(row.roundStatus)),
    before: {
      transition: async (_, move) => (move.name === 'question' ? { question: move.remark ?? null } : undefined),
    },
  }),
  serve('prevention', contract.prepareSheet, prepare),
  serve('prevention', contract.countSheet, async (call) => {
    const { id, version, ...given } = call.body;
    const counted = await count(call, id, version, given);
    call.answer.msg = call.say('ok.saved');
    return counted;
  }),
  serve('prevention', contract.emptySheets, (call) =>
    each(call, call.body.items, ({ id, version }) =>
      count(call, id, version, { countedOn: call.body.countedOn, lines: [], missingTags: [], foreignTags: [] }),
    ),
  ),
  serve('prevention', contract.checkSheets, (call) =>
    each(call, call.body.items, (item) => check(call, item, call.body.words ?? {}, call.body.onlyEqual ?? false)),
  ),
];

/** Each stands or falls alone; what failed is named with its reason. */
async function each(
  call: Call,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<contract.SheetAnswer[]> {
  const told: contract.SheetAnswer[] = [];
  for (const item of items) {
    const { id } = item;
    await call.tx.query('savepoint sheet');
    try {
      await work(item);
      await call.tx.query('release savepoint sheet');
      told.push({ id, ok: true, msg: null, missing: [] });
    } catch (error) {
      await call.tx.query('rollback to savepoint sheet');
      const known = asAppError(error);
      if (!known) throw error;
      const { missing = [] } = (known.data ?? {}) as { missing?: string[] };
      told.push({ id, ok: false, msg: call.say(known.key, known.args), missing });
    }
  }
  return told;
}

/** The one way a count is written. Whoever entered it is not who checks it; `staffId` is who went there, where it is not who was to go. */
export async function count(call: Call, id: number, version: number, given: Given, staffId?: number) {
  let difference = 0;
  const moved = await moveRow(call, contract.sheetSteps, { id, version, name: 'count' }, async (row) => {
    const made = await countedOf(call.tx, row as Sheet, given);
    if (given.photoIds) await linkFiles(call.tx, given.photoIds, 'prevention.censusSheet', id);
    await startRound(call.tx, row.roundId);
    difference = made.difference;
    return { ...made, countedBy: call.actor.userId, question: null, ...(staffId && { staffId }) };
  });
  return { ...moved, difference };
}

/** What was seen, against what the book says: seen tags are those of the book without the missing ones, and with the foreign ones. */
async function countedOf(tx: Tx, row: Sheet, given: Given) {
  if (!open.has(String(row.roundStatus))) throw refusal('roundClosed', 'prevention.censusSheet.roundClosed');
  const [round] = await tx.query<{ startDate: string; species: string[] }>(
    `select to_char(start_date, 'YYYY-MM-DD') as "startDate", species from prevention.census_round where id = $1`,
    [row.roundId],
  );
  if (!round) throw notFound();
  if (given.countedOn > today() || given.countedOn < round.startDate)
    throw invalid([{ field: 'countedOn', key: 'prevention.censusSheet.dateRange' }]);
  for (const { species, stage } of given.lines)
    if (!round.species.includes(species) || !contract.stagesOf[species]?.includes(stage))
      throw invalid([{ field: 'lines', key: 'error.field.dict' }]);
  const lines = merged(given.lines);
  const tags = await tx.query<{ tag: string }>(
    `select ear_tag as tag from registry.animal where principal_id = $1 and status = 'inStock' and in_herd and voided_at is null and species = any ($2)`,
    [row.principalId, round.species],
  );
  const known = new Set(tags.map((one) => one.tag));
  const missing = [...new Set(given.missingTags)];
  const strange = missing.find((tag) => !known.has(tag));
  if (strange) throw refusal('notInStock', 'prevention.censusSheet.strangeTag', { tag: strange });
  const foreign = [...new Set(given.foreignTags)];
  const own = foreign.find((tag) => known.has(tag));
  if (own) throw refusal('ownTag', 'prevention.censusSheet.ownTag', { tag: own });
  const sum = (of: (line: contract.SheetLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const taggedSeen = sum((line) => line.tagged);
  const expected = known.size - missing.length + foreign.length;
  if (taggedSeen !== expected)
    throw refusal('seenDiffers', 'prevention.censusSheet.seenDiffers', { seen: taggedSeen, expected });
  const headsOf = (species: string) => sum((line) => (line.species === species ? line.tagged + line.untagged : 0));
  const [before] = await tx.query<{ n: number }>(
    'select coalesce(sum(tagged + untagged), 0)::int as n from prevention.holder_stock where tenant_no = kit.tenant() and principal_id = $1 and species = any ($2)',
    [row.principalId, round.species],
  );
  const untagged = sum((line) => line.untagged);
  const stockBefore = before?.n ?? 0;
  return {
    countedOn: given.countedOn,
    lines,
    taggedSystem: known.size,
    taggedSeen,
    untagged,
    cattle: headsOf('cattle'),
    sheep: headsOf('sheep'),
    goat: headsOf('goat'),
    stockBefore,
    difference: taggedSeen + untagged - stockBefore,
    missingTags: missing,
    missingWords: {},
    foreignTags: foreign,
    offtakeYear: given.offtakeYear ?? {},
    empty: taggedSeen + untagged === 0,
    ...(given.photoIds && { photos: given.photoIds }),
    ...(given.longitude && given.latitude && { longitude: given.longitude, latitude: given.latitude }),
  };
}

/** One line per stage; stages without anything are left out. */
export function merged(lines: readonly contract.SheetLine[]): contract.SheetLine[] {
  const byStage = new Map<string, contract.SheetLine>();
  for (const line of lines) {
    const key = `${line.species} ${line.stage}`;
    const there = byStage.get(key);
    byStage.set(key, {
      ...line,
      tagged: line.tagged + (there?.tagged ?? 0),
      untagged: line.untagged + (there?.untagged ?? 0),
    });
  }
  return [...byStage.values()].filter((line) => line.tagged + line.untagged > 0);
}
