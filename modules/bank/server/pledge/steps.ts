import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { publicityEnds } from '#kit/server/publicity.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import type { Pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { addWorkingDays, closeTask } from '#modules/platform/server/index.ts';

import { balanceOf, closeIfDone, effectIfReady, type Line, lineOf } from '../credit/kernel.ts';
import { productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { planFirst } from '../site/kernel.ts';
import { withdrawChanges } from './change/effects.ts';
import { judgeConditions } from './conditions.ts';
import { endFence, mayCancel, mayDischarge } from './discharge.ts';
import { setFirstValues } from './first-values.ts';
import { freeAll, inBank } from './kernel.ts';
import { type PledgeRow, pledgeRow, putWork, setEnforced, setHeads, signPledge, stepPledge } from './pledge.row.ts';
import { endItems, itemsOf, patchItems } from './pledge-item.ts';
import { setStartValue } from './rows/pledge-amount.ts';
import { pledgeAnimals } from './stakes.ts';
import { finishSurvey } from './survey.ts';
import { tell } from './tell.ts';

type Values = Record<string, unknown>;
const ago = (days: number): string => new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10);

async function lineFor(tx: Tx, row: Pick<PledgeRow, 'creditLineId'>): Promise<Line> {
  const line = await lineOf(tx, row.creditLineId);
  if (!line) throw notFound();
  return line;
}

/** R18, R19: what must be so before animals are pledged. */
async function checkContract(sys: Tx, row: PledgeRow, userId: number, form: Values): Promise<void> {
  const line = await lineFor(sys, row);
  if (line.managerUserId === userId) throw refuse('samePerson');
  if (!['approved', 'effective'].includes(line.status)) throw refuse('lineNotApproved');
  if (!row.noticeTo || new Date(row.noticeTo).getTime() > Date.now()) throw refuse('noticeRunning');
  const [open] = await sys.query(
    `select 1 from bank.pledge_objection where tenant_no = kit.tenant() and pledge_id = $1 and status = 'open' limit 1`,
    [row.id],
  );
  if (open) throw refuse('objectionOpen');
  const searchOn = String(form.searchOn);
  if (searchOn > today()) throw invalid([{ field: 'searchOn', key: 'bank.refusal.dayAhead' }]);
  if (searchOn < ago(7)) throw refuse('searchOld');
  if (String(form.contractOn) > today()) throw invalid([{ field: 'contractOn', key: 'bank.refusal.dayAhead' }]);
  const product = await productOf(sys, line.productId, line.productVersion);
  const left = await itemsOf(sys, { pledgeId: row.id }, ['reserved']);
  if (left.length < product.minHeads) throw refuse('tooFewHeads', { n: product.minHeads, found: left.length });
}

/** R20. */
async function checkRegistry(sys: Tx, row: PledgeRow, form: Values): Promise<void> {
  const line = await lineFor(sys, row);
  if (line.validTo && String(form.registryExpireOn) < line.validTo) throw refuse('registryTerm');
  if (form.registryNo === undefined) return;
  const [used] = await sys.query(
    'select 1 from bank.pledge where tenant_no = kit.tenant() and registry_no = $1 and id <> $2',
    [form.registryNo, row.id],
  );
  if (used) throw refuse('registryNoUsed');
}

export const beforeStep = (call: Call, move: Move, seen: Pledge): Promise<Values | undefined> =>
  inBank(call.tx, async (sys) => {
    const row = await pledgeRow(sys, seen.id, true);
    const { userId } = call.actor;
    const now = new Date().toISOString();
    const form = move.form ?? {};
    switch (move.name) {
      case 'survey': {
        if (row.declaredBy === userId) throw refuse('samePerson');
        const line = await lineFor(sys, row);
        const product = await productOf(sys, line.productId, line.productVersion);
        const found = await finishSurvey(sys, row, product.minHeads);
        return { surveyedAt: now, heads: found };
      }
      case 'verify':
        return { titleNo: `${row.docNo}-Q`, verifiedAt: now };
      case 'publish': {
        const line = await lineFor(sys, row);
        const { noticeDays } = await productOf(sys, line.productId, line.productVersion);
        return { noticeFrom: now, noticeTo: publicityEnds(today(), noticeDays).toISOString() };
      }
      case 'contract':
        await checkContract(sys, row, userId, form);
        return undefined;
      case 'register':
      case 'extend':
        await checkRegistry(sys, row, form);
        return undefined;
      case 'activate': {
        const red = (await judgeConditions(sys, row, (key, args) => call.say(key, args))).filter((one) => !one.ok);
        if (red.length > 0)
          throw refuse('conditionsRed', { list: red.map((one) => one.words).join('；') }, { conditions: red });
        return { activatedAt: now };
      }
      case 'discharge':
        await mayDischarge(sys, row, String(form.dischargeReason));
        return { dischargedAt: now, deregisterDueOn: await addWorkingDays(sys, today(), 10) };
      case 'enforce':
        return { enforceAskedAt: now };
      case 'agreeEnforce':
        if (row.enforceAskedBy === userId) throw refuse('samePerson');
        return undefined;
      case 'refuseEnforce':
      case 'resume': {
        const [open] = await sys.query(
          `select 1 from bank.disposal_case where tenant_no = kit.tenant() and pledge_id = $1
             and status in ('appraised', 'offered', 'opened', 'sold') limit 1`,
          [row.id],
        );
        if (open) throw refuse('caseOpen');
        return undefined;
      }
      case 'deregisterCancelled':
        if (!row.registryNo || row.cancelNo) throw refuse('nothingToDeregister');
        return undefined;
      case 'cancel':
        await mayCancel(sys, row);
        return {
          endReason: move.remark ?? null,
          ...(row.registryNo && { deregisterDueOn: await addWorkingDays(sys, today(), 10) }),
        };
      default:
        return undefined;
    }
  });

