import { open, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { raise } from './alarms.ts';
import { readKnown } from './known.ts';
import { insertRejects } from './rows/device-reject.ts';

const perHour = 10;
const everyMs = 5_000;
const violation = /(?:Publish|Subscription) Violation.*?(U[A-Z2-7]{55}).*?[Ss]ubject "?([^"\s]+)"?/;

/**
 * R2: the broker acknowledges what it forbids and drops it, as MQTT wants; its log is the only place that tells. Each refusal is
 * kept, and ten within an hour raise `tamper`.
 */
export function watchRefusals(database: Database, file: string, log: Logger) {
  let offset = -1;
  const counts = new Map<string, number[]>();

  async function look(): Promise<void> {
    const { size } = await stat(file);
    if (offset < 0 || size < offset) offset = offset < 0 ? size : 0;
    if (size === offset) return;
    const handle = await open(file);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.min(size - offset, 1_000_000)),
      0,
      undefined,
      offset,
    );
    await handle.close();
    offset += bytesRead;
    const found = buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .flatMap((line) => {
        const match = violation.exec(line);
        return match ? [{ key: match[1] ?? '', subject: match[2] ?? '' }] : [];
      });
    if (found.length > 0) for (const tenantNo of await allTenants(database)) await keep(tenantNo, found);
  }

  async function keep(tenantNo: number, found: readonly { key: string; subject: string }[]): Promise<void> {
    await database.transaction(systemScope(tenantNo, 'ingest'), async (tx) => {
      const owners = await tx.query<{ key: string; deviceNo: string; deviceId: number }>(
        `select c.public_key as key, d.device_no as "deviceNo", d.id as "deviceId" from device.device_credential c
         join device.device d on d.tenant_no = c.tenant_no and d.id = c.device_id where c.tenant_no = $1
           and c.public_key = any ($2)`,
        [tenantNo, [...new Set(found.map((one) => one.key))]],
      );
      if (owners.length === 0) return;
      const now = Date.now();
      const known = await readKnown(
        tx,
        owners.map((one) => one.deviceNo),
      );
      for (const { key, deviceNo, deviceId } of owners) {
        const own = found.filter((one) => one.key === key);
        await insertRejects(
          tx,
          own.map(({ subject }) => ({
            receivedAt: now,
            subject,
            deviceNo,
            deviceId,
            reason: 'forbidden',
            detail: null,
            raw: '',
          })),
        );
        const times = [...(counts.get(key) ?? []), ...own.map(() => now)].filter((at) => at > now - 3_600_000);
        counts.set(key, times);
        const device = known.get(deviceNo);
        if (times.length >= perHour && device)
          await raise(tx, {
            kind: 'tamper',
            device,
            at: now,
            args: { n: times.length },
            evidence: { subjects: own.slice(0, 10).map((one) => one.subject) },
          });
      }
    });
  }

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => look().catch((error) => log.debug({ err: error }, 'the broker’s log cannot be read')));
  }, everyMs);
  return { close: () => clearInterval(timer) };
}
