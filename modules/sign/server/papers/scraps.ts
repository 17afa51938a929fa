import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import {
  joinRanges,
  official,
  overlaps,
  parseRange,
  type Range,
  sumOf,
  without,
} from '#modules/sign/contract/numbers/code.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { type SignScrap, signScrap } from '#modules/sign/contract/papers/scrap.ts';
import { unitsOf } from '../numbers/holders.ts';
import type { Place } from '../numbers/tag-segment.ts';
import { rangeText, take } from '../numbers/take.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { checkDay } from './days.ts';
import { stampScrap } from './rows/sign-scrap.ts';

const isGone = (kind: string) => ['lost', 'stolen'].includes(kind);
const rangesOf = (row: Pick<SignScrap, 'lines'>): Range[] =>
  row.lines.map((line) => {
    const range = rangeOfLine(line);
    if (!range) throw refusal('noNumbers', 'sign.refuse.noNumbers');
    return range;
  });

async function beforeSave(call: Call, values: Partial<SignScrap>) {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
  await checkDay(call.tx, values.happenedOn as string, unit?.regionCode ?? 0);
  if (!isGone(values.kind ?? '') && !values.photos?.length)
    throw invalid([{ field: 'photos', key: 'error.field.required' }]);
  const ranges = rangesOf(values as SignScrap);
  if (overlaps(ranges)) throw refusal('overlap', 'sign.refuse.overlap', { ranges: rangeText(ranges) });
  const [own] = await call.tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
  const isWorker = !call.actor.actions.has('sign:ledger:others') && own?.ids[0] !== undefined;
  return { principalId, staffId: isWorker ? (own?.ids[0] ?? null) : null, regionCode: unit?.regionCode ?? 0 };
}

const holderOf = (row: SignScrap) => ({ principalId: row.principalId, staffId: row.staffId });
const docOf = (row: SignScrap) => ({ type: 'scrap', id: row.id, no: row.docNo });

async function act(call: Call, move: Move, row: SignScrap) {
  const ranges = rangesOf(row);
  const home: Place = row.staffId === null ? 'stock' : 'hand';
  const base = { scheme: official, ranges, doc: docOf(row), on: today(), evenHeld: true };
  switch (move.name) {
    case 'submit':
      if (row.principalId !== call.actor.principalId) throw forbidden();
      if (!isGone(row.kind) && !row.photos?.length) throw invalid([{ field: 'photos', key: 'error.field.required' }]);
      await take(call.tx, {
        ...base,
        from: { holder: holderOf(row), places: [home, 'received'] },
        to: { place: 'scrapPending', holder: holderOf(row) },
      });
      return undefined;
    case 'check':
      // R49: a worker never looks at his own.
      await mustDiffer(call, row.id, ['submitted_by']);
      return { opinion: move.form?.opinion ?? null };
    case 'approve':
      await mustDiffer(call, row.id, ['submitted_by', 'checked_by']);
      await mustBeHigh(call, row, ranges);
      await take(call.tx, {
        ...base,
        from: { holder: holderOf(row), places: ['scrapPending'] },
        to: isGone(row.kind)
          ? { place: 'lost', holder: null }
          : { place: 'scrapped', holder: { principalId: row.principalId, staffId: null } },
      });
      return { opinion: move.form?.opinion ?? null };
    case 'sendBack':
      await take(call.tx, {
        ...base,
        from: { holder: holderOf(row), places: ['scrapPending'] },
        to: { place: home, holder: holderOf(row) },
      });
      return { opinion: move.remark };
    case 'find':
      return find(call, move, row, ranges, home);
    case 'destroy': {
      const { destroyBy, destroyWitness } = move.form as { destroyBy: string; destroyWitness: string };
      // R46: nobody burns alone.
      if (destroyBy.trim() === destroyWitness.trim()) throw refusal('samePerson', 'sign.refuse.samePerson');
      if (isGone(row.kind)) throw refusal('nothingThere', 'sign.refuse.nothingThere');
      await take(call.tx, {
        ...base,
        from: { holder: { principalId: row.principalId, staffId: null }, places: ['scrapped'] },
        to: { place: 'destroyed', holder: null },
      });
      return undefined;
    }
    default:
      return undefined;
  }
}

