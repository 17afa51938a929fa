import type { Tx } from '#kit/server/db/database.ts';
import type { DeviceAlarmKind } from '#modules/device/contract/rule/alarm-kinds.ts';
import type {
  AckItem,
  CountItem,
  EnvItem,
  EventItem,
  Message,
  MessageType,
  PosItem,
  ScanItem,
  StatItem,
  WeighItem,
} from '#modules/device/contract/telemetry/message.ts';
import { ackCommand, dueCommands } from '../catalogue/device-command.ts';
import { saveCounts } from '../video/video-count.ts';
import { takeScaleWeights } from '../weighing/from-scale.ts';
import { type Raised, raise, settle } from './alarms.ts';
import type { Fix } from './fences.ts';
import { bindingAt, type Known } from './known.ts';
import { fromGcj02, metres } from './places.ts';
import type { Days } from './rows/device-day.ts';
import type { Party, PositionRow } from './rows/device-position.ts';
import type { ReadingRow } from './rows/device-reading.ts';
import type { Rejected } from './rows/device-reject.ts';
import type { StateChange } from './rows/device-state.ts';
import type { Heard } from './rows/tag-heard.ts';
import type { Measured } from './rules.ts';
import { eventTime, skewOf, type Timed, usualLimits } from './times.ts';

interface Letter {
  boot: number;
  seq: number;
  receivedAt: number;
  subject: string;
  text: string;
}

const sources = { g: 'gnss', l: 'lbs', b: 'ble' } as const;
/** Item keys to metric codes. */
const scanMetrics = { tmp: 'bodyTemp', act: 'activity', bat: 'bat', rssi: 'rssi' } as const;
const events: Record<string, DeviceAlarmKind> = {
  strapOff: 'strapOff',
  strapCut: 'strapOff',
  tamper: 'strapOff',
  estrus: 'estrus',
  calving: 'calving',
  fever: 'fever',
  fall: 'noMotion',
};
const tagWindow = 600_000;
const fastest = 120 / 3.6;
const lowReports = 3;

/** R11: the state of a device is its present holder's; what is told late of another's days stays out of it. */
const isOfNow = (device: Known, party: Party): boolean => party.principalId === device.principalId;

/** What the items of a batch come to, in memory; written by the batch in a handful of statements. */
export class Work {
  readonly positions: PositionRow[] = [];
  readonly readings: ReadingRow[] = [];
  readonly heard: Heard[] = [];
  readonly fixes: Fix[] = [];
  readonly measured: Measured[] = [];
  readonly #states = new Map<number, StateChange>();
  readonly #alarms: Raised[] = [];
  readonly #settled: { kind: DeviceAlarmKind; deviceId: number }[] = [];
  readonly #weights: { device: Known; items: readonly WeighItem[]; receivedAt: number }[] = [];
  readonly #counts: { device: Known; items: readonly CountItem[]; receivedAt: number }[] = [];
  readonly #acks: { device: Known; item: AckItem }[] = [];

  readonly known: ReadonlyMap<string, Known>;
  readonly days: Days;
  readonly rejected: Rejected[];

  constructor(known: ReadonlyMap<string, Known>, days: Days, rejected: Rejected[]) {
    this.known = known;
    this.days = days;
    this.rejected = rejected;
  }

