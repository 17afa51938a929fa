import { type FieldError, forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, insertRow, type Move, moveRow, updateRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { baseQty } from '#modules/depot/contract/goods/quantity.ts';
import {
  addRequisition,
  approveRequisition,
  askingDepots,
  editRequisition,
  type Requisition,
  requisition,
  requisitionLines,
  suggestSupplies,
} from '#modules/depot/contract/requisition/requisition.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { materialFacts } from '../goods/material.ts';
import { type AskingDepot, askingDepotsOf, giversOf, mustAsk } from './asking.ts';
import { linesOf } from './lines.ts';
import { decisionLink, requisitionEntity as entity, requisitionLink, sumRequisition } from './requisition.ts';
import { type Approval, approveLines, replaceLines, type WantedLine } from './requisition-line.ts';
import { suggest } from './suggest.ts';

const askVerbs = new Set(['submit', 'withdraw', 'remove']);
const giveVerbs = new Set(['approve', 'reject', 'close']);

/** R28: each side does its own part, and nobody from above either. */
function can(row: Requisition, verb: string, actor: Call['actor']): boolean {
  if (askVerbs.has(verb))
    return row.askPrincipalId === actor.principalId && (row.mine || actor.actions.has('depot:store:edit'));
  // Offered to nobody for a request of their own; the step itself says which rule stands in the way.
  const isOwn = verb === 'approve' && row.mine && row._can === undefined;
  if (giveVerbs.has(verb)) return row.giverPrincipalId === actor.principalId && !isOwn;
  return true;
}

export const suppliesRoutes = (): Route[] => [
  ...serveResource(requisition)({
    expressions: {
      askerName: 'registry.principal_name(t.ask_principal_id)',
      giverName: 'registry.principal_name(t.giver_principal_id)',
      what: `(select string_agg(m.name, '、' order by l.line_no) from depot.requisition_line l join depot.material m on m.id = l.material_id where l.requisition_id = t.id)`,
      mine: '(t.created_by is not distinct from kit.user_id())',
      asks: `(t.ask_principal_id = (select u.principal_id from platform.sys_user u where u.id = kit.user_id()))`,
      gives: `(t.giver_principal_id = (select u.principal_id from platform.sys_user u where u.id = kit.user_id()))`,
      materialId: 'null::bigint',
      // Fetched by a call of their own; the detail only keeps their place.
      lines: 'null::jsonb',
    },
    match: {
      materialId: (value, add) =>
        `exists (select 1 from depot.requisition_line l where l.requisition_id = t.id and l.material_id = any (${add(String(value).split(',').map(Number))}::bigint[]))`,
    },
    can,
    before: { transition: act },
    after: { transition: tell },
  }),
  serve('depot', addRequisition, async (call) => {
    const whole = call as unknown as Call;
    const { header, lines } = await checked(whole, call.body);
    const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('DR') as no`);
    const saved = await insertRow(whole, requisition, header.values, { ...header.derived, docNo: no?.no });
    await replaceLines(call.tx, saved.id, lines);
    await sumRequisition(call.tx, saved.id);
    call.answer.msg = call.say('ok.saved');
    return { ...saved, docNo: no?.no ?? '' };
  }),
  serve('depot', editRequisition, async (call) => {
    const whole = call as unknown as Call;
    const { id, version, ...body } = call.body;
    const row = await findRow(whole, requisition, id, true);
    if (!can(row, 'submit', call.actor)) throw forbidden();
    const { header, lines } = await checked(whole, body);
    const saved = await updateRow(whole, requisition, id, version, header.values, header.derived);
    await replaceLines(call.tx, id, lines);
    await sumRequisition(call.tx, id);
    call.answer.msg = call.say('ok.saved');
    return { ...saved, docNo: row.docNo };
  }),
  serve('depot', askingDepots, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const depots = await askingDepotsOf(tx, call);
      const givers = await giversOf(
        tx,
        depots.map((one) => one.id),
      );
      return depots.map(({ id, name, kind }) => ({
        id,
        name,
        kind,
        givers: givers.filter((one) => one.depotId === id).map((one) => ({ id: one.id, name: one.name })),
      }));
    }),
  ),
  serve('depot', suggestSupplies, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { askDepotId, seasonId, materialIds } = call.query;
      const depot = await mustAsk(tx, call, askDepotId);
      return suggest(tx, depot, {
        seasonId: seasonId ?? null,
        materialIds: materialIds?.split(',').map(Number) ?? null,
      });
    }),
  ),
  serve('depot', requisitionLines, (call) =>
    call.database.transaction(call.actor.scope, (tx) => linesOf(tx, call.query.id)),
  ),
  serve('depot', approveRequisition, async (call) => {
    const { id, version, remark, lines } = call.body;
    const whole = call as unknown as Call;
    const move: Move = { id, version, name: 'approve', remark };
    const moved = await moveRow(whole, requisition, move, async (row) => {
      if (!can(row, 'approve', call.actor)) throw forbidden();
      await approve(call.tx, call.actor.userId, row, lines);
      return undefined;
    });
    await tell(whole, move);
    call.answer.msg = call.say('ok.done');
    return moved;
  }),
];

interface Body {
  readonly askDepotId: number;
  readonly giverPrincipalId?: number | null | undefined;
  readonly purpose: string;
  readonly seasonId?: number | null | undefined;
  readonly needBy: string;
  readonly remark?: string | null | undefined;
  readonly lines: readonly { readonly materialId: number; readonly asked: number }[];
}

/** What can be asked for, by whom, of whom; the suggestion of this moment is kept beside what is asked. */
async function checked(call: Call, body: Body) {
  const depot = await mustAsk(call.tx, call, body.askDepotId);
  const giver = await giverFor(call.tx, depot, body.giverPrincipalId ?? null);
  const faults: FieldError[] = [];
  if (body.needBy < today()) faults.push({ field: 'needBy', key: 'depot.requisition.needByPast' });
  const ids = body.lines.map((one) => one.materialId);
  if (new Set(ids).size < ids.length) faults.push({ field: 'lines', key: 'depot.requisition.twice' });
  if (faults.length > 0) throw invalid(faults);
  const facts = await materialFacts(call.tx, ids);
  for (const { materialId, asked } of body.lines) {
    const material = facts.get(materialId);
    if (!material) throw notFound();
    if (material.kind === 'earTag') throw refusal('useSign', 'depot.ledger.useSign');
    if (baseQty(material, material.baseUnit, asked) === null)
      throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material.baseUnit}` });
  }
  const found = await suggest(call.tx, depot, { seasonId: body.seasonId ?? null, materialIds: ids });
  const lines = body.lines.map(({ materialId, asked }): WantedLine => {
    const own = found.find((one) => one.materialId === materialId);
    const parts = own && { basis: own.basis, need: own.need, onHand: own.onHand, inTransit: own.inTransit };
    return { materialId, asked, suggested: own?.suggested ?? null, parts: parts ?? null };
  });
  const values = { askDepotId: depot.id, purpose: body.purpose, needBy: body.needBy, remark: body.remark ?? null };
  const derived = {
    askPrincipalId: depot.principalId,
    regionCode: depot.regionCode,
    giverPrincipalId: giver,
    seasonId: body.seasonId ?? null,
  };
  return { header: { values, derived }, lines };
}

