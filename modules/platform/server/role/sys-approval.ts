import { notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { ApprovalKind } from '#modules/platform/contract/role/sys-approval.ts';
import { nobody } from '../auth/authenticator.ts';
import { eachOf } from '../common/each-of.ts';
import { type LocalizedText, plain, type Texts, textsOf } from '../common/localized-text.ts';
import { notify } from '../notice/notify.ts';
import { closeTask, openTask } from '../task/tasks.ts';

export type Payload = Readonly<Record<string, unknown>>;
export interface Line {
  readonly label: string;
  readonly value: string;
}

export interface ApprovalWork {
  /** In the transaction of the decision; what it answers goes to the decider beside the status. */
  execute(call: Call, payload: Payload): Promise<Record<string, string> | undefined>;
  /** The payload as people read it. */
  words(call: Call, payload: Payload): Promise<Line[]>;
  /** What is asked, in a line. */
  title(payload: Payload): LocalizedText;
}

const works = new Map<ApprovalKind, ApprovalWork>();

/** One piece of work per kind, registered at start by whoever owns it. */
export function onApproval(kind: ApprovalKind, work: ApprovalWork): void {
  works.set(kind, work);
}

export const workOf = (kind: string): ApprovalWork | undefined => works.get(kind as ApprovalKind);

/** R97: the administrator who did not ask decides; what others ask is the security administrator's. */
function decidersOf(askerRoles: readonly string[]): string[] {
  if (askerRoles.includes('security_admin')) return ['tenant_admin', 'platform_admin'];
  return ['security_admin'];
}

const entity = 'platform.sysApproval';

/**
 * Asks a second person, in the transaction of the step that needs it; nothing else of the step may be written. What is asked is done when
 * somebody else decides, and lapses after 72 hours.
 *
 * @example
 * const approvalId = await requestApproval(tx, 'sensitiveExport', { screen, persons }, reason);
 */
export async function requestApproval(tx: Tx, kind: ApprovalKind, payload: Payload, reason: string): Promise<number> {
  const work = works.get(kind);
  if (!work) throw new Error(`nobody carries out approvals of kind ${kind}`);
  const roles = decidersOf(tx.scope.roles);
  const same = await tx.query<{ id: number }>(
    "select id from platform.sys_approval where status = 'pending' and expires_at > now() and kind = $1 and payload = $2::jsonb",
    [kind, JSON.stringify(payload)],
  );
  if (same[0]) throw refusal('approval.twice', 'platform.sysApproval.twice');
  const title = work.title(payload);
  const texts = textsOf({ title });
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_approval (tenant_no, kind, title, texts, payload, decider_roles, requested_by, requested_name, reason, created_by)
     select $1, $2, $3, $4, $5, $6, u.id, u.nickname, $8, u.id from platform.sys_user u where u.id = $7 returning id`,
    [
      tx.scope.tenantNo,
      kind,
      plain(title),
      texts ? JSON.stringify(texts) : null,
      JSON.stringify(payload),
      JSON.stringify(roles),
      tx.scope.userId,
      reason,
    ],
  );
  if (!row) throw new Error('an approval needs an asker');
  await tellDeciders(tx, row.id, title, roles);
  return row.id;
}

/** Who made the account that an approval would bring into use: that person does not decide it. */
const makerSql = `(select m.created_by from platform.sys_user m
  where a.kind = 'grantAdmin' and a.payload ->> 'authorise' = 'true' and m.id = (a.payload ->> 'userId')::bigint)`;

async function tellDeciders(tx: Tx, id: number, title: LocalizedText, roles: readonly string[]): Promise<void> {
  const deciders = await tx.query<{ id: number; principal_id: number; region_code: number }>(
    `select distinct u.id, u.principal_id, t.region_code from platform.sys_user u join platform.sys_tenant t on t.tenant_no = u.tenant_no
       join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.status = 'active' and u.id <> $2 and u.id is distinct from (select ${makerSql} from platform.sys_approval a where a.id = $3) and r.role_code = any ($1) and (ur.valid_until is null or ur.valid_until > now()) order by u.id`,
    [roles, tx.scope.userId, id],
  );
  const [first] = deciders;
  if (!first) throw refusal('approval.nobody', 'platform.sysApproval.nobody');
  await openTask(tx, {
    taskType: 'approve',
    taskName: title,
    priority: '2',
    entity,
    entityId: id,
    linkPath: `/system/approvals?open=detail:${id}`,
    permission: 'sys:approval:decide',
    // The asker holds the same permission: where there is one decider, the task is that person's alone.
    assigneeId: deciders.length === 1 ? first.id : null,
    regionCode: first.region_code,
    principalId: first.principal_id,
  });
}

export interface Pending {
  readonly id: number;
  readonly kind: ApprovalKind;
  readonly title: string;
  readonly texts: Texts;
  readonly payload: Payload;
  readonly deciderRoles: readonly string[];
  readonly requestedBy: number;
  readonly status: string;
  readonly version: number;
  readonly isOver: boolean;
  readonly makerId: number | null;
}

const columns = `id, kind, title, texts, payload, decider_roles as "deciderRoles", requested_by as "requestedBy", status, version,
  expires_at <= now() as "isOver", ${makerSql} as "makerId"`;

export async function lockApproval(tx: Tx, id: number, version: number): Promise<Pending> {
  const [row] = await tx.query<Pending>(
    `select ${columns} from platform.sys_approval a where id = $1 for update of a`,
    [id],
  );
  if (!row) throw notFound();
  if (row.version !== version) throw staleVersion();
  return row;
}

export async function readApproval(call: Pick<Call, 'database' | 'actor'>, id: number): Promise<Pending> {
  const [[row]] = await call.database.read<[Pending]>(call.actor.scope, {
    text: `select ${columns} from platform.sys_approval a where id = $1`,
    values: [id],
  });
  if (!row) throw notFound();
  return row;
}

/** Why this person does not decide it; null where they do. */
export function whyNot(row: Pending, actor: Call['actor']): string | null {
  if (row.status !== 'pending' || row.isOver) return 'platform.sysApproval.over';
  if (row.requestedBy === actor.userId) return 'platform.sysApproval.ownAsking';
  if (row.makerId === actor.userId) return 'platform.sysApproval.ownAccount';
  if (!row.deciderRoles.some((role) => actor.roles.includes(role))) return 'platform.sysApproval.otherRole';
  return null;
}

export async function closeApproval(
  tx: Tx,
  row: Pending,
  actor: Call['actor'],
  status: 'executed' | 'failed' | 'rejected',
  opinion: string | null,
): Promise<void> {
  await tx.query(
    `update platform.sys_approval set status = $2, decided_by = $3, decided_name = $4, decided_at = now(), opinion = $5, version = version + 1,
       updated_by = $3, updated_at = now() where id = $1`,
    [row.id, status, actor.userId, actor.nickname, opinion],
  );
  await closeTask(tx, entity, row.id);
  await notify(tx, {
    userIds: [row.requestedBy],
    type: 'notice',
    title: { key: `platform.sysApproval.notice.${status}`, args: { by: actor.nickname } },
    content: row.texts?.title ?? row.title,
    linkPath: `/system/approvals?open=detail:${row.id}`,
  });
}

/** What nobody decided in time is over; its asker hears of it. Bears repeating, by several at once. */
export async function lapseApprovals(database: Database): Promise<number> {
  const [lapsed] = await database.read<[{ tenant_no: number; id: number; title: string; requested_by: number }]>(
    nobody,
    {
      text: 'select * from platform.lapse_approvals()',
      values: [],
    },
  );
  await eachOf(lapsed, ({ tenant_no, id, requested_by }) =>
    database.transaction(systemScope(tenant_no, 'approvals'), async (tx) => {
      const [row] = await tx.query<Pending>(`select ${columns} from platform.sys_approval a where id = $1`, [id]);
      await closeTask(tx, entity, id);
      await notify(tx, {
        userIds: [requested_by],
        type: 'notice',
        title: { key: 'platform.sysApproval.notice.lapsed', args: {} },
        content: row?.texts?.title ?? row?.title ?? '',
        linkPath: `/system/approvals?open=detail:${id}`,
      });
    }),
  );
  return lapsed.length;
}
