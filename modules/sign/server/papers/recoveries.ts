import { forbidden, notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  isOfficial,
  official,
  parseRange,
  type Range,
  showCode,
  showRange,
  sumOf,
} from '#modules/sign/contract/numbers/code.ts';
import * as contract from '#modules/sign/contract/papers/recovery.ts';
import { type SignRecovery, signRecovery } from '#modules/sign/contract/papers/recovery.ts';
import { staffOf, unitsOf } from '../numbers/holders.ts';
import { packByNo } from '../numbers/tag-pack.ts';
import { pairsOf } from '../numbers/tag-pair.ts';
import { segmentsAt, segmentsOf } from '../numbers/tag-segment.ts';
import { bagUses, destroyUses, unbagUses, usesOf } from '../numbers/tag-use.ts';
import { take } from '../numbers/take.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { type Bag, bagOf, countBag, insertBag } from './rows/sign-recovery.ts';
import { addBagLine, bagWith, dropBagLine, linesOfBag } from './rows/sign-recovery-line.ts';

type Scanned = {
  ok: boolean;
  code: number | null;
  shown: string;
  text: string | null;
  bizCode: string | null;
  animal: string | null;
  count: number;
};

const endedStates = ['ended', 'replaced', 'fallen'];

async function openBag(call: Call, id: number): Promise<Bag> {
  const bag = await bagOf(call.tx, id, true);
  if (!bag) throw notFound();
  if (bag.status !== 'open') throw wrongState(bag.status, 'sign.signRecovery._title');
  if (bag.fromPrincipalId !== call.actor.principalId) throw forbidden();
  return bag;
}

/** R44: only numbers whose animal is gone go into a bag of worn ones; a bag of unused ones takes what the giver has. */
async function scanOne(call: Call, all: Tx, bag: Bag, text: string): Promise<Scanned> {
  const no = (bizCode: string, shown: string, args = {}): Scanned => ({
    ok: false,
    code: null,
    shown,
    text: call.say(`sign.refuse.${bizCode}`, { ranges: shown, n: 1, ...args }),
    bizCode,
    animal: null,
    count: 0,
  });
  const pack = await packByNo(all, text);
  const range: Range | null = pack ?? parseRange(text);
  if (!range) return no('badCode', text);
  const shown = showRange(range);
  if (bag.kind === 'unused') {
    const holder = { principalId: bag.fromPrincipalId, staffId: bag.fromStaffId };
    const own = await segmentsOf(all, holder, { places: [bag.fromStaffId === null ? 'stock' : 'hand'] });
    const inside = own.find((one) => one.from <= range.from && one.to >= range.to);
    if (!inside) return no('notHeld', shown);
    const isNew = await addBagLine(all, bag.id, { ...range, categoryId: inside.categoryId, animalId: null });
    return {
      ok: true,
      code: range.from,
      shown,
      text: isNew ? null : call.say('sign.refuse.again'),
      bizCode: null,
      animal: null,
      count: sumOf([range]),
    };
  }
  const [chip] = isOfficial(range.from) ? [] : await pairsOf(all, { eids: [text.trim()] });
  const code = chip?.code ?? range.from;
  const [use] = await usesOf(all, official, [code], true);
  if (!use) return no('unknownCode', shown);
  if (use.state === 'worn') return { ...no('animalAlive', shown), code };
  if (!endedStates.includes(use.state)) {
    const other = await bagWith(all, code, 0);
    return { ...no('inBag', shown, { bag: other ?? '-' }), code };
  }
  const other = await bagWith(all, code, bag.id);
  if (other) return { ...no('inBag', shown, { bag: other }), code };
  const [segment] = (await segmentsAt(all, official, [{ from: code, to: code }])).filter(
    (one) => one.from <= code && one.to >= code,
  );
  const categories = await categoriesOf(all);
  const categoryId = segment?.categoryId ?? [...categories.keys()][0] ?? 0;
  const isNew = await addBagLine(all, bag.id, { from: code, to: code, categoryId, animalId: use.animalId });
  return {
    ok: true,
    code,
    shown: showCode(code),
    text: isNew ? null : call.say('sign.refuse.again'),
    bizCode: null,
    animal: showCode(code),
    count: 1,
  };
}

async function scan(call: Call<typeof contract.scanRecovery>) {
  const bag = await openBag(call as unknown as Call, call.body.id);
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (all) => {
    const results: Scanned[] = [];
    for (const text of call.body.texts) results.push(await scanOne(call as unknown as Call, all, bag, text));
    return { results, count: await countBag(all, bag.id), version: bag.version };
  });
}

