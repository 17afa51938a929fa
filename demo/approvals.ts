import type { Tx } from '#kit/server/db/database.ts';

interface Asked {
  readonly asker: string;
  readonly about: string;
  readonly deciders: readonly string[];
  readonly reason: string;
  readonly hoursAgo: number;
  readonly decided?: { readonly by: string; readonly opinion: string; readonly hoursAgo: number };
}

const asked: readonly Asked[] = [
  {
    asker: 'tl_sec',
    about: 'tl_audit',
    deciders: ['tenant_admin', 'platform_admin'],
    reason: '审计员更换办公电脑，原密码记录遗失，申请重置',
    hoursAgo: 5,
  },
  {
    asker: 'tl_admin',
    about: 'tl_audit',
    deciders: ['security_admin'],
    reason: '岗位交接，按制度重置审计管理员密码',
    hoursAgo: 190,
    decided: { by: 'tl_sec', opinion: '已当面核对身份，同意', hoursAgo: 186 },
  },
];

/** What one administrator asked and another has to decide: one question waits, one was answered last week. */
export async function saveApprovals(tx: Tx): Promise<void> {
  for (const { asker, about, deciders, reason, hoursAgo, decided } of asked) {
    await tx.query(
      `insert into platform.sys_approval (tenant_no, kind, title, texts, payload, decider_roles, requested_by, requested_name, reason, created_by, created_at,
         expires_at, status, decided_by, decided_name, decided_at, opinion)
       select $1, 'resetAdmin', 'platform.sysApproval.titleReset',
         jsonb_build_object('title', jsonb_build_object('key', 'platform.sysApproval.titleReset', 'args', jsonb_build_object('name', a.username))),
         jsonb_build_object('userId', a.id, 'username', a.username, 'realName', a.real_name, 'organizationName', null), $4, u.id, u.nickname, $5, u.id,
         now() - make_interval(hours => $6), now() - make_interval(hours => $6) + interval '72 hours', case when d.id is null then 'pending' else 'executed' end,
         d.id, d.nickname, case when d.id is not null then now() - make_interval(hours => $9) end, $8
       from platform.sys_user u join platform.sys_user a on a.username = $3 left join platform.sys_user d on d.username = $7 where u.username = $2`,
      [
        tx.scope.tenantNo,
        asker,
        about,
        JSON.stringify(deciders),
        reason,
        hoursAgo,
        decided?.by ?? null,
        decided?.opinion ?? null,
        decided?.hoursAgo ?? 0,
      ],
    );
  }
}