/** R5: what was lost comes back only by being found, and only what was found. */
async function find(call: Call, move: Move, row: SignScrap, ranges: readonly Range[], home: Place) {
  if (!isGone(row.kind)) throw refusal('notLost', 'sign.refuse.notLost');
  const words = String(move.form?.codes ?? '')
    .split(/[,，;；\s]+/)
    .filter(Boolean);
  const found = words.length > 0 ? joinRanges(words.flatMap((word) => parseRange(word) ?? [])) : ranges;
  if (found.length === 0 || without(found, ranges).length > 0)
    throw refusal('notOnPaper', 'sign.refuse.notOnPaper', { ranges: rangeText(without(found, ranges)) });
  await take(call.tx, {
    scheme: official,
    ranges: found,
    from: { holder: null, places: ['lost'] },
    to: { place: home, holder: holderOf(row) },
    doc: docOf(row),
    on: today(),
    evenHeld: true,
  });
  return { opinion: rangeText(found) };
}

async function mustDiffer(call: Call, id: number, columns: readonly ('submitted_by' | 'checked_by')[]): Promise<void> {
  const [row] = await call.tx.query<{
    submitted_by: number | null;
    checked_by: number | null;
    created_by: number | null;
  }>('select submitted_by, checked_by, created_by from sign.sign_scrap where id = $1', [id]);
  const before = [...columns.map((one) => row?.[one]), row?.created_by];
  if (before.includes(call.actor.userId)) throw refusal('samePerson', 'sign.refuse.samePerson');
}

/** R48: many numbers gone at once are the prefecture's business, and the police's. */
async function mustBeHigh(call: Call, row: SignScrap, ranges: readonly Range[]): Promise<void> {
  if (!isGone(row.kind) || call.actor.principalId === null) return;
  const most = await ruleOf(call.tx, 'lostPrefecture', row.regionCode);
  if (sumOf(ranges) <= most) return;
  const unit = (await unitsOf(call.tx, [call.actor.principalId])).get(call.actor.principalId);
  const isHigh = unit?.type === 'authority' && unit.regionCode % 1e8 === 0;
  if (!isHigh || !row.policeNo) throw refusal('prefectureNeeded', 'sign.refuse.prefectureNeeded', { n: most });
}

async function tell(call: Call, move: Move): Promise<void> {
  const [row] = await call.tx.query<{ docNo: string; regionCode: number; principalId: number; count: number }>(
    `select doc_no as "docNo", region_code as "regionCode", principal_id as "principalId", count
     from sign.sign_scrap where id = $1`,
    [move.id],
  );
  await closeTask(call.tx, 'sign.signScrap', move.id);
  if (!row || !['submit', 'check'].includes(move.name)) return;
  const unit = (await unitsOf(call.tx, [row.principalId])).get(row.principalId);
  await openTask(call.tx, {
    taskType: 'approve',
    taskName: { key: `sign.task.scrap_${move.name}`, args: { docNo: row.docNo, n: row.count } },
    entity: 'sign.signScrap',
    entityId: move.id,
    linkPath: `/signIn/scrap?keyword=${row.docNo}`,
    permission: move.name === 'submit' ? 'sign:scrap:check' : 'sign:scrap:approve',
    regionCode: row.regionCode,
    principalId: (move.name === 'check' ? unit?.parentId : null) ?? row.principalId,
  });
}

export const scrapRoutes = (): Route[] =>
  serveResource(signScrap)({
    expressions: {
      holder: `concat_ws(' ', registry.principal_name(t.principal_id), sign.staff_name(t.staff_id))`,
      ranges: `(select string_agg(l.code_from || case when l.code_to <> l.code_from then '–' || right(l.code_to, 5)
        else '' end,
        '、' order by l.line_no) from sign.sign_scrap_line l where l.parent_id = t.id and l.line_no <= 3)`,
      daysInState: `((now() at time zone 'Asia/Shanghai')::date - (t.updated_at at time zone 'Asia/Shanghai')::date)`,
    },
    can: (row: SignScrap, verb, actor) => {
      if (['edit', 'remove', 'submit'].includes(verb)) return row.principalId === actor.principalId;
      if (verb === 'find') return isGone(row.kind);
      if (verb === 'destroy') return !isGone(row.kind);
      return true;
    },
    before: {
      add: async (call, values) => {
        const derived = await beforeSave(call, values as Partial<SignScrap>);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EX') as no`);
        return { ...derived, docNo: no?.no };
      },
      edit: async (call, values) => {
        await beforeSave(call, values as Partial<SignScrap>);
        return undefined;
      },
      transition: act,
    },
    after: {
      transition: async (call, move) => {
        await stampScrap(call.tx, move.id, move.name);
        await tell(call, move);
      },
    },
  });