/** R19: from here on the animals are pledged, and everybody who must know does. */
async function contracted(sys: Tx, row: PledgeRow, actor: number): Promise<void> {
  const line = await lineFor(sys, row);
  const items = await itemsOf(sys, { pledgeId: row.id }, ['reserved'], true);
  const unseen = items.filter((one) => one.surveyedAt === null);
  await endItems(
    sys,
    unseen.map((one) => one.id),
    'dropped',
    'notFound',
  );
  const mine = items.filter((one) => one.surveyedAt !== null);
  await patchItems(
    sys,
    mine.map((one) => one.id),
    { state: 'pledged', fromNow: true },
  );
  await setFirstValues(sys, line, mine);
  await setStartValue(sys, row.id);
  await setHeads(sys, row.id, mine.length);
  const { balanceCents, interestCents } = await balanceOf(sys, row.creditLineId);
  const owed = balanceCents + interestCents;
  await pledgeAnimals(sys, mine, { actor, interestCents: owed > 0 ? owed : (line.approvedAmountCents ?? null) });
}

/** Where the product wants no title check, the survey leads past it. */
async function wantsTitle(sys: Tx, row: PledgeRow): Promise<boolean> {
  const line = await lineFor(sys, row);
  const { titleNeeded } = await productOf(sys, line.productId, line.productVersion);
  if (!titleNeeded) await stepPledge(sys, row, 'verify', 'verified');
  return titleNeeded;
}

/** Papers that speak of sums hang on the credit line, which supervisors and authorities do not see (R5, R6). */
const ofLine = new Set(['contractFile', 'searchFile', 'registryFile', 'legalFiles', 'cancelFile']);
const filesOf = (form: Values, isOfLine: boolean): number[] =>
  Object.entries(form).flatMap(([name, value]) =>
    /(?:File|Files|Photos)$/.test(name) && ofLine.has(name) === isOfLine && Array.isArray(value)
      ? (value as number[])
      : [],
  );

export async function afterStep(call: Call, move: Move): Promise<void> {
  const { tx, actor } = call;
  const form = move.form ?? {};
  await linkFiles(tx, filesOf(form, false), 'bank.pledge', move.id);
  const { creditLineId } = await inBank(tx, (sys) => pledgeRow(sys, move.id));
  await linkFiles(tx, filesOf(form, true), 'bank.creditLine', creditLineId);
  await inBank(tx, async (sys) => {
    const row = await pledgeRow(sys, move.id);
    await closeTask(sys, 'bank.pledge', row.id);
    const waits = (name: string, dueOn: string | null = null) => putWork(sys, row, name, dueOn);
    const sign = (column: Parameters<typeof signPledge>[2]) => signPledge(sys, row.id, column, actor.userId);
    switch (move.name) {
      case 'survey':
        await sign('surveyed_by');
        return (await wantsTitle(sys, row)) ? waits('title') : waits('publish');
      case 'verify':
        return waits('publish');
      case 'return':
        await tell(sys, 'client', 'pledgeReturned', row, { reason: move.remark ?? '' });
        await tell(sys, 'bank', 'pledgeReturned', row, { reason: move.remark ?? '' });
        return waits('survey');
      case 'publish':
        return waits('contract', row.noticeTo ? row.noticeTo.slice(0, 10) : null);
      case 'contract':
        await sign('contracted_by');
        await contracted(sys, row, actor.userId);
        await tell(sys, 'client', 'pledgeContracted', row);
        return waits('register');
      case 'register':
        return waits('activate');
      case 'activate':
        await planFirst(sys, row.id);
        await effectIfReady(sys, row.creditLineId);
        return undefined;
      case 'enforce':
        await sign('enforce_asked_by');
        return waits('agreeEnforce');
      case 'agreeEnforce':
        await sign('enforced_by');
        await setEnforced(sys, row.id);
        await withdrawChanges(sys, row.id);
        await tell(sys, 'client', 'pledgeEnforcing', row);
        return undefined;
      case 'resume':
        await tell(sys, 'client', 'pledgeResumed', row);
        return undefined;
      case 'discharge':
        await freeAll(sys, row.id, String(move.form?.dischargeReason));
        await endFence(sys, row, actor);
        await tell(sys, 'client', 'pledgeDischarged', row);
        return waits('deregister', await addWorkingDays(sys, today(), 10));
      case 'deregister':
        await tell(sys, 'client', 'pledgeDeregistered', row);
        await closeIfDone(sys, row.creditLineId);
        return undefined;
      case 'cancel':
        await freeAll(sys, row.id, 'cancelled');
        await tell(sys, 'client', 'pledgeCancelled', row, { reason: move.remark ?? '' });
        if (row.registryNo) return waits('deregister', await addWorkingDays(sys, today(), 10));
        return undefined;
      default:
        return undefined;
    }
  });
}
