import { invalid, refusal } from '#kit/contract/errors.ts';
import { centsOfYuan, formatCents } from '#kit/contract/money.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { deathPhotos, type StressCase } from '#modules/prevention/contract/stress/stress-case.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { settingsFor } from '../settings/settings.ts';
import { standardFor } from '../settings/standard.ts';
import { lastWorkDay } from '../settings/work-days.ts';
import { payerOf } from './add.ts';
import { watchLot } from './batch-deaths.ts';
import { openClaim } from './claims.ts';
import { compensationCalc, compensationInputs } from './compensation.ts';
import { type CaseRow, lockCase } from './stress-case.ts';
import { markPaid, savePayee } from './stress-pay.ts';
import { giveBack, passOn, tellHolder } from './tell.ts';

type Columns = Record<string, unknown>;
const now = () => new Date().toISOString();
const samePerson = () => refusal('samePerson', 'prevention.refusal.samePerson');

/** R30, R34: dead now, with pictures and a payee. What was verified before keeps its day; papers alone may change. */
async function report(call: Call, move: Move, one: CaseRow): Promise<Columns> {
  const form = move.form ?? {};
  const photos = (form.photos ?? []) as number[];
  const diedAt = form.diedAt as string | null | undefined;
  if (photos.length < deathPhotos) throw invalid([{ field: 'photos', key: 'prevention.stressCase.threePhotos' }]);
  const [known] = await call.tx.query<{ diedAt: string | null; reactedAt: string }>(
    'select died_at as "diedAt", reacted_at as "reactedAt" from prevention.stress_case where id = $1',
    [one.id],
  );
  const died = one.deathChangeId !== null || !diedAt ? (known?.diedAt ?? null) : diedAt;
  if (died === null) throw invalid([{ field: 'diedAt', key: 'error.field.required' }]);
  if (Date.parse(died) < Date.parse(known?.reactedAt ?? '') || Date.parse(died) > Date.now() + 60_000)
    throw invalid([{ field: 'diedAt', key: 'prevention.refusal.dateRange' }]);
  move.form = { ...form, diedAt: died };
  await linkFiles(call.tx, photos, 'prevention.stressCase', one.id);
  await savePayee(call.tx, {
    caseId: one.id,
    principalId: one.principalId,
    payerId: await payerOf(call, one.regionCode, one.principalId),
    name: String(form.payTo),
    account: form.payAccount as string | null | undefined,
  });
  return { outcome: 'died', photos, returnReason: null, stateSince: now() };
}

/** R32: by neither who reported nor who gave the shot. Its word is the confirmation of the death. */
async function verify(call: Call, move: Move, one: CaseRow, row: StressCase): Promise<Columns> {
  const { userId } = call.actor;
  if (userId === one.reporterId || userId === row.workerUserId) throw samePerson();
  if (!move.form?.caused) throw refusal('notCaused', 'prevention.stressCase.notCaused');
  const columns: Columns = { verifierId: userId, verifiedAt: now(), stateSince: now() };
  if (one.animalId === null || one.deathChangeId !== null) return columns;
  const [animal] = await call.tx.query<{ status: string }>('select status from registry.animal where id = $1', [
    one.animalId,
  ]);
  // Somebody recorded the death already: it is not recorded twice.
  if (animal?.status !== 'inStock') return columns;
  const weight = Number(move.form.weight);
  const { changeId } = await changeAnimals(call.tx, {
    changeType: 'death',
    animalIds: [one.animalId],
    happenedOn: one.diedOn ?? today(),
    cause: 'afterImmunisation',
    weights: new Map([[one.animalId, weight]]),
    remark: one.docNo,
    source: 'prevention',
    confirmedBy: call.actor.scope.principals[0] ?? one.principalId,
    mayCorrect: true,
  });
  return { ...columns, deathChangeId: changeId };
}

/** R32, R33. */
async function confirm(call: Call, move: Move, one: CaseRow): Promise<Columns> {
  if (call.actor.userId === one.verifierId) throw samePerson();
  const offset = (move.form?.offset ?? null) as number | null;
  const claim = await openClaim.ask(call.tx, one.animalId);
  if (claim && offset === null) throw refusal('claimOpen', 'prevention.stressCase.claimOpen', { no: claim.no });
  const quoted = await quoteOf(call.tx, one, (move.form?.standardId ?? null) as number | null);
  if (!quoted) throw refusal('noStandard', 'prevention.stressCase.noStandard');
  const offsetCents = offset === null ? null : centsOfYuan(offset);
  const { id, amountCents, ratio } = quoted;
  const { cents } = await recordCalc(call.tx, {
    kind: compensationCalc,
    id: one.id,
    rule: { ref: `prevention.antStandard:${id}`, content: { amountCents, ratio: String(ratio) } },
    inputs: compensationInputs({ amountCents, ratio, offsetCents }),
  });
  return {
    confirmerId: call.actor.userId,
    confirmedAt: now(),
    standardId: id,
    standardAmountCents: amountCents,
    ratio,
    claimOffsetCents: offsetCents,
    amountCents: cents,
    stateSince: now(),
  };
}

