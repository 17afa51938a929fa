import { staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import { dropDue, registerDue, setDue } from '#kit/server/due/due.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { insEnrolment } from '#modules/insurance/contract/enrolment/enrolment.ts';
import * as calls from '#modules/insurance/contract/enrolment/list-building.ts';
import { farmerPart, premiumOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { addDays, coverEnds } from '#modules/insurance/contract/product/days.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { makeTask, reopenTask } from '../check/ins-check-task.ts';
import { withdrawNotices } from '../notice/ins-publicity.ts';
import { premiumInputs, versionOf, versionsSold } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { areasAt } from '../setting/ins-area.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { blockersOf, needsNotice, tellBlockers } from './blockers.ts';
import { candidatesFor, latestStart, tell } from './build.ts';
import { buildLists } from './ins-enrolment.build.ts';
import { listOf, moveList, setCover, setHelper } from './ins-enrolment.moves.ts';
import { freeAnimals, moveAges, takeAnimals } from './ins-enrolment-line.ts';
import { endOrders, insertOrders } from './ins-order.ts';

const lapse = 'insurance.enrolLapses';
const open = ['draft', 'signing', 'checking', 'checked', 'publicity', 'publicised', 'underwriting', 'approved'];

/** Of a list that comes to nothing: animals, orders and notice go back to where they were. */
async function giveUp(tx: Tx, id: number, why: string): Promise<void> {
  await freeAnimals(tx, id);
  await endOrders(tx, { enrolmentId: id }, why);
  await withdrawNotices(tx, id, why);
  await dropDue(tx, lapse, String(id));
  await closeTask(tx, 'insurance.insEnrolment', id);
}
export const registerLapse = (): void =>
  registerDue(lapse, async (tx, { ref }) => {
    if (await moveList(tx, Number(ref), { name: 'lapse', from: open, to: 'lapsed' }))
      await giveUp(tx, Number(ref), 'lapsed');
  });

const firstBlocker = async (tx: Tx, id: number): Promise<void> => {
  const [first] = await blockersOf(tx, await listOf(tx, id));
  if (first) throw refuse(first.code, { n: first.count, date: first.day ?? '' });
};

const user = (column: string) =>
  `(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.${column})`;

const resourceRoutes = (): Route[] =>
  serveResource(insEnrolment)({
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      clerk: user('clerk_user_id'),
      coordinator: '(select s.name from insurance.staff_seen s where s.id = t.coordinator_id)',
      signedParties: `(select count(*)::int from insurance.ins_enrolment_party p where p.tenant_no = t.tenant_no
        and p.enrolment_id = t.id and p.status in ('signed', 'checked', 'insured'))`,
      checkedHead: `(select count(*)::int from insurance.ins_enrolment_line l where l.tenant_no = t.tenant_no
        and l.enrolment_id = t.id and l.status in ('checked', 'insured'))`,
      paidPremium: `(select coalesce(sum(o.amount), 0)::bigint from insurance.ins_order o
        where o.tenant_no = t.tenant_no and o.enrolment_id = t.id and o.status in ('paid', 'confirmed'))`,
      noticeDaysLeft: `(select ceil(extract(epoch from n.ends_at - now()) / 86400)::int from insurance.ins_publicity n
        where n.tenant_no = t.tenant_no and n.enrolment_id = t.id and n.status = 'posted' order by n.id desc limit 1)`,
      daysInState: `(extract(epoch from now() - t.state_since) / 86400)::int`,
      policyId: `(select p.id from insurance.ins_policy p where p.tenant_no = t.tenant_no and p.enrolment_id = t.id)`,
    },
    before: {
      transition: async (call, move, row) => {
        const { tx, actor } = call;
        const since = { stateSince: new Date().toISOString() };
        const list = await listOf(tx, row.id, true);
        switch (move.name) {
          case 'open': {
            await takeAnimals(tx, row.id);
            const days = await numberOf(tx, 'enrol.lapseDays', row.regionCode, list.insurerId);
            const lapsesOn = addDays(today(), days);
            await setDue(tx, lapse, String(row.id), new Date(`${lapsesOn}T00:00:00+08:00`));
            return { ...since, lapsesOn, openedAt: new Date().toISOString() };
          }
          case 'startCheck': {
            await firstBlocker(tx, row.id);
            return since;
          }
          case 'submit': {
            if (list.status === 'checked' && (await needsNotice(tx, list))) throw refuse('noticeFirst');
            return since;
          }
          case 'approve': {
            if (list.clerkUserId === actor.userId) throw refuse('samePerson');
            const { opinion } = move.form as { opinion: string };
            return { ...since, opinion, underwriterId: actor.userId };
          }
          case 'cancel':
            return { ...since, remark: move.remark ?? null };
          default:
            return { ...since, remark: move.remark ?? null };
        }
      },
    },
    after: {
      transition: async (call, move) => {
        const { tx } = call;
        const { id } = move;
        const list = await listOf(tx, id);
        if (move.name === 'startCheck') {
          const form = move.form as { dueOn: string; witness?: string | null };
          await makeTask(tx, list, form);
        }
        if (move.name === 'submit')
          await openTask(tx, {
            taskType: 'audit',
            taskName: { key: 'insurance.task.underwrite', args: { docNo: list.docNo, n: list.head } },
            entity: 'insurance.insEnrolment',
            entityId: id,
            linkPath: `/insuranceMgt/collectiveInsuranceDetail?id=${id}`,
            permission: 'ins:enrolment:underwrite',
            regionCode: list.regionCode,
            principalId: list.insurerId,
          });
        if (move.name === 'approve') {
          const days = await numberOf(tx, 'enrol.payDays', list.regionCode, list.insurerId);
          await insertOrders(tx, id, addDays(today(), days));
          await closeTask(tx, 'insurance.insEnrolment', id);
        }
        if (move.name === 'returnToSigning' || move.name === 'returnToChecking') {
          await withdrawNotices(tx, id, move.remark ?? '');
          await closeTask(tx, 'insurance.insEnrolment', id);
          const isBack = move.name === 'returnToChecking' && (await reopenTask(tx, id, call.actor.nickname));
          if (move.name === 'returnToChecking' && !isBack)
            await makeTask(tx, list, { dueOn: addDays(today(), 7), witness: null });
        }
        if (move.name === 'cancel') await giveUp(tx, id, move.remark ?? '');
      },
    },
  });

async function build(call: Call<typeof calls.buildEnrolment>) {
  const { dryRun, ...body } = call.body;
  const ask = { ...body, insurers: call.actor.scope.principals };
  const found = await candidatesFor(call.tx, ask);
  const enrolments = dryRun ? [] : await buildLists(call.tx, ask, found);
  const told = await tell(call.tx, found);
  if (!dryRun) call.answer.msg = call.say('ok.saved');
  return { ...told, enrolments };
}

async function choices(call: Call<typeof calls.enrolmentChoices>) {
  const { regionCode } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const areas = await areasAt(tx, call.actor.scope.principals, regionCode, today());
    const sold = await versionsSold(
      tx,
      upwards(regionCode),
      areas.map((one) => one.productId),
      today(),
    );
    const own = sold.filter(
      (one) => one.ownerInsurerId === null || areas.some((area) => area.insurerId === one.ownerInsurerId),
    );
    const coordinators =
      areas.length === 0
        ? []
        : await inTenant(tx, tx.scope.tenantNo, 'insurance.coordinators', (sys) =>
            sys.query<{ id: number; name: string }>(
              `select id, name from insurance.staff_seen where tenant_no = kit.tenant() and job = 'coordinator'
                 and status = 'active' and region_code / 1000 = $1::bigint / 1000 order by name limit 50`,
              [regionCode],
            ),
          );
    return {
      versions: own.map((version) => ({
        id: version.id,
        productId: version.productId,
        product: version.product,
        versionNo: version.versionNo,
        species: version.species,
        sumInsuredCents: version.sumInsured,
        mustInsureAll: version.mustInsureAll,
        terms: version.terms.map(({ months }) => {
          const { cents } = premiumOf(premiumInputs(version, months));
          return { months, premiumCents: cents, farmerCents: farmerPart(splitOf(cents, version.payers)) };
        }),
      })),
      coordinators,
    };
  });
}

