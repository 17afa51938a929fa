import type { Tx } from '#kit/server/db/database.ts';

export interface Person {
  id: number;
  name: string;
}

/** Whom an alarm the caller sees can be given to: people of its parties who may handle alarms and may see this one. */
export async function peopleOf(tx: Pick<Tx, 'query'>, alarmId: number): Promise<Person[]> {
  return tx.query<Person>(peopleSql, [alarmId]);
}

export const peopleSql = `select u.id, u.nickname as name
  from platform.alarm a join platform.alarm_kind k on k.kind = a.kind
  join platform.sys_user u on u.tenant_no = a.tenant_no and u.principal_id in (a.principal_id, a.owner_id, a.bank_id, a.insurer_id, a.supervisor_id, a.station_id)
  where a.id = $1 and u.status = 'active' and u.id <> all (a.about_user_ids) and platform.user_holds(u.id, 'alarm:record:handle')
    and (k.view_permission is null or platform.user_holds(u.id, k.view_permission))
  order by u.nickname limit 200`;