async function act(call: Call, move: Move, row: SignRecovery) {
  const lines = await linesOfBag(call.tx, row.id);
  const from = { principalId: row.fromPrincipalId, staffId: row.fromStaffId };
  const to = { principalId: row.toPrincipalId, staffId: null };
  const doc = { type: 'recovery', id: row.id, no: row.docNo };
  const isWorn = row.kind === 'worn';
  const codes = lines.map((one) => one.from);
  const system = <T>(work: (all: Tx) => Promise<T>) => inTenant(call.tx, call.actor.tenantNo, 'tags', work);
  switch (move.name) {
    case 'seal':
      if (row.fromPrincipalId !== call.actor.principalId) throw forbidden();
      if (lines.length === 0) throw refusal('emptyBag', 'sign.refuse.emptyBag');
      if (isWorn) await system((all) => bagUses(all, official, codes, row.id, today()));
      return { sealedOn: today() };
    case 'unseal':
      if (isWorn) await system((all) => unbagUses(all, row.id));
      return { sealedOn: null };
    case 'hand':
      if (row.fromPrincipalId !== call.actor.principalId) throw forbidden();
      if (!isWorn)
        await take(call.tx, {
          scheme: official,
          ranges: lines,
          from: { holder: from, places: [row.fromStaffId === null ? 'stock' : 'hand'] },
          to: { place: 'inTransit', holder: to, counter: from },
          doc,
          on: today(),
          evenHeld: true,
        });
      return { handedOn: today() };
    case 'receive': {
      if (row.toPrincipalId !== call.actor.principalId) throw forbidden();
      const words = String(move.form?.missingCodes ?? '')
        .split(/[,，;；\s]+/)
        .filter(Boolean);
      const missing = words.flatMap((word) => parseRange(word) ?? []);
      if (!isWorn)
        await take(call.tx, {
          scheme: official,
          ranges: lines,
          from: { holder: to, places: ['inTransit'], sender: from },
          to: { place: 'stock', holder: to },
          doc,
          on: today(),
          evenHeld: true,
        });
      return {
        receivedOn: today(),
        counted: sumOf(lines) - sumOf(missing),
        missingCodes: missing.map(showRange).join('、') || null,
      };
    }
    case 'destroy': {
      const { destroyBy, destroyWitness, destroyedOn } = move.form as Record<string, string>;
      if (destroyBy?.trim() === destroyWitness?.trim()) throw refusal('samePerson', 'sign.refuse.samePerson');
      if (!isWorn) throw refusal('notWorn', 'sign.refuse.notWorn');
      const absent = (row.missingCodes ?? '').split('、').flatMap((word) => parseRange(word) ?? []);
      const gone = codes.filter((code) => absent.some((one) => one.from <= code && one.to >= code));
      await system((all) => destroyUses(all, row.id, destroyedOn as string, gone));
      return undefined;
    }
    default:
      return undefined;
  }
}

async function all(call: Call<typeof contract.recoverAll>) {
  const staff = (await staffOf(call.tx, [call.body.staffId])).get(call.body.staffId);
  if (!staff || staff.principalId !== call.actor.principalId) throw notFound();
  return inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const tx: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    const holder = { principalId: staff.principalId, staffId: staff.id };
    const ranges = await segmentsOf(tx, holder, { places: ['hand'], withHeld: true });
    if (ranges.length === 0) throw refusal('emptyBag', 'sign.refuse.emptyBag');
    const { reason } = call.body;
    const to = staff.principalId;
    const bag = await insertBag(tx, { from: to, staffId: staff.id, to, reason, regionCode: staff.regionCode });
    for (const range of ranges)
      await addBagLine(tx, bag.id, { from: range.from, to: range.to, categoryId: range.categoryId, animalId: null });
    return { ...bag, count: await countBag(tx, bag.id) };
  });
}

export const recoveryRoutes = (): Route[] => [
  ...serveResource(signRecovery)({
    expressions: {
      fromName: `concat_ws(' ', registry.principal_name(t.from_principal_id), sign.staff_name(t.from_staff_id))`,
      toName: 'registry.principal_name(t.to_principal_id)',
      daysOpen: `(coalesce(t.received_on, (now() at time zone 'Asia/Shanghai')::date) - (t.created_at)::date)`,
    },
    can: (row: SignRecovery, verb, actor) => {
      if (['edit', 'remove', 'seal', 'unseal', 'hand'].includes(verb)) return row.fromPrincipalId === actor.principalId;
      if (verb === 'receive') return row.toPrincipalId === actor.principalId;
      if (verb === 'destroy') return row.kind === 'worn' && row.toPrincipalId === actor.principalId;
      return true;
    },
    before: {
      add: async (call, values) => {
        const { principalId } = call.actor;
        if (principalId === null) throw forbidden();
        const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
        const [own] = await call.tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
        const isWorker =
          !call.actor.actions.has('sign:ledger:others') &&
          own?.ids[0] !== undefined &&
          unit?.type === 'preventionStation';
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EB') as no`);
        const toPrincipalId = isWorker ? principalId : await receiverOf(call.tx, principalId);
        return {
          docNo: no?.no,
          fromPrincipalId: principalId,
          fromStaffId: isWorker && values.kind === 'unused' ? (own?.ids[0] ?? null) : null,
          toPrincipalId,
          regionCode: unit?.regionCode ?? 0,
        };
      },
      transition: act,
    },
  }),
  serve('sign', contract.scanRecovery, scan),
  serve('sign', contract.unscanRecovery, async (call) => {
    const bag = await openBag(call as unknown as Call, call.body.id);
    await dropBagLine(call.tx, bag.id, call.body.lineId);
    return { count: await countBag(call.tx, bag.id) };
  }),
  serve('sign', contract.recoverAll, all),
  serve('sign', contract.recoveryLines, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      if (!(await bagOf(tx, call.query.id))) throw notFound();
      const categories = await categoriesOf(tx);
      return (await linesOfBag(tx, call.query.id)).map((line) => ({
        id: line.id,
        shown: showRange(line),
        codeFrom: String(line.from),
        codeTo: String(line.to),
        count: line.count,
        category: categories.get(line.categoryId)?.name ?? '',
        animal: line.animalId === null ? null : showCode(line.from),
      }));
    }),
  ),
];

/** Worn tags of a plant go to the authority of its county; a station's to the unit above. */
async function receiverOf(tx: Tx, principalId: number): Promise<number> {
  const [row] = await tx.query<{ id: number | null }>('select sign.authority_over($1) as id', [principalId]);
  return row?.id ?? principalId;
}
