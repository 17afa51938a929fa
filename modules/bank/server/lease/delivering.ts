import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import {
  deliverDevices,
  leaseTotals,
  leaseUnits,
  moveDevice,
  replaceDevice,
  returnDevices,
} from '#modules/bank/contract/lease/lease.ts';
import { devicesNamed, type Lendable, lendDevices, takeBackDevices } from '#modules/device/server/index.ts';
import { isViolation, refuse } from '../refusals.ts';
import { type Lease, leaseFor, mustLet } from './device-lease.ts';
import { closeLines, insertLines, type NewLine, type OpenLine, openLines } from './lease-line.ts';

type Any = Call;
const noun = 'bank.deviceLease';

async function keepPhotos(tx: Tx, photos: readonly number[], leaseId: number): Promise<void> {
  if (photos.length === 0) return;
  if ((await photoUsed(tx, photos, { use: noun })).length > 0) throw refuse('photoUsed');
  await linkFiles(tx, photos, noun, leaseId);
}

/** The lessor's own devices of these numbers, all of them and none in another lease. */
async function lendable(tx: Tx, lease: Lease, deviceNos: readonly string[]): Promise<Lendable[]> {
  const wanted = [...new Set(deviceNos.map((one) => one.toUpperCase()))];
  const found = await devicesNamed(tx, wanted);
  const own = found.filter((one) => one.ownerId === lease.lessorId && !['scrapped', 'lost'].includes(one.status));
  const missing = wanted.filter((no) => !own.some((one) => one.deviceNo === no));
  if (missing.length > 0) throw refuse('notLettable', { list: missing.slice(0, 5).join('、') });
  return own;
}
/** R49: two that deliver one device at once: one of them is told that it is let. */
async function deliver(
  tx: Tx,
  lease: Lease,
  lines: readonly NewLine[],
  how: { readonly state: string; readonly photos: readonly number[] },
): Promise<number[]> {
  const taken = await openLines(tx, { deviceNos: lines.map((one) => one.deviceNo) });
  if (taken.length > 0) throw refuse('leased', { list: taken.map((one) => one.deviceNo).join('、') });
  try {
    const made = await insertLines(tx, lease.id, today(), lines, how);
    await lendDevices(
      tx,
      lines.map((one) => one.deviceId),
      lease.lesseeId,
    );
    return made.map((one) => one.id);
  } catch (error) {
    if (isViolation(error, 'one_open_lease_line') || isViolation(error, 'leased_once'))
      throw refuse('leased', { list: lines.map((one) => one.deviceNo).join('、') });
    throw error;
  }
}
const lineOf = (one: Lendable, monthRent: number, deviceValue: number): NewLine => ({
  deviceId: one.id,
  deviceNo: one.deviceNo,
  kind: one.kind,
  modelId: one.modelId,
  monthRent,
  deviceValue,
});

interface Returned {
  readonly state: 'good' | 'damaged' | 'lost';
  readonly note?: string | undefined;
  readonly photos: readonly number[];
}
async function takeBack(call: Any, lines: readonly OpenLine[], how: Returned): Promise<void> {
  if (how.state !== 'good' && !how.note) throw invalid([{ field: 'note', key: 'error.field.required' }]);
  await closeLines(
    call.tx,
    lines.map((one) => one.id),
    today(),
    { state: how.state, note: how.note ?? null, photos: how.photos },
  );
  await takeBackDevices(
    call.tx,
    lines.map((one) => one.deviceId),
    how.state,
    call.actor,
  );
}
async function oneLine(tx: Tx, lineId: number): Promise<OpenLine> {
  const [line] = await openLines(tx, { lineId });
  if (!line) throw notFound();
  return line;
}

