import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { tellReason } from '#kit/server/http/reasons.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, type Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type DisposalCase,
  disposable,
  disposalCase,
  type Lot,
  sellCase,
  setLots,
} from '#modules/bank/contract/disposal/disposal.ts';
import { saleGuard } from '#modules/cure/server/index.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { balanceOf, bookIncome } from '../credit/kernel.ts';
import { inBank, within } from '../pledge/kernel.ts';
import { pledgeRow } from '../pledge/pledge.row.ts';
import { endItems, type Item, itemsOf } from '../pledge/pledge-item.ts';
import { releaseAnimals } from '../pledge/stakes.ts';
import { tell } from '../pledge/tell.ts';
import { needFiles, refuse } from '../refusals.ts';
import { personsOf, setCase } from './disposal-case.ts';

const open = async (call: Call, id: number, version: number, states: readonly string[], name: string) => {
  const row = await findRow(call, disposalCase, id, true);
  if (!states.includes(row.status)) throw wrongState(String(row.statusName ?? row.status), `bank.disposalCase.${name}`);
  if (row.version !== version) throw staleVersion();
  return row;
};

async function lots(call: Call<typeof setLots>) {
  const { tx, body } = call;
  const row = await open(call, body.id, body.version, ['opened', 'appraised'], '_lots');
  const chosen = body.lots.flatMap((one) => one.animalIds);
  const items = await inBank(tx, (sys) => itemsOf(sys, { pledgeId: row.pledgeId }, ['pledged'], true));
  const known = new Set(items.map((one) => one.animalId));
  if (new Set(chosen).size !== chosen.length || chosen.some((id) => !known.has(id))) throw refuse('notInPledge');
  const startPrice = sumCents(body.lots.map((one) => one.startPrice));
  const version = await setCase(tx, row.id, {
    lots: JSON.stringify(body.lots.map((one) => ({ ...one, soldPrice: null }))),
    head: chosen.length,
    start_price: startPrice,
  });
  call.answer.msg = call.say('ok.saved');
  return { version, head: chosen.length, startPrice };
}

/** R47. */
async function sell(call: Call<typeof sellCase>) {
  const { tx, body, actor } = call;
  const row = await open(call, body.id, body.version, ['offered'], '_sell');
  const known = row.lots as Lot[];
  if (body.soldPrices.length !== known.length) throw refuse('lotPrices');
  return inBank(tx, async (sys) => {
    const opened = await personsOf(sys, row.id);
    if (opened.openedBy === actor.userId) throw refuse('samePerson');
    const head = await pledgeRow(sys, row.pledgeId, true);
    if (head.status !== 'enforcing') throw refuse('notEnforcing');
    const animalIds = known.flatMap((one) => [...one.animalIds]);
    const items = await itemsOf(sys, { pledgeId: head.id, animalIds }, ['pledged'], true);
    if (items.length !== animalIds.length) throw refuse('notInPledge');
    const [block] = await saleGuard(sys, animalIds, { act: 'saleOut', on: today() });
    if (block) throw refuse('withdrawal', { tag: String(block.args?.tag ?? ''), date: String(block.args?.date ?? '') });
    const sold = known.map((one, at) => ({ ...one, soldPrice: body.soldPrices[at] ?? 0 }));
    const proceeds = sumCents(sold.map((one) => one.soldPrice));
    const net = Math.max(0, proceeds - body.costs);
    const { balanceCents, interestCents } = await balanceOf(sys, head.creditLineId);
    const owed = sumCents([balanceCents, interestCents]);
    const surplus = Math.max(0, net - owed);
    await endItems(
      sys,
      items.map((one) => one.id),
      'disposed',
      'disposed',
    );
    await releaseAnimals(sys, items, actor.userId);
    const changeId = await handOver(sys, items, {
      buyerId: body.buyerId ?? null,
      buyerText: body.buyerText ?? null,
      bankId: head.bankId,
      cents: proceeds,
      actor: actor.userId,
      docNo: row.docNo,
    });
    const version = await setCase(sys, row.id, {
      status: 'sold',
      lots: JSON.stringify(sold),
      buyer_id: body.buyerId ?? null,
      buyer_text: body.buyerText ?? null,
      debt_at_sale: owed,
      proceeds,
      costs: body.costs,
      net_proceeds: net,
      surplus,
      sold_by: actor.userId,
      sold_on: today(),
      sale_change_id: changeId,
    });
    await recordTransition(tx, actor, {
      entity: 'bank.disposalCase',
      entityId: row.id,
      name: 'sell',
      from: 'offered',
      to: 'sold',
    });
    if (net > 0)
      await bookIncome(sys, {
        creditLineId: head.creditLineId,
        kind: 'disposalIn',
        cents: net,
        ref: `bank.disposalCase:${row.id}`,
        files: [],
        makerId: actor.userId,
      });
    await tell(sys, 'client', 'disposalSold', head, { n: items.length, caseNo: row.docNo });
    call.answer.msg = call.say('ok.done');
    return { version, proceeds, netProceeds: net, surplus };
  });
}

