import { type FieldError, forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { decode } from '#kit/server/resource/row.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow, type Move, updateRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type BoxReconcile,
  boxReconcile,
  computed,
  leastEmpties,
  mostOpenLoss,
  openReconcile,
  type ReconcileLine,
  reconcileSheet,
  saveReconcile,
} from '#modules/depot/contract/box/box-reconcile.ts';
import { baseQty, fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import type { MoveInput } from '../stock/ledger/move.ts';
import { postMoves } from '../stock/ledger/post.ts';
import { computeLines, type Sheet, sheetOf } from './compute.ts';
import { boxOf, carriedSql, mustCarry } from './whose.ts';

const entity = 'depot.boxReconcile';
const linkOf = (id: number) => `/pri/medicineBox/reconcile?id=${id}`;
const can = (row: BoxReconcile, verb: string, actor: Call['actor']): boolean => {
  if (verb === 'submit' || verb === 'remove') return row.mine === true;
  if (verb !== 'confirm' && verb !== 'sendBack') return true;
  // Nobody confirms a sheet they submitted; the step itself says which rule stands in the way.
  return (
    row.principalId === actor.principalId &&
    (row._can !== undefined || verb !== 'confirm' || row.submittedBy !== actor.userId)
  );
};

export const reconcileRoutes = (): Route[] => [
  ...serveResource(boxReconcile)({
    expressions: {
      carrierName: `(select s.name from registry.staff s join depot.depot d on d.staff_id = s.id where d.id = t.box_id)`,
      confirmedByName: '(select u.nickname from platform.sys_user u where u.id = t.confirmed_by)',
      mine: `exists (select 1 from depot.depot d where d.id = t.box_id and ${carriedSql('d')})`,
    },
    can,
    before: { transition: act },
    after: { transition: tell },
  }),
  serve('depot', reconcileSheet, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const map = mapOf('depot.boxReconcile');
      const [raw] = await tx.query(`select ${map?.select} from depot.box_reconcile t where t.id = $1`, [
        call.params.id,
      ]);
      if (!raw || !(raw.mine || call.actor.actions.has('depot:box:all'))) throw notFound();
      const sheet = await sheetOf(tx, call.params.id);
      const row = decode(boxReconcile, raw, call.actor, call.language, can);
      // What was handed in stands as it was handed in.
      const lines =
        sheet.status === 'draft' ? await computeLines(tx, sheet, sheet.lines) : (sheet.lines as ReconcileLine[]);
      return { ...row, lines };
    }),
  ),
  serve('depot', openReconcile, open),
  serve('depot', saveReconcile, save),
];

/** From the day after the last sheet, or the first of the month, to its end, or today. */
async function open(call: Call<typeof openReconcile>) {
  const { boxId, month } = call.body;
  const box = await mustCarry(call, boxId);
  const first = `${month}-01`;
  if (first > today()) throw invalid([{ field: 'month', key: 'depot.boxReconcile.future' }]);
  const [span] = await call.tx.query<{ fromOn: string; toOn: string; draftId: number | null }>(
    `select to_char(greatest($2::date, (select max(r.to_on) + 1 from depot.box_reconcile r where r.box_id = $1 and r.status <> 'draft')), 'YYYY-MM-DD') as "fromOn",
       to_char(least(($2::date + interval '1 month - 1 day')::date, $3::date), 'YYYY-MM-DD') as "toOn",
       (select r.id from depot.box_reconcile r where r.box_id = $1 and r.status = 'draft' order by r.id limit 1) as "draftId"`,
    [boxId, first, today()],
  );
  if (!span) throw notFound();
  if (span.draftId !== null) {
    const row = await findRow(call as unknown as Call, boxReconcile, span.draftId);
    return { id: row.id, version: row.version };
  }
  if (span.fromOn > span.toOn) throw refusal('reconciled', 'depot.boxReconcile.alreadyDone');
  const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('DX') as no`);
  return insertRow(
    call as unknown as Call,
    boxReconcile,
    { boxId, fromOn: span.fromOn, toOn: span.toOn },
    { docNo: no?.no, principalId: box.principalId, regionCode: box.regionCode, month: first },
  );
}

async function save(call: Call<typeof saveReconcile>) {
  const { id, version, lines, ...words } = call.body;
  const sheet = await sheetOf(call.tx, id);
  await mustCarry(call, sheet.boxId);
  const known = await computeLines(call.tx, sheet, []);
  for (const said of lines) {
    const own = known.find(({ materialId }) => materialId === said.materialId);
    if (!own) throw notFound();
    for (const qty of [said.openLoss, said.damaged, said.closing])
      if (qty > 0 && baseQty(own, own.baseUnit, qty) === null)
        throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${own.baseUnit}` });
  }
  return updateRow(
    call as unknown as Call,
    boxReconcile,
    id,
    version,
    {
      lossReason: words.lossReason || null,
      emptyReason: words.emptyReason || null,
      remark: words.remark || null,
    },
    { lines: JSON.stringify(lines) },
  );
}