  states(): StateChange[] {
    return [...this.#states.values()];
  }

  take(device: Known, type: MessageType, message: Message, letter: Letter): { late: boolean } {
    const state = this.#heardOf(device, letter.receivedAt);
    let late = false;
    const each = <T extends { t: number }>(items: readonly T[], use: (item: T, n: number, timed: Timed) => void) => {
      const newest = items.reduce((most, item) => Math.max(most, item.t), -Infinity);
      for (const [n, item] of items.entries()) {
        const skew = skewOf({ now: device.skewNow, since: null, before: device.skewBefore });
        const timed = eventTime(item.t, letter.receivedAt, skew);
        // R15: without a clock only the newest says something, and that is now.
        if (timed === 'noClock' && item.t === newest) use(item, n, { eventAt: letter.receivedAt, marks: ['noClock'] });
        else if (typeof timed === 'string') this.#refuse(device, letter, timed, `item ${n}`);
        else {
          if (timed.marks.includes('late')) late = true;
          use(item, n, timed);
        }
      }
    };
    if (type === 'pos')
      each(message.d as PosItem[], (item, n, timed) => this.#position(device, state, item, n, timed, letter));
    if (type === 'env')
      each(message.d as EnvItem[], (item, n, timed) => this.#reading(device, item.m, 'env', n, timed, letter, null));
    if (type === 'scan') {
      this.#status(device, state, message.gw ?? {}, letter.receivedAt);
      each(message.d as ScanItem[], (item, n, timed) => this.#scan(device, item, n, timed, letter));
    }
    if (type === 'evt') each(message.d as EventItem[], (item, _n, timed) => this.#event(device, item, timed, letter));
    if (type === 'weigh') {
      const items = message.d as WeighItem[];
      each(items, (item, n, timed) => this.#reading(device, { kg: item.kg }, 'weigh', n, timed, letter, null));
      this.#weights.push({ device, items, receivedAt: letter.receivedAt });
    }
    if (type === 'count') this.#counts.push({ device, items: message.d as CountItem[], receivedAt: letter.receivedAt });
    if (type === 'stat' || type === 'hello')
      this.#status(device, state, (message.d[0] ?? {}) as StatItem, letter.receivedAt);
    if (type === 'ack') this.#acks.push({ device, item: message.d[0] as AckItem });
    if (type === 'will') state.silentDue = letter.receivedAt + 120_000;
    return { late };
  }

  /** R17, R25: heard of now, whenever it happened. */
  #heardOf(device: Known, receivedAt: number): StateChange {
    const before = device.lastSeen;
    if (before !== null && receivedAt > before && receivedAt - before <= device.offlineAfter * 1000)
      this.days.of(device, receivedAt).onlineSeconds += (receivedAt - before) / 1000;
    if (before === null || receivedAt - before > device.offlineAfter * 1000) this.#back(device);
    device.lastSeen = Math.max(before ?? 0, receivedAt);
    let state = this.#states.get(device.id);
    const silentDue = device.lastSeen + device.offlineAfter * 1000;
    if (!state) {
      const none = {
        gatewayId: null,
        beaconId: null,
        acc: null,
        source: null,
        speed: null,
        signalPct: null,
        firmware: null,
      };
      state = { device, silentDue, ...none };
      this.#states.set(device.id, state);
    }
    state.silentDue = silentDue;
    return state;
  }

  #back(device: Known): void {
    const kind: DeviceAlarmKind =
      device.kind === 'gateway' ? 'gatewayOffline' : device.kind === 'earTag' ? 'notSeen' : 'deviceOffline';
    if (device.lastSeen !== null) this.#settled.push({ kind, deviceId: device.id });
    if (device.status === 'lost') this.#alarms.push({ kind: 'lostSeen', device, at: Date.now() });
  }

  #refuse(device: Known, letter: Letter, reason: string, detail: string): void {
    this.rejected.push({ ...letter, deviceNo: device.deviceNo, deviceId: device.id, reason, detail, raw: letter.text });
  }

  /** R9, R11: the holder of the moment. What a device says that waits to be fetched from somebody else's animal is nobody's. */
  #party(
    device: Known,
    eventAt: number,
    receivedAt: number,
  ): Party & { animalId: number | null; targetKind: string | null; targetId: number | null } {
    const binding = bindingAt(device, Math.min(eventAt, receivedAt));
    if (!binding) {
      const nobody = device.toCollect;
      return {
        regionCode: nobody ? 0 : device.regionCode,
        principalId: nobody ? 0 : device.principalId,
        bankId: nobody ? null : device.bankId,
        insurerId: nobody ? null : device.insurerId,
        animalId: null,
        targetKind: null,
        targetId: null,
      };
    }
    const { regionCode, principalId, bankId, insurerId, targetKind, targetId } = binding;
    return {
      regionCode,
      principalId,
      bankId,
      insurerId,
      targetKind,
      targetId,
      animalId: targetKind === 'animal' ? targetId : null,
    };
  }

  #position(device: Known, state: StateChange, item: PosItem, n: number, timed: Timed, letter: Letter): void {
    const [longitude, latitude] = item.crs === 'gcj02' ? fromGcj02(item.lon, item.lat) : [item.lon, item.lat];
    const { eventAt } = timed;
    const { targetKind: _k, targetId: _i, ...party } = this.#party(device, eventAt, letter.receivedAt);
    const marks = [...timed.marks];
    const acc = item.acc ?? null;
    const isNewer = device.locationAt === null || eventAt > device.locationAt;
    let good = true;
    if (acc !== null && acc > 200) {
      marks.push('inexact');
      good = false;
    } else if (isNewer && !this.#follows(device, longitude, latitude, eventAt)) {
      marks.push('jump');
      good = false;
    }
    const beacon = item.bcn ? this.known.get(item.bcn) : undefined;
    const row = {
      ...party,
      deviceId: device.id,
      eventAt,
      receivedAt: letter.receivedAt,
      boot: letter.boot,
      seq: letter.seq,
      n,
      marks,
    };
    this.positions.push({
      ...row,
      longitude,
      latitude,
      acc,
      speed: item.spd ?? null,
      heading: item.hdg ?? null,
      source: sources[item.src ?? 'g'],
      beaconId: beacon?.id ?? null,
    });
    const lateBy = letter.receivedAt - eventAt;
    const about = { late: timed.marks.includes('late'), mute: lateBy > usualLimits.lateAlarmMinutes * 60_000 };
    if (good) {
      this.fixes.push({ device, at: eventAt, longitude, latitude, acc, ...about });
      if (isNewer && isOfNow(device, party)) {
        if (device.longitude !== null && device.latitude !== null) {
          const step = metres(device.longitude, device.latitude, longitude, latitude);
          // R61: standing still wanders a little.
          if (step >= 15) this.days.of(device, eventAt).distance += step;
        }
        [device.longitude, device.latitude, device.locationAt] = [longitude, latitude, eventAt];
        state.acc = acc;
        state.source = sources[item.src ?? 'g'];
        state.speed = item.spd ?? null;
        state.beaconId = beacon?.id ?? null;
      }
    }
    const metrics: Record<string, number> = {};
    if (item.act !== undefined) metrics.activity = item.act;
    if (item.tmp !== undefined) metrics.bodyTemp = item.tmp;
    if (item.spd !== undefined && good) metrics.speed = item.spd;
    if (item.bat !== undefined) this.#battery(device, item.bat, eventAt);
    if (Object.keys(metrics).length > 0) {
      this.#forward(device, party, metrics, eventAt);
      this.measured.push({ device, at: eventAt, metrics, ...about });
    }
    if (device.lastEvent === null || eventAt > device.lastEvent) device.lastEvent = eventAt;
  }

  /** R20: a fix too far from the last good one counts only once two more agree with it. */
  #follows(device: Known, longitude: number, latitude: number, at: number): boolean {
    if (device.longitude === null || device.latitude === null || device.locationAt === null) return true;
    const reachable = (lon: number, lat: number) =>
      metres(lon, lat, longitude, latitude) <= Math.max(200, (fastest * (at - (device.locationAt as number))) / 1000);
    if (reachable(device.longitude, device.latitude)) {
      device.jumpCount = 0;
      return true;
    }
    const agrees =
      device.jumpLongitude !== null &&
      device.jumpLatitude !== null &&
      metres(device.jumpLongitude, device.jumpLatitude, longitude, latitude) <= 2000;
    device.jumpCount = agrees ? device.jumpCount + 1 : 1;
    [device.jumpLongitude, device.jumpLatitude] = [longitude, latitude];
    if (device.jumpCount < 3) return false;
    device.jumpCount = 0;
    return true;
  }