async function giverFor(tx: Tx, depot: AskingDepot, wanted: number | null): Promise<number> {
  const givers = await giversOf(tx, [depot.id]);
  const giver = wanted === null ? givers[0] : givers.find((one) => one.id === wanted);
  if (!giver) throw invalid([{ field: 'giverPrincipalId', key: 'depot.requisition.noGiver' }]);
  return giver.id;
}

async function act(call: Call, move: Move, row: Requisition): Promise<undefined> {
  // Without figures it is approved as suggested: never more than was asked, and what nobody could suggest as asked.
  if (move.name === 'approve') {
    const lines = await call.tx.query<Approval>(
      `select material_id as "materialId", least(asked, coalesce(suggested, asked)) as approved, case when suggested = 0 then $2::text end as reason
       from depot.requisition_line where requisition_id = $1`,
      [row.id, call.say('depot.requisition.notNeeded')],
    );
    await approve(call.tx, call.actor.userId, row, lines);
  }
  return undefined;
}

/** R22: not by who asked. All lines are decided; none at nothing without a reason. */
async function approve(tx: Tx, userId: number, row: Requisition, lines: readonly Approval[]): Promise<void> {
  const [maker] = await tx.query<{ createdBy: number | null }>(
    'select created_by as "createdBy" from depot.requisition where id = $1',
    [row.id],
  );
  if (maker?.createdBy === userId) throw refusal('samePerson', 'depot.ledger.samePerson');
  const asked = await tx.query<{ materialId: number; baseUnit: string; decimals: number }>(
    `select l.material_id as "materialId", m.base_unit as "baseUnit", m.decimals from depot.requisition_line l join depot.material m on m.id = l.material_id where l.requisition_id = $1`,
    [row.id],
  );
  if (asked.some(({ materialId }) => !lines.some((one) => one.materialId === materialId)))
    throw invalid([{ field: 'lines', key: 'depot.requisition.everyLine' }]);
  for (const one of lines) {
    if (one.approved === 0 && !one.reason) throw invalid([{ field: 'lines', key: 'depot.requisition.zeroReason' }]);
    const material = asked.find(({ materialId }) => materialId === one.materialId);
    if (material && one.approved > 0 && baseQty({ ...material, packs: [] }, material.baseUnit, one.approved) === null)
      throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material.baseUnit}` });
  }
  await approveLines(tx, row.id, lines);
  await sumRequisition(tx, row.id);
}

/** Whose turn it is now. */
async function tell(call: Call, move: Move): Promise<void> {
  const row = await findRow(call, requisition, move.id);
  const args = { docNo: row.docNo, name: row.askerName ?? '' };
  await closeTask(call.tx, entity, move.id);
  const place = { regionCode: row.regionCode, principalId: row.giverPrincipalId, entity, entityId: row.id };
  if (move.name === 'submit')
    await openTask(call.tx, {
      ...place,
      taskType: 'approve',
      taskName: { key: 'depot.requisition.taskApprove', args },
      linkPath: decisionLink(row.id),
      permission: 'depot:req:approve',
      dueAt: `${row.needBy}T18:00:00+08:00`,
    });
  if (move.name === 'approve')
    await openTask(call.tx, {
      ...place,
      taskType: 'deliver',
      taskName: { key: 'depot.requisition.taskIssue', args },
      linkPath: `/pri/depot/suppliesOut?open=new&requisitionId=${row.id}`,
      permission: 'depot:issue:edit',
      dueAt: `${row.needBy}T18:00:00+08:00`,
    });
  const [maker] = await call.tx.query<{ id: number | null }>(
    'select created_by as id from depot.requisition where id = $1',
    [row.id],
  );
  if (giveVerbs.has(move.name) && maker?.id)
    await notify(call.tx, {
      userIds: [maker.id],
      type: 'notice',
      title: { key: `depot.requisition.notice_${move.name}`, args },
      content: { key: 'depot.requisition.noticeText', args: { reason: move.remark ?? '-' } },
      linkPath: requisitionLink(row.id),
    });
}