/** What a step does before the paper moves on. */
async function act(call: Call, move: Move, row: BoxReconcile): Promise<Record<string, unknown> | undefined> {
  const sheet = await sheetOf(call.tx, move.id);
  if (move.name === 'submit') {
    const lines = await computeLines(call.tx, sheet, sheet.lines);
    refuseUnbalanced(lines);
    askReasons(sheet, lines);
    await postLosses(call, sheet, lines);
    return { submittedBy: call.actor.userId, lines: JSON.stringify(await settled(call, sheet, lines)) };
  }
  if (move.name === 'confirm') {
    if (row.principalId !== call.actor.principalId) throw forbidden();
    if (sheet.submittedBy === call.actor.userId) throw refusal('samePerson', 'depot.ledger.samePerson');
    return { confirmedBy: call.actor.userId, confirmedAt: new Date().toISOString() };
  }
  // Handed back, the ledger is asked anew.
  return { submittedBy: null };
}

/** R33: each line by itself, the first that does not balance is named with what it lacks. */
function refuseUnbalanced(lines: readonly ReconcileLine[]): void {
  for (const one of lines) {
    const difference = fromMilli(toMilli(one.closing) - toMilli(computed(one)));
    const isBelow = one.openLoss < one.openLossPosted || one.damaged < one.damagedPosted;
    if (difference !== 0 || isBelow)
      throw refusal(
        'unbalanced',
        'depot.boxReconcile.unbalanced',
        { material: one.name, n: difference, unit: `@depot.unit.${one.baseUnit}` },
        { materialId: one.materialId, difference },
      );
  }
}

/** R31, R34. */
function askReasons(sheet: Sheet, lines: readonly ReconcileLine[]): void {
  const faults: FieldError[] = [];
  if (!sheet.lossReason && lines.some((one) => one.openLoss > one.used * mostOpenLoss))
    faults.push({ field: 'lossReason', key: 'depot.boxReconcile.askLoss' });
  if (!sheet.emptyReason && lines.some((one) => one.emptyReturned < one.emptyDue * leastEmpties))
    faults.push({ field: 'emptyReason', key: 'depot.boxReconcile.askEmpties' });
  if (faults.length > 0) throw invalid(faults);
}

/** What the carrier says was lost beyond what is written off already leaves the box now, oldest lots first. */
async function postLosses(call: Call, sheet: Sheet, lines: readonly ReconcileLine[]): Promise<void> {
  const moves: MoveInput[] = [];
  for (const one of lines) {
    const lots = await call.tx.query<{ id: number; free: number }>(
      `select l.id, b.qty - b.reserved as free from depot.stock_balance b join depot.lot l on l.id = b.lot_id
       where b.depot_id = $1 and b.material_id = $2 and b.qty > b.reserved order by l.expire_on nulls last, b.first_in_at, l.lot_no`,
      [sheet.boxId, one.materialId],
    );
    const free = new Map(lots.map((lot) => [lot.id, toMilli(lot.free)]));
    for (const [reason, more] of [
      ['openLoss', toMilli(one.openLoss) - toMilli(one.openLossPosted)],
      ['damage', toMilli(one.damaged) - toMilli(one.damagedPosted)],
    ] as const) {
      let rest = more;
      for (const [lotId, left] of free) {
        const part = Math.min(rest, left);
        if (part <= 0) continue;
        moves.push({
          moveKind: 'loss',
          materialId: one.materialId,
          lotId,
          from: { kind: 'depot', id: sheet.boxId },
          to: { kind: 'loss' },
          qty: fromMilli(part),
          bizDate: sheet.toOn,
          docType: 'boxReconcile',
          docId: sheet.id,
          docNo: sheet.docNo,
          reason,
        });
        free.set(lotId, left - part);
        rest -= part;
      }
    }
  }
  await postMoves(call.tx, moves);
}

/** The ledger as it is after that must say the same as the carrier, or nothing is handed in. */
async function settled(call: Call, sheet: Sheet, lines: readonly ReconcileLine[]): Promise<ReconcileLine[]> {
  const after = await computeLines(call.tx, sheet, []);
  return after.map((one) => {
    const said = lines.find(({ materialId }) => materialId === one.materialId) ?? one;
    if (toMilli(one.closing) !== toMilli(said.closing)) refuseUnbalanced([{ ...one, closing: said.closing }]);
    return { ...one, emptyReturned: said.emptyReturned };
  });
}

async function tell(call: Call, move: Move): Promise<void> {
  const sheet = await sheetOf(call.tx, move.id);
  const box = await boxOf(call.tx, sheet.boxId);
  await closeTask(call.tx, entity, move.id);
  if (move.name === 'submit') {
    await openTask(call.tx, {
      taskType: 'confirm',
      taskName: { key: 'depot.boxReconcile.taskConfirm', args: { name: box.name, docNo: sheet.docNo } },
      entity,
      entityId: move.id,
      linkPath: linkOf(move.id),
      permission: 'depot:box:confirm',
      regionCode: box.regionCode,
      principalId: box.principalId,
    });
    return;
  }
  const [carrier] = await call.tx.query<{ id: number | null }>(
    'select s.user_id as id from registry.staff s join depot.depot d on d.staff_id = s.id where d.id = $1',
    [sheet.boxId],
  );
  if (!carrier?.id) return;
  await notify(call.tx, {
    userIds: [carrier.id],
    type: 'notice',
    title: { key: `depot.boxReconcile.notice_${move.name}`, args: { docNo: sheet.docNo } },
    content: { key: 'depot.requisition.noticeText', args: { reason: move.remark ?? '-' } },
    linkPath: linkOf(move.id),
  });
}
