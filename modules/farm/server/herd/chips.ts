import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { checkChips, type PairRow, submitChips } from '#modules/farm/contract/herd/moves.ts';
import { animalsByTags, replaceTag } from '#modules/registry/server/index.ts';
import { staffOf } from '../farm-of.ts';

interface Pair {
  readonly tag: string;
  readonly chip: string;
  readonly kind: 'ear' | 'electronic';
  readonly reason: string;
}

/** Tries each pair alone, as the registry would take it; what it refuses is named and leaves the others. */
async function tryPairs(tx: Tx, call: Pick<Call, 'say'>, pairs: readonly Pair[], on: string): Promise<PairRow[]> {
  const found = new Map(
    (
      await animalsByTags(
        tx,
        'ear',
        pairs.map((one) => one.tag),
      )
    ).map((one) => [one.tag, one]),
  );
  const rows: PairRow[] = [];
  for (const pair of pairs) {
    const wrong = (code: string, text: string): PairRow => ({ tag: pair.tag, chip: pair.chip, ok: false, code, text });
    const animal = found.get(pair.tag);
    if (!animal) {
      rows.push(wrong('unknownTag', call.say('farm.chipShift.unknownTag', { tag: pair.tag })));
      continue;
    }
    await tx.query('savepoint pair');
    try {
      const staffId = await staffOf(tx, animal.principalId);
      await replaceTag(tx, {
        animalId: animal.animalId,
        tagKind: pair.kind,
        newTag: pair.chip,
        reason: pair.reason,
        on,
        staffId,
      });
      await tx.query('release savepoint pair');
      rows.push({ tag: pair.tag, chip: pair.chip, ok: true, code: null, text: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await tx.query('rollback to savepoint pair');
      // R9: the same word for a chip that is worn and one that was.
      const isUsed = error.bizCode === 'tagUsed';
      const [field] = error.errors ?? [];
      rows.push(
        isUsed
          ? wrong('chipUsed', call.say('farm.chipShift.chipUsed', { chip: pair.chip }))
          : wrong(error.bizCode ?? 'invalid', call.say(field?.key ?? error.key, error.args)),
      );
    }
  }
  return rows;
}

class DryRun extends Error {
  readonly rows: PairRow[];
  constructor(rows: PairRow[]) {
    super('dry run');
    this.rows = rows;
  }
}

/** The check is the saving itself, taken back: it cannot say anything else. */
async function check(call: Call<typeof checkChips>): Promise<PairRow[]> {
  try {
    return await call.database.transaction(call.actor.scope, async (tx) => {
      throw new DryRun(await tryPairs(tx, call, call.body.pairs, today()));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.rows;
    throw error;
  }
}

export const chipRoutes = (): Route[] => [
  serve('farm', checkChips, check),
  serve('farm', submitChips, async (call) => {
    const rows = await tryPairs(call.tx, call, call.body.pairs, call.body.on ?? today());
    return { saved: rows.filter((row) => row.ok).length, rows };
  }),
];