export const deliveringRoutes = (): Route[] => [
  serve('bank', deliverDevices, async (call) => {
    const { leaseId, deviceNos, monthRentCents, deviceValueCents, state, photos } = call.body;
    const lease = await leaseFor(call as unknown as Any, leaseId);
    const devices = await lendable(call.tx, lease, deviceNos);
    await keepPhotos(call.tx, photos, leaseId);
    const made = await deliver(
      call.tx,
      lease,
      devices.map((one) => lineOf(one, monthRentCents, deviceValueCents)),
      { state, photos },
    );
    call.answer.msg = call.say('ok.saved');
    return { delivered: made.length };
  }),
  serve('bank', returnDevices, async (call) => {
    const { leaseId, deviceNos, ...how } = call.body;
    await leaseFor(call as unknown as Any, leaseId, ['active', 'ending']);
    const wanted = [...new Set(deviceNos.map((one) => one.toUpperCase()))];
    const lines = await openLines(call.tx, { leaseId, deviceNos: wanted });
    const missing = wanted.filter((no) => !lines.some((one) => one.deviceNo === no));
    if (missing.length > 0) throw refuse('notLet', { list: missing.slice(0, 5).join('、') });
    await keepPhotos(call.tx, how.photos, leaseId);
    await takeBack(call as unknown as Any, lines, how);
    const left = await openLines(call.tx, { leaseId });
    call.answer.msg = call.say('ok.saved');
    return { returned: lines.length, left: left.length };
  }),
  serve('bank', replaceDevice, async (call) => {
    const { lineId, deviceNo, ...how } = call.body;
    const line = await oneLine(call.tx, lineId);
    const lease = await leaseFor(call as unknown as Any, line.leaseId);
    const [device] = await lendable(call.tx, lease, [deviceNo]);
    if (!device) throw notFound();
    await keepPhotos(call.tx, how.photos, lease.id);
    await takeBack(call as unknown as Any, [line], how);
    const [id] = await deliver(call.tx, lease, [lineOf(device, line.monthRent, line.deviceValue)], {
      state: 'good',
      photos: [],
    });
    call.answer.msg = call.say('ok.saved');
    return { lineId: id ?? 0 };
  }),
  serve('bank', moveDevice, async (call) => {
    const line = await oneLine(call.tx, call.body.lineId);
    const from = await leaseFor(call as unknown as Any, line.leaseId, ['active', 'ending']);
    const to = await leaseFor(call as unknown as Any, call.body.toLeaseId);
    mustLet(call, to.lessorId);
    if (to.id === from.id) throw invalid([{ field: 'toLeaseId', key: 'error.field.range' }]);
    await takeBack(call as unknown as Any, [line], { state: 'good', photos: [] });
    const [device] = await lendable(call.tx, to, [line.deviceNo]);
    if (!device) throw notFound();
    const [id] = await deliver(call.tx, to, [lineOf(device, line.monthRent, line.deviceValue)], {
      state: 'good',
      photos: [],
    });
    call.answer.msg = call.say('ok.saved');
    return { lineId: id ?? 0 };
  }),
  serve('bank', leaseUnits, async (call) => {
    const { tenantNo } = call.actor;
    const found = await call.database.transaction(call.actor.scope, (tx) =>
      tx.query<{ id: number; name: string; type: string; regionCode: number; masked: boolean }>(
        `select id, name, type, "regionCode", masked from registry.find_receivers($1, '')`,
        [call.query.words],
      ),
    );
    return found
      .filter((one) => !one.masked)
      .map(({ id, name, type, regionCode }) => ({
        id,
        name,
        typeName: lookups().dictLabel('principal_type', type, tenantNo, call.language) ?? type,
        regionName: lookups().regionName(regionCode, call.language) ?? '',
      }));
  }),
  serve('bank', leaseTotals, async (call) => {
    const [kinds, [sums]] = await call.database.read<
      [{ kind: string; n: number; rent: number }, { due: number; overdue: number; paid: number }]
    >(
      call.actor.scope,
      {
        text: `select device_kind as kind, count(*)::int as n, coalesce(sum(month_rent), 0)::bigint as rent
          from bank.lease_line where tenant_no = kit.tenant() and returned_on is null group by 1 order by 2 desc`,
        values: [],
      },
      {
        text: `select coalesce(sum(amount) filter (where status = 'due'), 0)::bigint as due,
            coalesce(sum(amount) filter (where status = 'overdue'), 0)::bigint as overdue,
            coalesce(sum(amount) filter (where status = 'paid'), 0)::bigint as paid
          from bank.lease_bill where tenant_no = kit.tenant()`,
        values: [],
      },
    );
    const { tenantNo } = call.actor;
    return {
      kinds: kinds.map(({ kind, n }) => ({
        kind,
        n,
        kindName: lookups().dictLabel('device_kind', kind, tenantNo, call.language) ?? kind,
      })),
      rentCents: kinds.reduce((sum, one) => sum + one.rent, 0),
      dueCents: sums?.due ?? 0,
      overdueCents: sums?.overdue ?? 0,
      paidCents: sums?.paid ?? 0,
    };
  }),
];
