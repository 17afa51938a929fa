import { notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { notify } from '#modules/platform/server/index.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import {
  lotFile,
  recordNode,
  splitLot,
  type TraceLot,
  traceGraph,
  traceLot,
  traceProcessDef,
} from '#modules/traceability/contract/lot/trace-lot.ts';
import { recallCodes } from '../code/trace-code.ts';
import { activeSubject } from '../code/trace-code-batch.ts';
import { reading } from '../common/reading.ts';
import { graphOf } from './graph.ts';
import { fileOf } from './lot-file.ts';
import { addStep, insertSplit, lockLot, moveBelow, noteAnimals, noteRecallTime, renewOut } from './trace-lot.rows.ts';
import { checkInputs, lotsBelow, nameInputs, tellPlant } from './trace-lot-input.ts';

const detail = '/traceability/traceabilityManagement/lotDetail';
const now = () => new Date().toISOString();

/** R39: kilograms out of a lot stay below what its process may yield. */
async function refuseYield(tx: Tx, row: TraceLot): Promise<void> {
  const [def] = await tx.query<{ limit: number }>(
    'select yield_limit as limit from traceability.trace_process_def where id = $1',
    [row.processDefId],
  );
  if (Number(row.kg) > (Number(row.kgIn) * Number(def?.limit ?? 100)) / 100 + 0.001)
    throw refusal('yield', 'traceability.refusal.yield', { docNo: row.docNo });
}

async function beforeMove(call: Call, move: Move, row: TraceLot): Promise<Record<string, unknown> | undefined> {
  const { tx } = call;
  switch (move.name) {
    case 'close':
      await refuseYield(tx, row);
      await tellPlant(tx, row.id, row.docNo);
      return undefined;
    case 'release': {
      const [missing] = row.missing;
      if (missing)
        throw refusal('nodeMissing', 'traceability.refusal.nodeMissing', { node: `@dict.lot_event.${missing}` });
      return { reason: null };
    }
    case 'ship': {
      const { subjectNo } = move.form as { subjectNo: string };
      const [next] = await inTenant(tx, call.actor.tenantNo, 'shipTo', (all) =>
        all.query<{ principalId: number }>(
          `select principal_id as "principalId" from traceability.trace_subject
           where tenant_no = kit.tenant() and subject_no = $1 and status = 'active'`,
          [subjectNo],
        ),
      );
      if (!next) throw refusal('subjectInactive', 'traceability.refusal.subjectInactive');
      return { nextPrincipalId: next.principalId };
    }
    case 'hold':
    case 'recall':
      return { reason: move.remark ?? null };
    default:
      return undefined;
  }
}

const stepOf: Readonly<Record<string, string>> = {
  release: 'released',
  ship: 'shipped',
  sell: 'sold',
  hold: 'held',
  recall: 'recalled',
};

async function afterMove(call: Call, move: Move): Promise<void> {
  const { tx, actor } = call;
  const kind = stepOf[move.name];
  if (!kind) return;
  await inTenant(tx, actor.tenantNo, 'moveLot', async (all) => {
    await addStep(all, move.id, { kind, at: now() }, actor.userId);
    if (move.name === 'hold' || move.name === 'recall') await reach(all, move, actor.userId);
  });
}

/** R42: down to the last pack, with everybody told who has some of it. */
async function reach(tx: Tx, move: Move, actor: number): Promise<void> {
  const begun = Date.now();
  const status = move.name === 'hold' ? ('held' as const) : ('recalled' as const);
  const ids = await lotsBelow(tx, move.id);
  const others = ids.filter((id) => id !== move.id);
  const moved = await tx.query<{ id: number }>(
    `select id from traceability.trace_lot
     where tenant_no = kit.tenant() and id = any ($1) and status not in ('open', 'recalled', $2) order by id`,
    [others, status],
  );
  await moveBelow(tx, others, status, move.remark ?? '-', null);
  for (const { id } of moved) await addStep(tx, id, { kind: status, at: now() }, actor);
  if (status === 'recalled') await recallCodes(tx, ids, true);
  const units = await tx.query<{ id: number }>(
    `select distinct u as id from traceability.trace_lot l
       cross join lateral unnest(array[l.principal_id, l.next_principal_id]) u
     where l.tenant_no = kit.tenant() and l.id = any ($1) and u is not null`,
    [ids],
  );
  const [lot] = await tx.query<{ docNo: string; name: string }>(
    'select doc_no as "docNo", product_name as name from traceability.trace_lot where id = $1',
    [move.id],
  );
  await notify(tx, {
    audience: { principalIds: units.map((one) => one.id) },
    type: 'notice',
    title: { key: `traceability.lotPage.notice_${status}`, args: { docNo: lot?.docNo ?? '', name: lot?.name ?? '' } },
    content: { key: 'traceability.subjectPage.noticeReason', args: { reason: move.remark ?? '-' } },
    linkPath: `${detail}?id=${move.id}`,
  });
  if (status === 'recalled') await noteRecallTime(tx, move.id, Date.now() - begun);
}

