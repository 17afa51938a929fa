import { forbidden, notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { centsOfYuan, yuanOf } from '#kit/contract/money.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type Move, moveRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { holdLot } from '#modules/depot/server/index.ts';
import * as contract from '#modules/prevention/contract/stress/stress.ts';
import { type StressCase, stressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { standardFor } from '../settings/standard.ts';
import { addCase } from './add.ts';
import { openClaim } from './claims.ts';
import { compensationInputs, compensationOf } from './compensation.ts';
import { afterStep, beforeStep, quoteOf } from './moves.ts';
import { shotsOf } from './shots.ts';
import { statRoutes } from './stat.ts';
import { disposeCase, lockCase } from './stress-case.ts';
import { payeesOf } from './stress-pay.ts';
import { tellHolder } from './tell.ts';

const nameOf = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;
const yuan = (column: string) => `kit.yuan(t.${column})`;
const payOf = (column: string) => `(select p.${column} from prevention.stress_pay p where p.stress_case_id = t.id)`;
/** For whoever sees the case it hangs on: nobody else may open it. */
const voucher = `(select p.voucher_id from prevention.stress_pay p cross join lateral kit.file_facts(p.tenant_no, p.voucher_id) f
  join prevention.stress_case c on c.id = f.biz_id where p.stress_case_id = t.id)`;
const waiting = "t.status in ('observing', 'reported', 'returned', 'verified', 'confirmed', 'approved')";

/** Only who reported it takes it back, or reports it further. */
const mayStep = (row: StressCase, verb: string, actor: Call['actor']): boolean => {
  if (verb === 'withdraw') return row.reporterId === actor.userId;
  // R32 in what is offered; the step itself asks again.
  if (verb === 'verify') return row.reporterId !== actor.userId && row.workerUserId !== actor.userId;
  if (verb === 'confirm') return row.verifierId !== actor.userId;
  if (verb === 'report' && row.status === 'returned')
    return row.reporterId === actor.userId || actor.actions.has('ant:stress:verify');
  return true;
};

/** Each case stands or falls alone; what failed is named with its reason. */
async function eachOf(
  call: Call,
  name: string,
  items: readonly { id: number; version: number }[],
  form: Record<string, unknown>,
) {
  const failed: { id: number; msg: string }[] = [];
  for (const item of items) {
    await call.tx.query('savepoint item');
    try {
      const move: Move = { ...item, name, form };
      await moveRow(call, stressCase, move, async (row) => {
        if (!mayStep(row, name, call.actor)) throw forbidden();
        return beforeStep(call, move, row);
      });
      await afterStep(call, move);
      await call.tx.query('release savepoint item');
    } catch (error) {
      await call.tx.query('rollback to savepoint item');
      const known = asAppError(error);
      if (!known) throw error;
      failed.push({ id: item.id, msg: call.say(known.key, known.args) });
    }
  }
  call.answer.msg = call.say('ok.done');
  return { ok: items.length - failed.length, failed };
}

async function quote(call: Call<typeof contract.quoteStress>): Promise<contract.Quote> {
  const { body } = call;
  const { caseId } = body;
  return call.database.transaction(call.actor.scope, async (tx: Tx) => {
    const one = caseId ? await lockCase(tx, caseId) : null;
    const found = one
      ? await quoteOf(tx, one, null)
      : await standardFor(tx, {
          kind: 'stressCompensation',
          species: body.species ?? null,
          stage: body.stage ?? null,
          breedingStock: body.breedingStock ?? false,
          weight: body.weight ?? null,
          regionCode: body.regionCode ?? call.actor.scope.regions[0] ?? 0,
          on: body.on ?? today(),
        });
    const claim = await openClaim.ask(tx, one?.animalId ?? null);
    return {
      standardId: found?.id ?? null,
      standardAmount: found ? yuanOf(found.amountCents) : null,
      ratio: found?.ratio ?? null,
      amount: found
        ? yuanOf(
            compensationOf(compensationInputs({ ...found, offsetCents: centsOfYuan(body.claimOffset ?? 0) })).cents,
          )
        : null,
      openClaim: claim,
    };
  });
}

const disposable = ['reported', 'returned', 'verified', 'confirmed', 'publicised', 'approved'];

async function dispose(call: Call<typeof contract.disposeStress>) {
  const { id, version, way, on, by, photos, disposalRefId } = call.body;
  const one = await lockCase(call.tx, id);
  if (!disposable.includes(one.status)) throw wrongState(one.status, 'prevention.stressCase._dispose');
  if (one.version !== version) throw staleVersion();
  await linkFiles(call.tx, photos, 'prevention.stressCase', id);
  const disposal = { way, on, by: by ?? null, photos, disposalRefId: disposalRefId ?? null };
  const next = await disposeCase(call.tx, one, disposal);
  await audit(call.tx, call as unknown as Call, {
    module: 'prevention',
    entity: 'stressCase',
    entityId: id,
    entityName: one.docNo,
    action: 'edit',
    after: { disposal },
  });
  await tellHolder(call.tx, one, 'disposed', { on });
  call.answer.msg = call.say('ok.saved');
  return { version: next };
}

/** R35: the open alert is the reason; without one the depot's own screens and rights hold. */
async function hold(call: Call<typeof contract.holdStressLot>) {
  const { lotId, reason } = call.body;
  const [alert] = await call.tx.query(
    "select 1 from platform.alarm where kind = 'batchDeaths' and subject_id = $1 and status <> 'closed' limit 1",
    [lotId],
  );
  if (!alert) throw notFound();
  await holdLot(call.tx, lotId, null, reason);
  await audit(call.tx, call as unknown as Call, {
    module: 'depot',
    entity: 'lot',
    entityId: lotId,
    action: 'hold',
    params: { reason },
  });
  call.answer.msg = call.say('ok.done');
  return { quality: 'hold' };
}

export const stressRoutes = (): Route[] => [
  ...serveResource(stressCase)({
    expressions: {
      visitDocNo: '(select v.doc_no from prevention.immunisation_visit v where v.id = t.visit_id)',
      hours: 'round((extract(epoch from t.reacted_at - t.immunised_at) / 3600)::numeric, 1)::float8',
      weight: 't.weight::float8',
      photoIds: 'to_jsonb(t.photos)',
      reporter: nameOf('reporter_id'),
      verifier: nameOf('verifier_id'),
      confirmer: nameOf('confirmer_id'),
      workerUserId: '(select s.user_id from registry.staff s where s.id = t.staff_id)',
      standardAmount: yuan('standard_amount_cents'),
      ratio: 't.ratio::float8',
      claimOffset: yuan('claim_offset_cents'),
      amount: yuan('amount_cents'),
      payeeName: payOf('payee_name'),
      payeeAccount: payOf('payee_account_mask'),
      payBatchNo: payOf('pay_batch_no'),
      voucher,
      daysInState: '(extract(epoch from now() - t.state_since) / 86400)::int',
      overdue: `(${waiting} and t.state_since < now() - interval '7 days')`,
    },
    before: { transition: beforeStep },
    after: { transition: (call, move) => afterStep(call, move) },
    can: mayStep,
  }),
  serve('prevention', contract.findShots, async (call) =>
    call.database.transaction(call.actor.scope, async (tx) =>
      (await shotsOf(tx, call.query)).map(
        ({ staffId: _, seasonId: _s, lotId: _l, regionCode: _r, workerUserId: _w, ...shot }) => shot,
      ),
    ),
  ),
  serve('prevention', contract.addStress, addCase),
  serve('prevention', contract.quoteStress, quote),
  serve('prevention', contract.publiciseStress, (call) =>
    eachOf(call as unknown as Call, 'publicise', call.body.items, { publicFrom: call.body.publicFrom }),
  ),
  serve('prevention', contract.approveStress, (call) =>
    eachOf(call as unknown as Call, 'approve', call.body.items, {}),
  ),
  serve('prevention', contract.payStress, (call) => {
    const { items, payBatchNo, paidOn, voucherId } = call.body;
    return eachOf(call as unknown as Call, 'pay', items, { batchNo: payBatchNo, paidOn, voucherId: voucherId ?? null });
  }),
  serve('prevention', contract.disposeStress, dispose),
  serve('prevention', contract.stressPayees, async (call) => {
    const rows = await payeesOf(call.tx, call.body.ids);
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'stressCase',
      action: 'reveal',
      params: { ids: rows.map((row) => row.id) },
    });
    return rows;
  }),
  serve('prevention', contract.holdStressLot, hold),
  ...statRoutes(),
];
