/** What devices send: `iot/{tenantNo}/up/{deviceNo}/{type}`, JSON, one of these types. */
export const messageTypes = ['pos', 'scan', 'env', 'weigh', 'count', 'stat', 'evt', 'ack', 'hello', 'will'] as const;
export type MessageType = (typeof messageTypes)[number];

export interface PosItem {
  t: number;
  lon: number;
  lat: number;
  acc?: number;
  spd?: number;
  hdg?: number;
  src?: 'g' | 'l' | 'b';
  crs?: 'gcj02';
  bcn?: string;
  act?: number;
  tmp?: number;
  bat?: number;
}
export interface ScanItem {
  id: string;
  t: number;
  rssi: number;
  n?: number;
  tmp?: number;
  act?: number;
  bat?: number;
  evt?: string;
}
export interface EnvItem {
  t: number;
  m: Record<string, number>;
}
export interface WeighItem {
  n: number;
  t: number;
  kg: number;
  st?: 0 | 1;
  rfid?: string;
  tag?: string;
}
export interface CountItem {
  ch: number;
  t: number;
  n: number;
  conf: number;
}
export interface EventItem {
  t: number;
  e: string;
  val?: number;
}
export interface StatItem {
  bat?: number;
  csq?: number;
  rssi?: number;
  fw?: string;
  up?: number;
}
export interface AckItem {
  cid: number;
  ok: boolean;
  err?: string;
}

/** The canonical message. `boot` counts restarts, `seq` messages within one, `at` is the device's clock when it sent (ms). */
export interface Message {
  v: 1;
  boot?: number;
  seq?: number;
  at?: number;
  d: readonly unknown[];
  gw?: { csq?: number; bat?: number };
}

const most: Record<MessageType, number> = {
  pos: 60,
  scan: 500,
  env: 60,
  weigh: 100,
  count: 20,
  stat: 1,
  evt: 20,
  ack: 1,
  hello: 1,
  will: 1,
};
export const mostBytes = (type: MessageType): number => (type === 'scan' ? 65_536 : 8192);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown, max: number) => typeof value === 'string' && value.length > 0 && value.length <= max;

const isItem: Record<MessageType, (item: Record<string, unknown>) => boolean> = {
  pos: ({ t, lon, lat }) =>
    isNumber(t) && isNumber(lon) && isNumber(lat) && Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
  scan: ({ id, t, rssi }) => isText(id, 40) && isNumber(t) && isNumber(rssi),
  env: ({ t, m }) => isNumber(t) && isObject(m) && Object.values(m).every(isNumber),
  weigh: ({ n, t, kg }) => isNumber(n) && isNumber(t) && isNumber(kg),
  count: ({ ch, t, n, conf }) => isNumber(ch) && isNumber(t) && isNumber(n) && isNumber(conf),
  stat: () => true,
  evt: ({ t, e }) => isNumber(t) && isText(e, 20),
  ack: ({ cid }) => isNumber(cid),
  hello: () => true,
  will: () => true,
};

/** Checked by hand: at a thousand a second a schema library takes more time than the database. */
export function readMessage(type: MessageType, text: string): Message | 'badJson' | 'badSchema' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'badJson';
  }
  if (!isObject(value)) return 'badSchema';
  const items =
    type === 'will' || type === 'hello' || type === 'stat' || type === 'ack' ? (value.d ?? [value]) : value.d;
  if (!Array.isArray(items) || items.length > most[type]) return 'badSchema';
  for (const item of items) if (!isObject(item) || !isItem[type](item)) return 'badSchema';
  for (const name of ['boot', 'seq'] as const) {
    const count = value[name];
    if (count !== undefined && !(Number.isSafeInteger(count) && (count as number) >= 0)) return 'badSchema';
  }
  if (value.at !== undefined && !isNumber(value.at)) return 'badSchema';
  return { ...(value as object), v: 1, d: items } as unknown as Message;
}

export const upTopic = (tenantNo: number, deviceNo: string): string => `iot/${tenantNo}/up/${deviceNo}`;
export const downTopic = (tenantNo: number, deviceNo: string): string => `iot/${tenantNo}/down/${deviceNo}/cmd`;