async function node(call: Call<typeof recordNode>) {
  const { id, nodeCode, at, note } = call.body;
  const lot = await lockLot(call.tx, id);
  if (['sold', 'recalled'].includes(lot.status))
    throw wrongState(`dict.trace_lot_status.${lot.status}`, 'traceability.lotPage.node');
  const told = await addStep(
    call.tx,
    id,
    { kind: nodeCode, at: new Date(at).toISOString(), note: note ? { text: note } : undefined },
    call.actor.userId,
  );
  call.answer.msg = call.say('ok.saved');
  return told;
}

async function split(call: Call<typeof splitLot>) {
  const { id, outputs } = call.body;
  const lot = await lockLot(call.tx, id);
  if (!['closed', 'released', 'shipped'].includes(lot.status))
    throw wrongState(`dict.trace_lot_status.${lot.status}`, 'traceability.lotPage.split');
  const kg = outputs.reduce((sum, one) => sum + one.kg, 0);
  await checkInputs(call.tx, lot.principalId, [{ tag: null, fromLotNo: lot.docNo, kg }], null);
  const made = [];
  for (const one of outputs) {
    const next = await insertSplit(call.tx, lot, { ...one, units: one.units ?? null }, call.actor.userId);
    const { animals } = await inTenant(call.tx, call.actor.tenantNo, 'splitLot', (all) => nameInputs(all, next.id));
    await noteAnimals(call.tx, next.id, animals);
    await addStep(call.tx, next.id, { kind: 'made', at: now() }, call.actor.userId);
    made.push(next);
  }
  await addStep(
    call.tx,
    id,
    { kind: 'split', at: now(), note: { lots: made.map((one) => one.docNo) } },
    call.actor.userId,
  );
  await renewOut(call.tx, [id]);
  call.answer.msg = call.say('ok.done');
  return made;
}

/** Lines name their animals and lots; what was taken of a lot is renewed with them. */
async function afterSave(call: Call, id: number): Promise<void> {
  await inTenant(call.tx, call.actor.tenantNo, 'lotSaved', async (all) => {
    const { animals } = await nameInputs(all, id);
    await noteAnimals(all, id, animals);
    const sources = await all.query<{ id: number }>(
      'select from_lot_id as id from traceability.trace_lot_input where parent_id = $1 and from_lot_id is not null',
      [id],
    );
    await renewOut(
      all,
      sources.map((one) => one.id),
    );
  });
}

export const lotRoutes = (): Route[] => [
  serve('traceability', recordNode, node),
  serve('traceability', splitLot, split),
  serve('traceability', lotFile, (call) =>
    reading(call, async (tx) => {
      const file = await fileOf(tx, call.query.id);
      if (!file) throw notFound();
      return file;
    }),
  ),
  serve('traceability', traceGraph, (call) => reading(call, (tx) => graphOf(tx, call.query, call.language))),
  ...serveResource(traceProcessDef)({}),
  ...serveResource(traceLot)({
    match: { principalId: ofUnit },
    expressions: {
      yieldRate: '(case when t.kg_in > 0 then round(t.kg * 100 / t.kg_in, 1) end)',
      nextName: 'registry.principal_name(t.next_principal_id)',
    },
    before: {
      add: async (call, values) => {
        const subject = await activeSubject(call.tx, values.principalId);
        await checkInputs(call.tx, values.principalId, values.inputs, null);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('TL') as no`);
        return { docNo: no?.no, subjectId: subject.id };
      },
      edit: async (call, values, row) => {
        await checkInputs(call.tx, row.principalId, values.inputs, row.id);
        return undefined;
      },
      transition: beforeMove,
    },
    after: {
      add: async (call, id) => {
        await afterSave(call, id);
        await addStep(call.tx, id, { kind: 'made', at: now() }, call.actor.userId);
      },
      edit: afterSave,
      transition: afterMove,
    },
  }),
];
