import { forbidden, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { overlaps, type Range, showRange, sumOf } from '#modules/sign/contract/numbers/code.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import * as contract from '#modules/sign/contract/papers/stock-out.ts';
import { type SignStockOut, signStockOut } from '#modules/sign/contract/papers/stock-out.ts';
import { unitsOf } from '../numbers/holders.ts';
import { propose } from '../numbers/propose.ts';
import type { Holder } from '../numbers/tag-move.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { cancelHandover, sendOut } from './handover.ts';
import { cardOf, partiesOf, refuseCounty, refuseParties } from './issue-rules.ts';
import { slip } from './issue-slip.ts';
import { clearStockOut, insertStockOut, markStockOut } from './rows/sign-stock-out.ts';
import { insertStockOutLines } from './rows/sign-stock-out-line.ts';

type Line = Range & { readonly categoryId: number; readonly packNo: string | null };

/** R28: what a paper of this category does. */
async function kindOf(tx: Tx, id: number): Promise<{ kind: string; levels: number }> {
  const [row] = await tx.query<{ kind: string; levels: number }>(
    `select kind, approval_levels as levels from sign.sign_doc_category where id = $1 and doc_type = 'stockOut'`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
export async function categoryFor(tx: Tx, docType: string, kind: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `select id from sign.sign_doc_category where tenant_no = $1 and doc_type = $2 and kind = $3 and status = 'enabled'
     order by order_num, id limit 1`,
    [tx.scope.tenantNo, docType, kind],
  );
  if (!row) throw refusal('noCategory', 'sign.refuse.noCategory', { kind: `@sign.kind.${kind}` });
  return row.id;
}

/** The giver: the caller's unit; what a worker hands back or passes on is in his own hand. */
async function giverOf(call: Call, kind: string): Promise<Holder> {
  const principalId = call.actor.principalId;
  if (principalId === null) throw forbidden();
  const [own] = await call.tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
  const seesOthers = call.actor.actions.has('sign:ledger:others');
  const fromHand = ['return', 'transfer'].includes(kind) && !seesOthers && own?.ids[0] !== undefined;
  return { principalId, staffId: fromHand ? (own?.ids[0] ?? null) : null };
}

const linesOf = (row: Pick<SignStockOut, 'lines'>): Line[] =>
  row.lines.map((line) => {
    const range = rangeOfLine(line);
    if (!range) throw refusal('noNumbers', 'sign.refuse.noNumbers');
    return { ...range, categoryId: line.categoryId, packNo: line.packNo ?? null };
  });

/** Lines that only say how many get their numbers from the shelf. */
async function fillLines(call: Call, giver: Holder, lines: SignStockOut['lines']): Promise<SignStockOut['lines']> {
  const filled: SignStockOut['lines'] = [];
  for (const line of lines) {
    if (line.codeFrom) {
      filled.push({ ...line, codeTo: line.codeTo ?? line.codeFrom });
      continue;
    }
    const named = [...lines, ...filled].flatMap((one) => rangeOfLine(one) ?? []);
    const { ranges, found } = await propose(call.tx, giver, line.categoryId, line.count, named);
    if (found < line.count) throw refusal('notEnough', 'sign.refuse.notEnough', { n: found, wanted: line.count });
    filled.push(
      ...ranges.map((range, at) => ({
        ...line,
        id: at === 0 ? line.id : undefined,
        codeFrom: String(range.from),
        codeTo: String(range.to),
        packNo: range.packNo,
        count: range.to - range.from + 1,
      })),
    );
  }
  return filled;
}

async function beforeSave(call: Call, values: Partial<SignStockOut>, row?: SignStockOut) {
  const { kind } = await kindOf(call.tx, values.docCategoryId ?? (row?.docCategoryId as number));
  const giver = row ? { principalId: row.fromPrincipalId, staffId: row.fromStaffId } : await giverOf(call, kind);
  if (giver.principalId !== call.actor.principalId) throw forbidden();
  if (giver.staffId === null && !call.actor.actions.has('sign:stockOut:add')) throw forbidden();
  const to = { principalId: values.toPrincipalId as number, staffId: values.toStaffId ?? null };
  const parties = await partiesOf(call.tx, giver, to);
  refuseParties(kind, parties);
  const lines = await fillLines(call, giver, values.lines ?? []);
  const ranges = linesOf({ lines });
  if (overlaps(ranges)) throw refusal('overlap', 'sign.refuse.overlap', { ranges: showRange(ranges[0] as Range) });
  const isLifted =
    Boolean(values.crossCounty) && call.actor.actions.has('sign:stockOut:crossCounty') && Boolean(values.reason);
  refuseCounty(ranges, parties.to, isLifted);
  return {
    kind,
    lines,
    fromPrincipalId: giver.principalId,
    fromStaffId: giver.staffId,
    regionCode: parties.to.regionCode,
    crossCounty: isLifted,
  };
}

/** R29 to R32 once more at the moment it leaves; over the quota it first goes to the county. */
async function issue(call: Call, move: Move, row: SignStockOut) {
  const from = { principalId: row.fromPrincipalId, staffId: row.fromStaffId };
  const to = { principalId: row.toPrincipalId, staffId: row.toStaffId };
  if (from.principalId !== call.actor.principalId) throw forbidden();
  const parties = await partiesOf(call.tx, from, to);
  refuseParties(row.kind, parties);
  const lines = linesOf(row);
  refuseCounty(lines, parties.to, Boolean(row.crossCounty));
  const card = await cardOf(call.tx, to, parties);
  if (card.blocked && ['issueWorker', 'issueFarm', 'transfer'].includes(row.kind)) {
    if ((await ruleOf(call.tx, 'stocktakeStops', parties.to.regionCode)) > 0)
      throw refusal('countFirst', 'sign.refuse.countFirst', { to: parties.taker?.name ?? parties.to.name });
  }
  const count = sumOf(lines);
  const { levels } = await kindOf(call.tx, row.docCategoryId);
  const isOver = card.quota !== null && card.hand + card.inTransit + count > card.quota;
  const [cleared] = await call.tx.query<{ yes: boolean }>(
    'select cleared as yes from sign.sign_stock_out where id = $1',
    [row.id],
  );
  if ((isOver || levels > 0) && !cleared?.yes && row.kind !== 'return') {
    move.name = 'askApproval';
    return { overQuota: isOver };
  }
  await sendOut(call.tx, {
    source: { type: 'stockOut', id: row.id, no: row.docNo },
    from,
    to,
    fromPlace: from.staffId === null ? 'stock' : 'hand',
    lines,
    on: today(),
    flow: row.kind === 'return' ? 'return' : 'stockOut',
  });
  return { issuedOn: today() };
}

async function act(call: Call, move: Move, row: SignStockOut) {
  switch (move.name) {
    case 'issue':
      return issue(call, move, row);
    case 'approve':
      // R30: the county's word lifts the quota for this paper.
      if (row.fromPrincipalId === call.actor.principalId && !call.actor.actions.has('sign:stockOut:crossCounty'))
        if (row.kind !== 'issueUnit' && row.kind !== 'issueFarm') throw refusal('samePerson', 'sign.refuse.samePerson');
      return { opinion: move.form?.opinion ?? null };
    case 'cancel': {
      if (row.fromPrincipalId !== call.actor.principalId) throw forbidden();
      await cancelHandover(
        call.tx,
        { type: 'stockOut', id: row.id, no: row.docNo },
        { principalId: row.fromPrincipalId, staffId: row.fromStaffId },
        { principalId: row.toPrincipalId, staffId: row.toStaffId },
        row.fromStaffId === null ? 'stock' : 'hand',
        linesOf(row),
      );
      return undefined;
    }
    default:
      return undefined;
  }
}

async function tell(call: Call, move: Move): Promise<void> {
  const [row] = await call.tx.query<{
    docNo: string;
    regionCode: number;
    from: number;
    createdBy: number | null;
    count: number;
  }>(
    `select doc_no as "docNo", region_code as "regionCode", from_principal_id as "from", created_by as "createdBy",
       count
     from sign.sign_stock_out where id = $1`,
    [move.id],
  );
  if (!row) return;
  await closeTask(call.tx, 'sign.signStockOut', move.id);
  const linkPath = `/signIn/stockOut?keyword=${row.docNo}`;
  if (move.name === 'askApproval')
    await openTask(call.tx, {
      taskType: 'approve',
      taskName: { key: 'sign.task.overQuota', args: { docNo: row.docNo, n: row.count } },
      entity: 'sign.signStockOut',
      entityId: move.id,
      linkPath,
      permission: 'sign:stockOut:approve',
      regionCode: row.regionCode,
      principalId: (await upperOf(call.tx, row.from)) ?? row.from,
    });
  if (['approve', 'deny'].includes(move.name) && row.createdBy !== null)
    await notify(call.tx, {
      userIds: [row.createdBy],
      type: 'notice',
      title: { key: `sign.notice.${move.name}`, args: { docNo: row.docNo } },
      content: { key: 'sign.notice.opinion', args: { text: move.remark ?? String(move.form?.opinion ?? '-') } },
      linkPath,
    });
}
const upperOf = async (tx: Tx, unitId: number): Promise<number | null> =>
  (await unitsOf(tx, [unitId])).get(unitId)?.parentId ?? null;

async function request(call: Call<typeof contract.requestTags>) {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  const [own] = await call.tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
  const isWorker = !call.actor.actions.has('sign:stockOut:add') && own?.ids[0] !== undefined;
  const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
  const isFarm = unit && ['farm', 'cooperative'].includes(unit.type);
  const giver = isWorker && !isFarm ? principalId : (unit?.parentId ?? principalId);
  const kind = isFarm ? 'issueFarm' : isWorker ? 'issueWorker' : 'issueUnit';
  const to = { principalId, staffId: isWorker && !isFarm ? (own?.ids[0] ?? null) : null };
  const count = call.body.lines.reduce((sum, one) => sum + one.count, 0);
  const made = await inTenant(call.tx, call.actor.tenantNo, 'tags', async (system) => {
    const all: Tx = { ...system, scope: { ...system.scope, userId: call.actor.userId } };
    const paper = await insertStockOut(all, {
      docCategoryId: await categoryFor(all, 'stockOut', kind),
      kind,
      from: { principalId: giver, staffId: null },
      to,
      regionCode: unit?.regionCode ?? 0,
      count,
      reason: call.body.reason,
      status: 'requested',
    });
    await insertStockOutLines(all, paper.id, call.body.lines);
    await openTask(all, {
      taskType: 'handle',
      taskName: { key: 'sign.task.request', args: { docNo: paper.docNo, n: count } },
      entity: 'sign.signStockOut',
      entityId: paper.id,
      linkPath: `/signIn/stockOut?keyword=${paper.docNo}`,
      permission: 'sign:stockOut:add',
      regionCode: unit?.regionCode ?? 0,
      principalId: giver,
    });
    return paper;
  });
  call.answer.msg = call.say('ok.saved');
  return { id: made.id, docNo: made.docNo };
}

async function many(call: Call<typeof contract.issueMany>) {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  const made: { docNo: string; status: string }[] = [];
  const refused: { toStaffId: number; text: string }[] = [];
  const from = { principalId, staffId: null };
  const docCategoryId = await categoryFor(call.tx, 'stockOut', 'issueWorker');
  for (const row of call.body.rows) {
    await call.tx.query('savepoint paper');
    try {
      const to = { principalId, staffId: row.toStaffId };
      const parties = await partiesOf(call.tx, from, to);
      refuseParties('issueWorker', parties);
      const card = await cardOf(call.tx, to, parties);
      if (card.blocked) throw refusal('countFirst', 'sign.refuse.countFirst', { to: parties.taker?.name ?? '' });
      const { ranges, found } = await propose(call.tx, from, row.categoryId, row.count);
      if (found < row.count) throw refusal('notEnough', 'sign.refuse.notEnough', { n: found, wanted: row.count });
      const isOver = card.quota !== null && card.hand + card.inTransit + row.count > card.quota;
      const status = isOver ? 'pending' : 'issued';
      const base = {
        docCategoryId,
        kind: 'issueWorker',
        from,
        to,
        regionCode: parties.to.regionCode,
        count: row.count,
      };
      const paper = await insertStockOut(call.tx, {
        ...base,
        status,
        overQuota: isOver,
        issuedOn: isOver ? null : today(),
      });
      const lines = ranges.map((one) => ({ ...one, categoryId: row.categoryId, count: one.to - one.from + 1 }));
      await insertStockOutLines(call.tx, paper.id, lines);
      if (!isOver)
        await sendOut(call.tx, {
          source: { type: 'stockOut', id: paper.id, no: paper.docNo },
          from,
          to,
          fromPlace: 'stock',
          lines,
          on: today(),
        });
      else await markStockOut(call.tx, paper.id, 'pending');
      await call.tx.query('release savepoint paper');
      made.push({ docNo: paper.docNo, status });
    } catch (error) {
      await call.tx.query('rollback to savepoint paper');
      const known = asAppError(error);
      if (!known) throw error;
      refused.push({ toStaffId: row.toStaffId, text: call.say(known.key, known.args) });
    }
  }
  return { made, refused };
}

const nameOf = (unit: string, staff: string) =>
  `concat_ws(' ', registry.principal_name(t.${unit}), sign.staff_name(t.${staff}))`;

export const stockOutRoutes = (): Route[] => [
  ...serveResource(signStockOut)({
    expressions: {
      fromName: nameOf('from_principal_id', 'from_staff_id'),
      toName: nameOf('to_principal_id', 'to_staff_id'),
      categories: `(select string_agg(x.words, '、') from (select c.name || ' ' || sum(l.count) as words
        from sign.sign_stock_out_line l join sign.sign_category c on c.id = l.category_id
        where l.parent_id = t.id group by c.name order by c.name) x)`,
      ranges: `(select string_agg(l.code_from || case when l.code_to <> l.code_from then '–' || right(l.code_to, 5)
        else '' end,
        '、' order by l.line_no) from sign.sign_stock_out_line l where l.parent_id = t.id and l.line_no <= 3)`,
    },
    can: (row: SignStockOut, verb, actor) =>
      ['issue', 'prepare', 'askApproval', 'cancel', 'edit', 'remove'].includes(verb)
        ? row.fromPrincipalId === actor.principalId
        : true,
    before: {
      add: async (call, values) => {
        const derived = await beforeSave(call, values as Partial<SignStockOut>);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EO') as no`);
        return { ...derived, docNo: no?.no };
      },
      edit: (call, values, row) => beforeSave(call, values as Partial<SignStockOut>, row),
      transition: act,
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'approve') await clear(call.tx, move.id);
        await tell(call, move);
      },
    },
  }),
  serve('sign', contract.requestTags, request),
  serve('sign', contract.issueMany, many),
  serve('sign', contract.receiverCard, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId, staffId } = call.query;
      const holder = { principalId, staffId: staffId ?? null };
      const parties = await partiesOf(tx, holder, holder);
      const card = await cardOf(tx, holder, parties);
      return {
        name: parties.taker ? `${parties.taker.name} · ${parties.to.name}` : parties.to.name,
        hand: card.hand,
        inTransit: card.inTransit,
        wornPerMonth: Math.round(card.worn90 / 3),
        quota: card.quota,
        quotaLeft: card.quota === null ? null : Math.max(0, card.quota - card.hand - card.inTransit),
        lastStocktake: card.lastStocktake,
        blocked: card.blocked,
        usable: parties.to.status === 'active' && (!parties.taker || parties.taker.status === 'active'),
      };
    }),
  ),
  serve('sign', contract.receivers, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId } = call.actor;
      if (principalId === null) return { units: [], staff: [] };
      const own = (await unitsOf(tx, [principalId])).get(principalId);
      if (call.query.kind === 'issueWorker' || call.query.kind === 'transfer') {
        const staff = await tx.query<{ id: number; name: string }>('select id, name from sign.staff_of($1)', [
          principalId,
        ]);
        return {
          units: own ? [{ id: own.id, name: own.name }] : [],
          staff: staff.map((one) => ({ ...one, principalId })),
        };
      }
      const below = await tx.query<{ id: number; name: string; type: string }>('select * from sign.units_below($1)', [
        principalId,
      ]);
      const above = own?.parentId ? [...(await unitsOf(tx, [own.parentId])).values()] : [];
      const isReturn = call.query.kind === 'return';
      const fit = below.filter((one) =>
        call.query.kind === 'issueFarm'
          ? ['farm', 'cooperative'].includes(one.type)
          : !['farm', 'cooperative'].includes(one.type),
      );
      return { units: (isReturn ? above : fit).map(({ id, name }) => ({ id, name })), staff: [] };
    }),
  ),
  serve('sign', contract.batchRows, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId } = call.actor;
      if (principalId === null) return [];
      const staff = await tx.query<{ id: number; name: string; job: string }>(
        'select id, name, job from sign.staff_of($1)',
        [principalId],
      );
      return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
        const rows = await all.query<{ staffId: number; hand: number; transit: number; worn: number }>(
          `select x.id as "staffId",
             coalesce((select sum(b.hand) from sign.tag_balance b where b.staff_id = x.id and b.category_id = $2),
             0)::int as hand,
             coalesce((select sum(b.in_transit) from sign.tag_balance b
             where b.staff_id = x.id and b.category_id = $2), 0)::int
               as transit,
             coalesce((select sum(d.worn) from sign.tag_balance_day d where d.staff_id = x.id and d.category_id = $2
               and d.day > (now() at time zone 'Asia/Shanghai')::date - 90), 0)::int as worn
           from unnest($1::bigint[]) x(id)`,
          [staff.map((one) => one.id), call.query.categoryId],
        );
        return rows.map((row) => ({
          staffId: row.staffId,
          name: staff.find((one) => one.id === row.staffId)?.name ?? '',
          hand: row.hand,
          inTransit: row.transit,
          worn90: row.worn,
          suggested: Math.max(0, Math.ceil((row.worn - row.hand - row.transit) / 100) * 100),
        }));
      });
    }),
  ),
  serve('sign', contract.issueSlip, slip),
];

async function clear(tx: Tx, id: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'tags', (all) => clearStockOut(all, id));
}