/** A buyer in the register holds them from now on; of another they leave the register as sold. */
async function handOver(
  sys: Parameters<typeof changeAnimals>[0],
  items: readonly Item[],
  to: {
    readonly buyerId: number | null;
    readonly buyerText: string | null;
    readonly bankId: number;
    readonly cents: number;
    readonly actor: number | null;
    readonly docNo: string;
  },
): Promise<number> {
  const animalIds = items.map((one) => one.animalId);
  const common = {
    animalIds,
    confirmedBy: to.bankId,
    source: 'bank',
    amountCents: to.cents,
    actor: to.actor,
    byPrincipalId: items[0]?.principalId ?? null,
    remark: to.docNo,
  };
  const made = to.buyerId
    ? await changeAnimals(sys, { ...common, changeType: 'handover', purpose: 'sale', toPrincipalId: to.buyerId })
    : await changeAnimals(sys, { ...common, changeType: 'saleOut', buyerName: to.buyerText });
  return made.changeId;
}

async function beforeMove(call: Call, move: Move, seen: DisposalCase) {
  return inBank(call.tx, async (sys) => {
    const row = await personsOf(sys, seen.id);
    switch (move.name) {
      case 'offer':
        if ((seen.lots as Lot[]).length === 0) throw refuse('noLots');
        return undefined;
      case 'settle': {
        if (row.soldBy === call.actor.userId) throw refuse('samePerson');
        const [left] = await sys.query(
          `select 1 from bank.credit_payment where tenant_no = kit.tenant() and source_ref = $1
             and status = 'executed'`,
          [`bank.disposalCase:${seen.id}`],
        );
        if ((row.netProceeds ?? 0) > 0 && !left) throw refuse('proceedsNotBooked');
        return { settledOn: today() };
      }
      case 'withdraw':
        return { withdrawReason: move.remark ?? null };
      default:
        return undefined;
    }
  });
}

const nameOf = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;

export const disposalRoutes = (): Route[] => [
  ...serveResource(disposalCase)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      openedByName: nameOf('opened_by'),
      recovery: 'round(100.0 * t.net_proceeds / nullif(t.debt_at_sale, 0), 1)::float8',
    },
    before: {
      add: async (call, values) => {
        needFiles('basisFiles', values.basisFiles);
        const head = await inBank(call.tx, (sys) => pledgeRow(sys, values.pledgeId, true));
        if (!call.actor.scope.principals.includes(head.bankId)) throw notFound();
        if (head.status !== 'enforcing') throw refuse('notEnforcing');
        const [other] = await call.tx.query(
          `select 1 from bank.disposal_case where tenant_no = kit.tenant() and pledge_id = $1
             and status in ('opened', 'appraised', 'offered', 'sold')`,
          [head.id],
        );
        if (other) throw refuse('caseOpen');
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('PD') as no`);
        return {
          docNo: no?.no,
          creditLineId: head.creditLineId,
          bankId: head.bankId,
          principalId: head.principalId,
          lots: [],
          head: 0,
        };
      },
      transition: beforeMove,
    },
    after: {
      add: async (call, id, values) => {
        await inBank(call.tx, async (sys) => {
          const head = await pledgeRow(sys, values.pledgeId);
          await tell(sys, 'client', 'disposalOpened', head, { reason: values.reason });
        });
        await linkFiles(call.tx, values.basisFiles ?? [], 'bank.disposalCase', id);
      },
      transition: async (call, move) => {
        const files = (move.form as { appraisalFiles?: number[] } | undefined)?.appraisalFiles ?? [];
        if (files.length > 0) await linkFiles(call.tx, files, 'bank.disposalCase', move.id);
        if (move.name !== 'settle') return;
        await inBank(call.tx, (sys) => setCase(sys, move.id, { settled_by: call.actor.userId }));
      },
    },
  }),
  serve('bank', setLots, lots),
  serve('bank', sellCase, sell),
  serve('bank', disposable, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const row = await findRow(within(call, tx), disposalCase, call.params.id);
      return inBank(tx, async (sys) => {
        const items = await itemsOf(sys, { pledgeId: row.pledgeId }, ['pledged', 'missing']);
        const blocks = await saleGuard(
          sys,
          items.map((one) => one.animalId),
          { act: 'saleOut', on: today() },
        );
        const listener = { say: call.say, may: (one: string) => call.actor.actions.has(one) };
        const why = new Map(blocks.map((one) => [one.animalId, tellReason(listener, one).words]));
        return items.map((one) => ({
          animalId: one.animalId,
          earTag: one.earTag,
          stage: one.stage,
          value: one.valueCents,
          block: one.state === 'missing' ? call.say('bank.eligible.missing') : (why.get(one.animalId) ?? null),
        }));
      });
    }),
  ),
];
