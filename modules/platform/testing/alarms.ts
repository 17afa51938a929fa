import type { World } from '#apps/server/testing/world.ts';
import { root } from '#db/settings.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { type OpenAlarm, openAlarm, registerAlarmKinds, saveAlarmKinds } from '#modules/platform/server/index.ts';

/** Kinds as modules that are still to come will declare them. */
const kinds = defineAlarmKinds({
  fever: {
    group: 'vital',
    level: 'warn',
    levelUp: [{ afterMinutes: 120, level: 'urgent' }],
    autoClose: true,
    quietMinutes: 60,
    lastStep: 2,
    closeReasons: ['handled', 'falseAlarm'],
  },
  strapOff: {
    group: 'device',
    level: 'warn',
    autoClose: false,
    lastStep: 1,
    needPhoto: true,
    closeReasons: ['handled', 'deviceFault'],
  },
  collateralDeath: {
    group: 'pledge',
    level: 'urgent',
    autoClose: false,
    lastStep: 1,
    partyOnly: true,
    confirmBy: 'bank',
    outlivesExit: true,
    closeReasons: ['handled', 'confirmed'],
  },
});

/** Their texts come with their modules. */
class AnyTexts extends Texts {
  override has() {
    return true;
  }
}

export const village = 150521101202;
export const handling = { form: { closeReason: 'handled', closeNote: '已处理' } };
let serial = 0;

/** What tests of alarms do again and again, in one world. */
export async function alarmFixtures(world: World) {
  registerAlarmKinds('device', kinds);
  await saveAlarmKinds(world.database, new AnyTexts(root));
  const accounts = await world.sql<{ username: string; id: number; principal_id: number }>(
    'select username, id, principal_id from platform.sys_user',
  );
  await world.sql('delete from platform.alarm_receiver');
  const accountOf = (username: string) => {
    const found = accounts.find((one) => one.username === username);
    if (!found) throw new Error(`no account ${username}`);
    return found;
  };
  const user = (username: string) => accountOf(username).id;
  const unit = (username: string) => accountOf(username).principal_id;

  const input = (more: Partial<OpenAlarm> = {}): OpenAlarm => {
    serial += 1;
    return {
      kind: 'fever',
      dedupKey: `fever:${serial}`,
      subject: { entity: 'registry.principal', id: serial + 1_000_000, name: `耳标 ${serial}` },
      regionCode: village,
      principalId: unit('farm1'),
      args: { name: '试验' },
      ...more,
    };
  };
  const inside = <T>(work: (tx: Tx) => Promise<T>) => world.database.transaction(systemScope(1505, 'test'), work);
  const row = async (id: number) => (await world.sql('select * from platform.alarm where id = $1', [id]))[0];
  return {
    user,
    unit,
    input,
    inside,
    row,
    raise: (alarm: OpenAlarm) => inside((tx) => openAlarm(tx, alarm)) as Promise<number>,
    steps: async (id: number): Promise<string[]> =>
      (await world.sql('select what from platform.alarm_step where alarm_id = $1 order by id', [id])).map(
        (one) => one.what,
      ),
    noticesOf: (username: string, id: number) =>
      world.sql(
        `select n.level, n.type from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id
         where r.user_id = $1 and n.link_path like '%id=' || $2::text order by n.id`,
        [user(username), id],
      ),
    tasksOf: (id: number) =>
      world.sql(
        "select status, principal_id, assignee_id, task_name, texts from platform.sys_task where entity = 'platform.alarm' and entity_id = $1 order by id",
        [id],
      ),
    receiver: (username: string, more: Record<string, unknown> = {}) => {
      const columns = {
        tenant_no: 1505,
        principal_id: unit(username),
        user_id: user(username),
        receiver_name: username,
        channels: '{notice}',
        ...more,
      };
      const places = Object.keys(columns).map((_, at) => `$${at + 1}`);
      return world.sql(
        `insert into platform.alarm_receiver (${Object.keys(columns).join()}) values (${places.join()})`,
        Object.values(columns),
      );
    },
    move: async (username: string, id: number, name: string, more: object = {}) => {
      const { version } = await row(id);
      return (await world.as(username)).post('sys/alarm/transition', { id, version, name, ...more });
    },
  };
}