  /** R5: a gateway speaks for the tag; what it says belongs to the tag's holder, once in ten minutes. */
  #scan(gateway: Known, item: ScanItem, n: number, timed: Timed, letter: Letter): void {
    const tag = this.known.get(item.id);
    this.heard.push({ tagNo: item.id, gateway, deviceId: tag?.id ?? null, at: timed.eventAt, rssi: item.rssi });
    if (!tag || tag.status === 'scrapped' || tag.status === 'suspended') return;
    const metrics: Record<string, number> = {};
    for (const [from, to] of Object.entries(scanMetrics)) {
      const value = (item as unknown as Record<string, number | undefined>)[from];
      if (value !== undefined) metrics[to] = value;
    }
    const sameWindow =
      tag.readingAt !== null && Math.floor(tag.readingAt / tagWindow) === Math.floor(timed.eventAt / tagWindow);
    const stronger = tag.rssi === null || item.rssi > tag.rssi;
    const state = this.#heardOf(tag, letter.receivedAt);
    if (!sameWindow || stronger) [state.gatewayId, tag.rssi] = [gateway.id, Math.round(item.rssi)];
    if (item.bat !== undefined) this.#battery(tag, item.bat, timed.eventAt);
    if (item.evt) this.#event(tag, { t: item.t, e: item.evt }, timed, letter);
    if (sameWindow) return;
    this.#reading(tag, metrics, 'scan', n, timed, letter, gateway.id);
  }

  #reading(
    device: Known,
    all: Record<string, number>,
    kind: string,
    n: number,
    timed: Timed,
    letter: Letter,
    gatewayId: number | null,
  ): void {
    const metrics: Record<string, number> = {};
    for (const [code, value] of Object.entries(all)) {
      const range = device.ranges.get(code);
      // R19: one measure that cannot be is refused; the rest of the message stays.
      if (range && (value < (range.min ?? -Infinity) || value > (range.max ?? Infinity)))
        this.#refuse(device, letter, 'outOfRange', `${code} ${value}`);
      else metrics[code] = value;
    }
    if (Object.keys(metrics).length === 0) return;
    // R50: the two make one index of heat, where both can be.
    if (metrics.temp !== undefined && metrics.hum !== undefined)
      metrics.thi = Math.round((0.8 * metrics.temp + (metrics.hum / 100) * (metrics.temp - 14.4) + 46.4) * 10) / 10;
    const { eventAt } = timed;
    const party = this.#party(device, eventAt, letter.receivedAt);
    this.readings.push({
      ...party,
      deviceId: device.id,
      eventAt,
      receivedAt: letter.receivedAt,
      boot: letter.boot,
      seq: letter.seq,
      n,
      kind,
      metrics,
      gatewayId,
      marks: timed.marks,
    });
    this.#forward(device, party, metrics, eventAt);
    const late = timed.marks.includes('late');
    this.measured.push({
      device,
      at: eventAt,
      metrics,
      late,
      mute: letter.receivedAt - eventAt > usualLimits.lateAlarmMinutes * 60_000,
    });
  }

  #forward(device: Known, party: Party, metrics: Record<string, number>, eventAt: number): void {
    if (device.readingAt !== null && eventAt < device.readingAt) return;
    device.readingAt = eventAt;
    if (isOfNow(device, party)) device.values = { ...device.values, ...metrics };
    if (device.lastEvent === null || eventAt > device.lastEvent) device.lastEvent = eventAt;
  }

  #battery(device: Known, percent: number, at: number): void {
    if (device.batteryAt !== null && at <= device.batteryAt) return;
    const before = device.batteryPct;
    [device.batteryPct, device.batteryAt] = [Math.round(percent), at];
    this.days.of(device, at).battery = Math.round(percent);
    device.lowReports = percent <= device.batteryLow ? device.lowReports + 1 : 0;
    if (
      device.lowReports === lowReports ||
      (percent <= 10 && device.lowReports > lowReports && device.lowReports % 20 === 0)
    )
      this.#alarms.push({
        kind: 'lowBattery',
        device,
        at,
        level: percent <= 10 ? 'warn' : 'info',
        args: { value: Math.round(percent) },
        evidence: { percent },
      });
    const enough = device.batteryLow + 10;
    if (before !== null && before <= enough && percent > enough)
      this.#settled.push({ kind: 'lowBattery', deviceId: device.id });
  }

  #status(device: Known, state: StateChange, item: StatItem, receivedAt: number): void {
    if (item.bat !== undefined) this.#battery(device, item.bat, receivedAt);
    if (item.csq !== undefined) state.signalPct = Math.max(0, Math.min(100, Math.round((item.csq / 31) * 100)));
    if (item.rssi !== undefined) device.rssi = Math.round(item.rssi);
    if (item.fw !== undefined) state.firmware = String(item.fw).slice(0, 40);
  }

  #event(device: Known, item: EventItem, timed: Timed, letter: Letter): void {
    const kind = events[item.e];
    if (!kind || letter.receivedAt - timed.eventAt > usualLimits.lateAlarmMinutes * 60_000) return;
    this.#alarms.push({
      kind,
      device,
      at: timed.eventAt,
      late: timed.marks.includes('late'),
      evidence: { event: item.e, value: item.val ?? null },
    });
  }

  /** What needs the database once more: alarms, weighings, counts, commands. */
  async finish(tx: Tx): Promise<void> {
    const alarms = new Map(this.#alarms.map((one) => [`${one.kind}:${one.device.id}`, one]));
    for (const one of alarms.values()) await raise(tx, one);
    const settled = new Map(this.#settled.map((one) => [`${one.kind}:${one.deviceId}`, one]));
    for (const { kind, deviceId } of settled.values()) await settle(tx, kind, deviceId);
    for (const { device, item } of this.#acks) await ackCommand(tx, device.id, item);
    for (const { device, items, receivedAt } of this.#weights) await takeScaleWeights(tx, device.id, items, receivedAt);
    await saveCounts(tx, this.#counts);
    await dueCommands(tx, [...this.#states.keys()]);
  }
}
