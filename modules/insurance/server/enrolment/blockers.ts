import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { Blockers } from '#modules/insurance/contract/enrolment/list-building.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { type List, listOf } from './ins-enrolment.moves.ts';

const nextOf: Record<string, string | null> = {
  draft: 'open',
  signing: 'startCheck',
  checking: 'finishCheck',
  checked: 'publicise',
  publicity: 'endPublicity',
  publicised: 'submit',
  underwriting: 'approve',
  approved: 'issue',
};
interface Counts {
  readonly unsigned: number;
  readonly noAccount: number;
  readonly blockedHolders: number;
  readonly openTasks: number;
  readonly openIssues: number;
  readonly openObjections: number;
  readonly noticeEnds: string | null;
  readonly unpaid: number;
  readonly unconfirmed: number;
}
async function countsOf(tx: Pick<Tx, 'query'>, id: number): Promise<Counts> {
  const [row] = await tx.query<Counts>(
    `select
       (select count(*)::int from insurance.ins_enrolment_party p where p.tenant_no = e.tenant_no
         and p.enrolment_id = e.id and p.status = 'listed') as unsigned,
       (select count(*)::int from insurance.ins_enrolment_party p where p.tenant_no = e.tenant_no
         and p.enrolment_id = e.id and p.status in ('signed', 'checked') and p.account_mask is null) as "noAccount",
       (select count(*)::int from insurance.ins_enrolment_party p where p.tenant_no = e.tenant_no
         and p.enrolment_id = e.id and p.status <> 'dropped' and exists (select 1 from insurance.ins_collation c
           where c.tenant_no = p.tenant_no and c.insurer_id = p.insurer_id and c.principal_id = p.principal_id
             and c.year = extract(year from e.cover_from)::int and c.result = 'blocked')) as "blockedHolders",
       (select count(*)::int from insurance.ins_check_task k where k.tenant_no = e.tenant_no
         and k.enrolment_id = e.id and k.status not in ('passed', 'failed')) as "openTasks",
       (select count(*)::int from insurance.ins_check_issue i where i.tenant_no = e.tenant_no
         and i.enrolment_id = e.id and i.status <> 'confirmed') as "openIssues",
       (select count(*)::int from insurance.ins_publicity n join insurance.ins_objection o
           on o.tenant_no = n.tenant_no and o.publicity_id = n.id
         where n.tenant_no = e.tenant_no and n.enrolment_id = e.id and o.status = 'open') as "openObjections",
       (select n.ends_at from insurance.ins_publicity n where n.tenant_no = e.tenant_no and n.enrolment_id = e.id
         and n.status = 'posted' order by n.id desc limit 1) as "noticeEnds",
       (select count(*)::int from insurance.ins_order o where o.tenant_no = e.tenant_no and o.enrolment_id = e.id
         and o.status = 'unpaid') as unpaid,
       (select count(*)::int from insurance.ins_order o where o.tenant_no = e.tenant_no and o.enrolment_id = e.id
         and o.status = 'paid') as unconfirmed
     from insurance.ins_enrolment e where e.tenant_no = kit.tenant() and e.id = $1`,
    [id],
  );
  return row as Counts;
}

type Blocker = Blockers['blockers'][number];
export async function needsNotice(tx: Pick<Tx, 'query'>, list: List): Promise<boolean> {
  return (
    list.kind === 'collective' ||
    (await numberOf(tx, 'enrol.publicityIndividual', list.regionCode, list.insurerId)) === 1
  );
}

/** What stands before the next step, most pressing first. */
export async function blockersOf(tx: Pick<Tx, 'query'>, list: List): Promise<Blocker[]> {
  const n = await countsOf(tx, list.id);
  const found: [string, number, string, string | null][] = [];
  const add = (code: string, count: number, tab: string, day: string | null = null) => {
    if (count > 0) found.push([code, count, tab, day]);
  };
  if (list.status === 'signing') {
    add('notSigned', n.unsigned, 'parties');
    add('holderBlocked', n.blockedHolders, 'parties');
    const second = await numberOf(tx, 'check.secondPerson', list.regionCode, list.insurerId);
    add('noCoordinator', second === 1 && !list.coordinatorId ? 1 : 0, 'facts');
  }
  if (list.status === 'checking') {
    add('checkOpen', n.openTasks, 'check');
    add('issueOpen', n.openIssues, 'check');
    add('notSigned', n.unsigned, 'parties');
  }
  if (list.status === 'publicity') {
    const isUp = n.noticeEnds !== null && Date.parse(n.noticeEnds) > Date.now();
    add('publicityNotOver', isUp ? 1 : 0, 'notice', n.noticeEnds?.slice(0, 10) ?? null);
    add('objectionOpen', n.openObjections, 'notice');
    add('notSigned', n.unsigned, 'parties');
  }
  if (list.status === 'approved') {
    add('notPaid', n.unpaid, 'orders');
    add('notConfirmed', n.unconfirmed, 'orders');
    add('noAccount', n.noAccount, 'parties');
    add('coverPassed', list.coverFrom <= today() ? 1 : 0, 'facts', list.coverFrom);
  }
  return found.map(([code, count, tab, day]) => ({ code, count, tab, day }));
}

export const stepNames = [
  'open',
  'startCheck',
  'finishCheck',
  'publicise',
  'endPublicity',
  'submit',
  'approve',
  'issue',
];
export async function tellBlockers(tx: Tx, id: number): Promise<Blockers> {
  const list = await listOf(tx, id);
  const history = await tx.query<{ name: string; at: string; by: string | null }>(
    `select distinct on (name) name, made_at as at, made_by_name as by from kit.transition_history
     where tenant_no = kit.tenant() and entity = 'insurance.insEnrolment' and entity_id = $1 and name = any ($2)
     order by name, id desc`,
    [id, stepNames],
  );
  const done = new Map(history.map((one) => [one.name, one]));
  const isSkipped = list.status === 'checked' && !(await needsNotice(tx, list));
  return {
    next: isSkipped ? 'submit' : (nextOf[list.status] ?? null),
    blockers: await blockersOf(tx, list),
    steps: stepNames.map((code) => ({ code, at: done.get(code)?.at ?? null, by: done.get(code)?.by ?? null })),
  };
}