export async function quoteOf(tx: Tx, one: CaseRow, standardId: number | null) {
  if (standardId !== null) {
    const [row] = await tx.query<{ id: number; amountCents: number; ratio: number }>(
      `select id, amount_cents as "amountCents", ratio::float8 as ratio from prevention.ant_standard
       where id = $1 and kind = 'stressCompensation' and $2 >= region_code and $2 < region_code + platform.region_width(region_code)`,
      [standardId, one.regionCode],
    );
    if (!row) throw invalid([{ field: 'standardId', key: 'error.field.ref' }]);
    return row;
  }
  const [animal] = one.animalId
    ? await tx.query<{ breeding: boolean }>('select breeding_use as breeding from registry.animal where id = $1', [
        one.animalId,
      ])
    : [];
  return standardFor(tx, {
    kind: 'stressCompensation',
    species: one.species,
    stage: one.stage,
    breedingStock: animal?.breeding ?? false,
    weight: one.weight,
    regionCode: one.regionCode,
    on: one.diedOn ?? today(),
  });
}

async function publicise(call: Call, move: Move, one: CaseRow): Promise<Columns> {
  const from = String(move.form?.publicFrom);
  if (from < today()) throw invalid([{ field: 'publicFrom', key: 'prevention.refusal.dateRange' }]);
  const { publicityDays } = await settingsFor(call.tx, one.regionCode);
  return { publicTo: await lastWorkDay(call.tx, from, publicityDays), stateSince: now() };
}

/** Not before the last day of publicity is over, and not while the carcass lies about. */
function approve(one: CaseRow): Columns {
  if (one.publicTo === null || one.publicTo >= today())
    throw refusal('stillPublic', 'prevention.stressCase.stillPublic', { on: one.publicTo ?? '' });
  if (one.disposedOn === null) throw refusal('notDisposed', 'prevention.stressCase.notDisposed');
  return { stateSince: now() };
}

/** A file hangs on one record, the first case of its batch; the others that were paid with it name it all the same. */
async function linkVoucher(tx: Tx, caseId: number, batchNo: string, voucherId: number): Promise<void> {
  const there = await inTenant(tx, tx.scope.tenantNo, 'stressPay', (all) =>
    all.query(
      `select 1 from kit.file_facts(kit.tenant(), $1) f join prevention.stress_pay p on p.tenant_no = kit.tenant() and p.stress_case_id = f.biz_id
       where f.biz_type = 'prevention.stressCase' and f.status = 'linked' and p.voucher_id = $1 and p.pay_batch_no = $2`,
      [voucherId, batchNo],
    ),
  );
  if (there.length === 0) await linkFiles(tx, [voucherId], 'prevention.stressCase', caseId);
}

async function pay(call: Call, move: Move, one: CaseRow): Promise<Columns> {
  const { batchNo, paidOn, voucherId } = (move.form ?? {}) as { batchNo: string; paidOn: string; voucherId?: number };
  if (paidOn > today()) throw invalid([{ field: 'paidOn', key: 'prevention.refusal.dateRange' }]);
  if (voucherId) await linkVoucher(call.tx, one.id, batchNo, voucherId);
  if (!(await markPaid(call.tx, one.id, { batchNo, paidOn, voucherId: voucherId ?? null })))
    throw refusal('noPayee', 'prevention.stressCase.noPayee');
  return { stateSince: now() };
}

export async function beforeStep(call: Call, move: Move, row: StressCase): Promise<Columns | undefined> {
  const one = await lockCase(call.tx, move.id);
  switch (move.name) {
    case 'recover':
      return { outcome: 'recovered', stateSince: now() };
    case 'report':
      return report(call, move, one);
    case 'verify':
      return verify(call, move, one, row);
    case 'confirm':
      return confirm(call, move, one);
    case 'publicise':
      return publicise(call, move, one);
    case 'approve':
      return approve(one);
    case 'pay':
      return pay(call, move, one);
    case 'object': {
      const { objection, finding } = (move.form ?? {}) as { objection: string; finding: string };
      move.form = { objection: `${objection}\n${finding}`, finding };
      return { amountCents: null, standardAmountCents: null, publicFrom: null, publicTo: null, stateSince: now() };
    }
    default:
      return { stateSince: now(), ...(move.name === 'withdraw' ? {} : { returnReason: move.remark ?? null }) };
  }
}

const nextOf = {
  report: 'verify',
  verify: 'confirm',
  confirm: 'publicise',
  publicise: 'approve',
  approve: 'pay',
} as const;
const told: Record<string, string> = {
  recover: 'recovered',
  report: 'reported',
  verify: 'verified',
  return: 'returned',
  returnConfirm: 'returned',
  reject: 'rejected',
  rejectConfirm: 'rejected',
  confirm: 'confirmed',
  publicise: 'publicised',
  object: 'verified',
  approve: 'approved',
  pay: 'paid',
  withdraw: 'withdrawn',
};

/** Who comes next is told, and the holder of every step. */
export async function afterStep(call: Call, move: Move): Promise<void> {
  const one = await lockCase(call.tx, move.id);
  const { tx } = call;
  if (move.name === 'return' || move.name === 'returnConfirm')
    await giveBack(tx, one, one.reporterId, move.remark ?? '');
  else if (move.name === 'object') await passOn(tx, one, 'confirm');
  else await passOn(tx, one, nextOf[move.name as keyof typeof nextOf] ?? null);
  if (move.name === 'report') await watchLot(tx, one);
  await tellHolder(tx, one, told[move.name] ?? move.name, {
    amount: formatCents(one.amountCents ?? 0),
    reason: move.remark ?? '',
    on: one.publicTo ?? '',
  });
}
