import type { Tx } from '#kit/server/db/database.ts';
import type { DeviceAlarmKind } from '#modules/device/contract/rule/alarm-kinds.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { closeAlarm, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { type Binding, bindingAt, type Known } from './known.ts';
import { iso } from './rows/device-position.ts';

export interface Raised {
  kind: DeviceAlarmKind;
  device: Known;
  at: number;
  level?: AlarmLevel;
  /** Added to the key: a fence, a metric. */
  about?: string;
  args?: Record<string, string | number>;
  evidence?: Record<string, unknown>;
  ruleId?: number | undefined;
  ruleVersion?: number | undefined;
  /** Where it is not the device itself. */
  subject?: { entity: string; id: number; name: string };
  /** The item came late, and says so. */
  late?: boolean;
}

/** What a pledged animal makes urgent, with the bank's agreement. */
const pledgedKinds = new Set<string>(['strapOff', 'notSeen', 'fenceLeave', 'batchLeave', 'transport']);

export const alarmKey = (kind: string, deviceId: number, about = ''): string =>
  `${kind}:${deviceId}${about && `:${about}`}`;

const names = new WeakMap<Tx, Map<number, string>>();
async function holderName(tx: Tx, id: number): Promise<string> {
  const known = names.get(tx) ?? new Map<number, string>();
  names.set(tx, known);
  let name = known.get(id);
  if (name === undefined) {
    const [row] = await tx.query<{ name: string | null }>('select registry.principal_name($1) as name', [id]);
    name = row?.name ?? '';
    known.set(id, name);
  }
  return name;
}

/** R42: an alarm names the animal by its ear tag, its holder and the place. Opened in the transaction of the fix that caused it. */
export async function raise(tx: Tx, one: Raised): Promise<number | null> {
  const { kind, device, at } = one;
  const binding: Binding | null = bindingAt(device, at);
  const holderId = binding?.principalId ?? device.principalId;
  const animalId = !one.subject && binding?.targetKind === 'animal' ? binding.targetId : null;
  const bankId = binding?.bankId ?? device.bankId;
  const isPledged = bankId !== null && pledgedKinds.has(kind);
  const holder = await holderName(tx, holderId);
  const subject = one.subject?.name ?? binding?.earTag ?? device.deviceNo;
  const level = isPledged ? 'urgent' : one.level;
  return openAlarm(tx, {
    kind,
    ...(level && { level }),
    dedupKey: alarmKey(kind, one.subject?.id ?? device.id, one.about),
    subject: one.subject ?? { entity: 'device.device', id: device.id, name: subject },
    animalId,
    deviceId: one.subject ? null : device.id,
    regionCode: device.homeRegion,
    principalId: holderId,
    ownerId: device.ownerId === holderId ? null : device.ownerId,
    bankId,
    insurerId: binding?.insurerId ?? device.insurerId,
    supervisorId: device.supervisorId,
    args: {
      subject,
      deviceNo: device.deviceNo,
      deviceId: device.id,
      holder,
      place: regionName(device.homeRegion) ?? '',
      ...one.args,
    },
    evidence: { at: iso(at), ...(one.late && { late: true }), ...one.evidence },
    ...(isPledged && { ackMinutes: 15, confirmBy: 'bank' as const, needPhoto: true }),
    ...(one.ruleId !== undefined && { ruleId: one.ruleId, ruleVersion: one.ruleVersion ?? 1 }),
  });
}

export const settle = (tx: Tx, kind: DeviceAlarmKind, deviceId: number, about?: string): Promise<number> =>
  closeAlarm(tx, alarmKey(kind, deviceId, about));
