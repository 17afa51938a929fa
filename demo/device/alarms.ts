import type { Tx } from '#kit/server/db/database.ts';
import { openAlarm, regionName } from '#modules/platform/server/index.ts';

interface Subject {
  id: number;
  deviceNo: string;
  kind: string;
  principal: number;
  holder: string;
  region: number;
  bank: number | null;
  earTag: string | null;
  animal: number | null;
}

/** What is open now, and what the last weeks brought and was dealt with. */
export async function saveDeviceAlarms(tx: Tx): Promise<void> {
  const subjects = await tx.query<Subject>(
    `select d.id, d.device_no as "deviceNo", d.kind, d.principal_id as principal,
      registry.principal_name(d.principal_id) as holder, d.home_region as region,
       d.bank_id as bank, b.ear_tag as "earTag", case when b.target_kind = 'animal' then b.target_id end as animal
     from device.device d left join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id
       and b.to_at is null
     where d.tenant_no = $1 and d.status = 'active' order by d.id`,
    [tx.scope.tenantNo],
  );
  const of = (kind: string) => subjects.filter((one) => one.kind === kind);
  const open = async (kind: string, one: Subject | undefined, args: Record<string, string | number>, about = '') => {
    if (!one) return;
    const subject = one.earTag ?? one.deviceNo;
    await openAlarm(tx, {
      kind,
      dedupKey: `${kind}:${one.id}${about && `:${about}`}`,
      subject: { entity: 'device.device', id: one.id, name: subject },
      animalId: one.animal,
      deviceId: one.id,
      regionCode: one.region,
      principalId: one.principal,
      bankId: one.bank,
      ...(one.bank !== null && kind === 'strapOff' && { confirmBy: 'bank' as const, ackMinutes: 15 }),
      args: {
        subject,
        deviceNo: one.deviceNo,
        deviceId: one.id,
        holder: one.holder,
        place: regionName(one.region) ?? '',
        ...args,
      },
      evidence: args,
    });
  };
  const collars = of('collar');
  await open('strapOff', collars.find((one) => one.bank !== null) ?? collars[1], {});
  await open('fenceLeave', collars[2], { fence: '放牧场', fenceId: 0, metres: 240 }, '0');
  await open('lowBattery', collars[4], { value: 9 });
  await open('gatewayOffline', of('gateway')[1], { since: '' });
  await open('envHigh', of('envSensor')[1], { metric: 'nh3', value: 26.4, limit: 20 }, 'nh3');
  await open('heatStress', of('envSensor')[0], { metric: 'thi', value: 79.1, limit: 72 }, 'thi');
  await open('fever', of('earTag')[3], { metric: 'bodyTemp', value: 40.6, limit: 39.8 }, 'bodyTemp');
  await open('notSeen', of('earTag')[5], { since: '' });
  const past = of('earTag').slice(6, 40);
  for (const one of past)
    await open(
      one.id % 2 === 0 ? 'fever' : 'lowBattery',
      one,
      { metric: 'bodyTemp', value: 40.2, limit: 39.8 },
      'past',
    );
  await tx.query(
    `update platform.alarm set status = 'closed', opened_at = now() - make_interval(days => (1 + id % 50)::int),
      last_at = now() - make_interval(days => (1 + id % 50)::int),
       ack_at = now() - make_interval(days => (1 + id % 50)::int) + interval '25 minutes', closed_at = now() - make_interval(days => (1 + id % 50)::int) + interval '3 hours',
       close_reason = case when id % 5 = 0 then 'falseAlarm' else 'handled' end, folded_into = null
     where tenant_no = $1 and dedup_key like '%:past'`,
    [tx.scope.tenantNo],
  );
}
