import { z } from 'zod';
import { notFound } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import type { Call } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { type CreditLine, creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { clientRow } from '../client/bank-client.write.ts';
import { consentOf } from '../client/consent.ts';
import { freeReserved } from '../pledge/kernel.ts';
import { computedLimit, type Product, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { effectIfReady, lineTask, tellClient } from './credit-line.system.ts';
import { writeNote } from './credit-note.ts';
import { asBank, lineOf } from './line.ts';

const offered = z.record(z.string().max(40), z.number().int().min(0).max(100_000));
const animals = z.array(z.number().int().positive()).max(3000);

interface Asked {
  readonly productId: number;
  readonly appliedAmount: number;
  readonly appliedMonths: number;
  readonly headsOffered: unknown;
  readonly animalIds: unknown;
}
async function checkAsked(call: Call, asked: Asked, bankId: number): Promise<Product> {
  offered.parse(asked.headsOffered);
  animals.parse(asked.animalIds);
  const product = await productOf(call.tx, asked.productId);
  const [office] = await call.tx.query<{ id: number }>('select bank.head_office($1) as id', [bankId]);
  if (product.status !== 'onSale' || product.bankId !== office?.id) throw refuse('productOff');
  if (asked.appliedAmount > product.maxAmountCents) throw refuse('amountOver');
  const { termFromMonths, termToMonths } = product;
  if (asked.appliedMonths < termFromMonths || asked.appliedMonths > termToMonths) throw refuse('termOut');
  return product;
}

const isClientSide = (actor: Actor, row: { readonly principalId: number }) =>
  actor.scope.principals.includes(row.principalId);

export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

type Form = Readonly<Record<string, unknown>>;
type Step = (call: Call, move: Move, row: CreditLine) => Promise<Form | undefined>;

const survey: Step = async (call, move, row) => {
  const form = move.form as { photos: number[]; place: { longitude: number; latitude: number } | null } & Form;
  if (!form.place) throw refuse('placeMissing');
  if ((await photoUsed(call.tx, form.photos, { use: 'bank.creditLine', exceptRef: row.id })).length > 0)
    throw refuse('photoUsed');
  const client = await clientRow(call.tx, row.clientId);
  const picked = animals.parse(row.animalIds);
  const limit = await computedLimit(call.tx, {
    productId: row.productId,
    productVersion: row.productVersion,
    ...(picked.length > 0 ? { animalIds: picked } : { headsOffered: offered.parse(row.headsOffered) }),
    ...(client && { regionCode: client.regionCode }),
    creditLineId: row.id,
  });
  const { photos, ...seen } = form;
  return {
    surveyedBy: call.actor.userId,
    surveyedAt: new Date().toISOString(),
    surveyPhotos: photos,
    survey: { ...seen, on: today(), by: call.actor.nickname },
    computedLimit: limit.cents,
    proposedLimitCalc: {
      on: today(),
      valueCents: limit.valueCents,
      steps: limit.steps,
      inputs: limit.inputs,
      unpriced: limit.unpriced,
    },
  };
};

const review: Step = async (_call, move, row) => {
  const { proposedAmount } = move.form as { proposedAmount: number };
  const limit = row.computedLimit ?? 0;
  if (proposedAmount > limit) throw refuse('overComputed', { limit: formatCents(limit) });
  return undefined;
};

const approve: Step = async (call, move, row) => {
  const form = move.form as { approvedAmount: number; approvedMonths: number };
  const limit = row.computedLimit ?? 0;
  if (form.approvedAmount > limit) throw refuse('overComputed', { limit: formatCents(limit) });
  const { termFromMonths, termToMonths } = await productOf(call.tx, row.productId, row.productVersion);
  if (form.approvedMonths < termFromMonths || form.approvedMonths > termToMonths) throw refuse('termOut');
  return {
    approvedBy: call.actor.userId,
    approvedAt: new Date().toISOString(),
    validFrom: today(),
    validTo: addMonths(today(), form.approvedMonths),
  };
};

/** R14: the registration must last as long as the line. */
const renew: Step = async (call, move, row) => {
  const { validTo } = move.form as { validTo: string };
  if (validTo <= (row.validTo ?? '')) throw refuse('termOut');
  const short = await asBank(call.tx, (sys) =>
    sys.query(
      `select 1 from bank.pledge where tenant_no = kit.tenant() and credit_line_id = $1
         and status in ('registered', 'active', 'enforceAsked', 'enforcing')
         and (registry_expire_on is null or registry_expire_on < $2) limit 1`,
      [row.id, validTo],
    ),
  );
  if (short.length > 0) throw refuse('registryTerm');
  return undefined;
};

const submit: Step = async (call, _move, row) => {
  if (!(await consentOf(call.tx, row.bankId, row.principalId))) throw refuse('noConsent');
  await checkAsked(call, row, row.bankId);
  return { submittedAt: new Date().toISOString() };
};

const withNote =
  (kind: string): Step =>
  async (call, move, row) => {
    if (move.remark) await writeNote(call.tx, row, kind, move.remark);
    return undefined;
  };

const steps: Readonly<Record<string, Step>> = {
  submit,
  survey,
  review,
  approve,
  renew,
  reject: async (call, move, row) => {
    const { innerNote, ...own } = move.form as { clientText: string; innerNote?: string | null };
    await writeNote(call.tx, row, 'reject', innerNote || own.clientText);
    // The bank's own words are kept from the history, which the client reads.
    move.form = own;
    return undefined;
  },
  return: withNote('return'),
  freeze: withNote('freeze'),
  unfreeze: withNote('unfreeze'),
  tick: async (call) => ({ conditionsMetBy: call.actor.userId, conditionsMetAt: new Date().toISOString() }),
};

type After = (call: Call, id: number) => Promise<void>;
const toldTo =
  (key: string): After =>
  async (call, id) => {
    const line = await lineOf(call.tx, id);
    if (line) await tellClient(call.tx, line, key);
  };
const tasked = (name: string, permission: string, toManager = false): After => {
  return async (call, id) => {
    const line = await lineOf(call.tx, id);
    if (!line) return;
    await closeTask(call.tx, 'bank.creditLine', id);
    const assignee = toManager ? { assigneeId: line.managerUserId } : {};
    await lineTask(call.tx, line, { type: 'handle', name, permission, ...assignee });
  };
};
const ended =
  (key: string | null): After =>
  async (call, id) => {
    await closeTask(call.tx, 'bank.creditLine', id);
    await freeReserved(call.tx, id);
    if (key) await toldTo(key)(call, id);
  };
const afterwards: Readonly<Record<string, After>> = {
  submit: tasked('survey', 'bank:credit:survey', true),
  survey: tasked('review', 'bank:credit:edit', true),
  review: tasked('approve', 'bank:credit:approve'),
  return: tasked('review', 'bank:credit:edit', true),
  approve: async (call, id) => {
    await closeTask(call.tx, 'bank.creditLine', id);
    await toldTo('approved')(call, id);
    await effectIfReady(call.tx, id);
  },
  tick: async (call, id) => void (await effectIfReady(call.tx, id)),
  reject: ended('rejected'),
  withdraw: ended(null),
  freeze: toldTo('frozen'),
  unfreeze: toldTo('unfrozen'),
};

/** Steps of the bank's own people; a client who holds the permission for its own side is not among them. */
const bankSteps = new Set(['survey', 'review', 'approve', 'reject', 'return', 'tick', 'freeze', 'unfreeze', 'renew']);

const latest = (column: string) =>
  `(select v.${column} from bank.credit_value_day v where v.tenant_no = t.tenant_no and v.credit_line_id = t.id
     order by v.day desc limit 1)`;

export const creditLineRoutes = () =>
  serveResource(creditLine)({
    expressions: {
      bankName: 'registry.principal_name(t.bank_id)',
      managerName: `(select u.nickname from platform.user_view u
        where u.tenant_no = t.tenant_no and u.id = t.manager_user_id)`,
      isMine: '(t.manager_user_id = kit.user_id())',
      offered: `greatest(jsonb_array_length(t.animal_ids),
        (select coalesce(sum(h.value::int), 0)::int from jsonb_each_text(t.heads_offered) h))`,
      left: 'greatest(0, coalesce(t.approved_amount, 0) - t.used_amount)',
      eligibleValue: latest('eligible_value'),
      bookValue: latest('book_value'),
      heads: `coalesce(${latest('heads')}, 0)`,
      ltvLevel: `(select case when t.status not in ('effective', 'frozen', 'overdue') or t.balance = 0 then null
          when t.ltv is null then 'none' when t.ltv >= p.stop_ltv then 'stop' when t.ltv >= p.call_ltv then 'call'
          when t.ltv >= p.warn_ltv then 'warn' else 'ok' end
        from bank.bank_product p where p.tenant_no = t.tenant_no and p.id = t.product_id)`,
      isRepaySoon: `exists (select 1 from bank.loan n where n.tenant_no = t.tenant_no
        and n.credit_line_id = t.id and n.status = 'active'
        and n.balance > 0 and n.due_on - (now() at time zone 'Asia/Shanghai')::date between 0 and 10)`,
      bankNote: `(select n.body from bank.credit_note n where n.tenant_no = t.tenant_no and n.credit_line_id = t.id
        order by n.id desc limit 1)`,
      daysInState: `(extract(epoch from now() - t.state_since) / 86400)::int`,
    },
    can: (row, verb, actor) => {
      if (verb === 'approve') return row.managerUserId !== actor.userId && row.surveyedBy !== actor.userId;
      if (bankSteps.has(verb)) return !isClientSide(actor, row);
      return true;
    },
    before: {
      add: async (call, values) => {
        const client = await clientRow(call.tx, values.clientId);
        if (!client) throw notFound();
        if (client.status === 'blocked' || client.status === 'closed') throw refuse('clientBlocked');
        const product = await checkAsked(call, values, client.bankId);
        const [no] = await call.tx.query<{ no: string }>("select kit.doc_no('LC') as no");
        return {
          docNo: no?.no,
          bankId: client.bankId,
          principalId: client.principalId,
          productVersion: product.productVersion,
          managerUserId: client.managerUserId,
          appliedBy: isClientSide(call.actor, client) ? 'client' : 'manager',
        };
      },
      edit: async (call, values, row) => ({
        productVersion: (await checkAsked(call, values, row.bankId)).productVersion,
      }),
      transition: async (call, move, row) => ({
        ...(await steps[move.name]?.(call, move, row)),
        ...(creditLine.transitions?.[move.name as 'submit']?.to !== row.status && {
          stateSince: new Date().toISOString(),
        }),
      }),
    },
    after: {
      transition: async (call, move) => {
        const { photos } = (move.form ?? {}) as { photos?: number[] };
        if (photos?.length) await linkFiles(call.tx, photos, 'bank.creditLine', move.id);
        await afterwards[move.name]?.(call, move.id);
      },
    },
  });