async function moveCover(call: Call<typeof calls.moveCover>) {
  const { id, version, coverFrom } = call.body;
  const { tx } = call;
  const list = await listOf(tx, id, true);
  if (list.version !== version) throw staleVersion();
  if (!open.includes(list.status)) throw wrongState(list.status, 'insurance.moveCover.title');
  if (coverFrom <= today()) throw refuse('coverTooEarly');
  if (coverFrom > latestStart()) throw refuse('coverTooLate');
  const coverTo = coverEnds(coverFrom, list.months);
  const { ageMinDays, ageMaxDays } = await versionOf(tx, list.versionId);
  await setCover(tx, id, coverFrom, coverTo);
  await moveAges(tx, id, coverFrom);
  const [outgrown] = await tx.query<{ n: number }>(
    `select count(*)::int as n from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1
       and status <> 'dropped' and (age_days < coalesce($2, 0) or age_days > coalesce($3, 100000))`,
    [id, ageMinDays, ageMaxDays],
  );
  call.answer.msg = call.say('ok.saved');
  return { coverFrom, coverTo, dropped: outgrown?.n ?? 0 };
}

async function coordinate(call: Call<typeof calls.setCoordinator>) {
  const { id, version, coordinatorId } = call.body;
  const list = await listOf(call.tx, id, true);
  if (list.version !== version) throw staleVersion();
  const [staff] = await inTenant(call.tx, call.actor.tenantNo, 'insurance.coordinators', (sys) =>
    sys.query<{ name: string }>(
      `select name from insurance.staff_seen where tenant_no = kit.tenant() and id = $1 and job = 'coordinator'
         and status = 'active'`,
      [coordinatorId ?? 0],
    ),
  );
  if (coordinatorId && !staff) throw refuse('noCoordinator');
  await setHelper(call.tx, id, coordinatorId);
  call.answer.msg = call.say('ok.saved');
  return { coordinator: staff?.name ?? null };
}

export const enrolmentRoutes = (): Route[] => [
  serve('insurance', calls.buildEnrolment, build),
  serve('insurance', calls.enrolmentChoices, choices),
  serve('insurance', calls.enrolmentBlockers, (call) =>
    call.database.transaction(call.actor.scope, (tx) => tellBlockers(tx, call.query.id)),
  ),
  serve('insurance', calls.moveCover, moveCover),
  serve('insurance', calls.setCoordinator, coordinate),
  ...resourceRoutes(),
];
