import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type CheckedPair,
  checkBinding,
  correctBinding,
  deviceBinding,
  heardTags,
  submitBinding,
} from '#modules/device/contract/binding/device-binding.ts';
import { animalsByTags } from '#modules/registry/server/index.ts';
import { markInstalled } from '../catalogue/device.places.ts';
import { holdBindings } from '../ingest/known.ts';
import { correct } from './device-binding.correct.ts';
import { endOf, insertBinding, tellEvents } from './device-binding.ts';

interface DeviceFacts {
  id: number;
  deviceNo: string;
  mac: string | null;
  kind: string;
  status: string;
  principalId: number;
  ownerId: number;
  bankId: number | null;
  insurerId: number | null;
  supervisorId: number | null;
  regionCode: number;
  homeRegion: number;
  modelName: string;
  lastSeenAt: string | null;
  lastEnd: string | null;
  bindingId: number | null;
  boundTo: string | null;
  boundFrom: string | null;
}
interface Worn {
  animalId: number;
  kind: string;
  deviceNo: string;
  deviceId: number;
  fromAt: string;
  toAt: string | null;
}
interface Target {
  id: number;
  text: string;
  earTag: string | null;
  principalId: number;
  status: string;
  entryOn: string | null;
  /** What it wears of each kind, and what it wore in the days a binding may reach back. */
  worn: Worn[];
  formerly: Worn[];
}
interface Judged extends CheckedPair {
  facts: DeviceFacts | null;
  to: Target | null;
}

const backDays = 7;
/** The day in China, as the day of entry is. */
const dayIn = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);

const devicesOf = (tx: Tx, names: readonly string[]) =>
  tx.query<DeviceFacts>(
    `select d.id, d.device_no as "deviceNo", d.mac, d.kind, d.status, d.principal_id as "principalId", d.owner_id
      as "ownerId", d.bank_id as "bankId",
       d.insurer_id as "insurerId", d.supervisor_id as "supervisorId", d.region_code as "regionCode", d.home_region as "homeRegion",
       m.name as "modelName", (select s.last_seen_at from device.device_state s where s.tenant_no = d.tenant_no
         and s.device_id = d.id) as "lastSeenAt",
       (select max(o.to_at) from device.device_binding o where o.tenant_no = d.tenant_no and o.device_id = d.id)
         as "lastEnd",
       b.id as "bindingId", coalesce(b.ear_tag, b.target_text) as "boundTo", b.from_at as "boundFrom"
     from device.device d join device.device_model m on m.id = d.model_id
     left join device.device_binding b on b.tenant_no = d.tenant_no and b.device_id = d.id and b.to_at is null
       and b.role <> 'childOf'
     where upper(d.device_no) = any ($1) or d.mac = any ($1) or upper(d.serial_no) = any ($1)`,
    [names.map((one) => one.toUpperCase())],
  );

async function targetsOf(
  tx: Tx,
  kind: string,
  names: readonly string[],
  principalId: number,
): Promise<Map<string, Target>> {
  const found = new Map<string, Target>();
  if (kind === 'animal') {
    const whole = names.filter((one) => /^\d{15}$/.test(one));
    const tagged = await animalsByTags(tx, 'ear', whole);
    const suffix = names.filter((one) => /^\d{4,14}$/.test(one));
    const rows = await tx.query<{
      tag: string;
      id: number;
      earTag: string;
      principalId: number;
      status: string;
      entryOn: string;
    }>(
      `select w.tag, a.id, a.ear_tag as "earTag", a.principal_id as "principalId", a.status, a.entry_on as "entryOn"
       from unnest($1::text[]) w (tag) join registry.animal_view a on a.id = any ($2) and a.ear_tag = w.tag
         or a.principal_id = $3 and a.status = 'inStock' and length(w.tag) < 15 and a.ear_tag like '%' || w.tag`,
      [[...whole, ...suffix], tagged.map((one) => one.animalId), principalId],
    );
    const worn = await tx.query<Worn>(
      `select b.target_id as "animalId", b.device_kind as kind, d.device_no as "deviceNo", b.device_id as "deviceId",
        b.from_at as "fromAt", b.to_at as "toAt"
       from device.device_binding b join device.device d on d.tenant_no = b.tenant_no and d.id = b.device_id
       where b.tenant_no = $1 and b.target_kind = 'animal' and b.target_id = any ($2)
         and (b.to_at is null or b.to_at > now() - make_interval(days => $3))`,
      [tx.scope.tenantNo, rows.map((one) => one.id), backDays + 1],
    );
    const of = (id: number, isOpen: boolean) =>
      worn.filter((one) => one.animalId === id && (one.toAt === null) === isOpen);
    const times = new Map<string, number>();
    for (const row of rows) times.set(row.tag, (times.get(row.tag) ?? 0) + 1);
    for (const row of rows)
      if (times.get(row.tag) === 1)
        found.set(row.tag, { ...row, text: row.earTag, worn: of(row.id, true), formerly: of(row.id, false) });
    return found;
  }
  if (kind === 'vehicle' || kind === 'site') {
    for (const name of names)
      found.set(name, {
        id: principalId,
        text: name,
        earTag: null,
        principalId,
        status: 'inStock',
        entryOn: null,
        worn: [],
        formerly: [],
      });
    return found;
  }
  const text =
    kind === 'pen'
      ? `select p.pen_no as tag, p.id, h.name || ' ' || p.pen_no as text, p.principal_id as "principalId"
        from registry.pen_view p
         join registry.house_view h on h.id = p.hovel_id where p.principal_id = $1 and (p.pen_no = any ($2)
           or p.id::text = any ($2))`
      : `select h.name as tag, h.id, h.name as text, h.principal_id as "principalId" from registry.house_view h
         where h.principal_id = $1 and (h.name = any ($2) or h.id::text = any ($2))`;
  for (const row of await tx.query<Pick<Target, 'id' | 'text' | 'principalId'> & { tag: string }>(text, [
    principalId,
    names,
  ]))
    for (const key of [row.tag, String(row.id)])
      if (names.includes(key))
        found.set(key, { ...row, earTag: null, status: 'inStock', entryOn: null, worn: [], formerly: [] });
  return found;
}

interface Asked {
  principalId: number;
  mode: 'bind' | 'replace' | 'unbind';
  targetKind: string;
  pairs: readonly { device: string; target: string }[];
}

/** R8: not before the device was free, nor before the animal came or took off its last device of the kind. */
function isTooEarly(at: string, facts: DeviceFacts, to: Target): boolean {
  const ends = [facts.lastEnd, ...to.formerly.filter((one) => one.kind === facts.kind).map((one) => one.toAt)];
  const begins = [facts.boundFrom, ...to.worn.filter((one) => one.kind === facts.kind).map((one) => one.fromAt)];
  const isBefore = (moment: string | null) => moment !== null && Date.parse(at) < Date.parse(moment);
  return ends.some(isBefore) || begins.some(isBefore) || (to.entryOn !== null && dayIn(at) < to.entryOn);
}

/** R6, R7: each pair by itself; the second of two that want the same is refused as well. */
async function judge({ tx, say }: Pick<Call, 'tx' | 'say'>, asked: Asked, at: string | null): Promise<Judged[]> {
  const [devices, targets] = await Promise.all([
    devicesOf(
      tx,
      asked.pairs.map((one) => one.device),
    ),
    targetsOf(tx, asked.targetKind, asked.pairs.map((one) => one.target).filter(Boolean), asked.principalId),
  ]);
  const usedDevices = new Set<number>();
  const usedTargets = new Set<string>();
  return asked.pairs.map((pair): Judged => {
    const name = pair.device.toUpperCase();
    const facts =
      devices.find((one) => one.deviceNo === name || one.mac === name) ??
      devices.find((one) => one.deviceNo.endsWith(name)) ??
      null;
    const to = targets.get(pair.target) ?? null;
    const base: Judged = {
      ...pair,
      level: 'ok',
      words: [],
      bizCode: null,
      deviceId: facts?.id ?? null,
      targetId: to?.id ?? null,
      modelName: facts?.modelName ?? null,
      lastSeenAt: facts?.lastSeenAt ?? null,
      present: null,
      facts,
      to,
    };
    const no = (bizCode: string, key: string, args: Record<string, string> = {}): Judged => ({
      ...base,
      level: 'error',
      bizCode,
      words: [say(`device.bind.${key}`, args)],
    });
    if (!facts) return no('unknownDevice', 'unknownDevice');
    if (usedDevices.has(facts.id)) return no('twice', 'twice');
    usedDevices.add(facts.id);
    if (facts.bindingId !== null)
      base.present = { deviceNo: facts.deviceNo, earTag: facts.boundTo, fromAt: facts.boundFrom as string };
    if (asked.mode === 'unbind') return facts.bindingId === null ? no('notBound', 'notBound') : base;
    if (!to) return no('unknownTarget', asked.targetKind === 'animal' ? 'unknownAnimal' : 'unknownPlace');
    if (to.status !== 'inStock') return no('notInStock', 'notInStock', { status: `@dict.animal_status.${to.status}` });
    if (facts.principalId !== asked.principalId || to.principalId !== asked.principalId)
      return no('holderDiffers', 'holderDiffers');
    if (facts.status !== 'idle' && facts.status !== 'active') return no('notUsable', 'notUsable');
    if (at && Date.parse(at) < Date.now() - backDays * 86_400_000) return no('tooEarly', 'tooFarBack');
    if (at && isTooEarly(at, facts, to)) return no('tooEarly', 'tooEarly');
    const same = to.worn.find((one) => one.kind === facts.kind);
    if (asked.mode === 'bind' && facts.bindingId !== null) return no('worn', 'worn', { earTag: facts.boundTo ?? '' });
    if (asked.mode === 'bind' && same) {
      base.present = { deviceNo: same.deviceNo, earTag: to.earTag, fromAt: same.fromAt };
      return no('animalHas', 'animalHas', { deviceNo: same.deviceNo });
    }
    const key = `${to.id}:${facts.kind}`;
    if (asked.targetKind === 'animal' && usedTargets.has(key)) return no('twice', 'twice');
    usedTargets.add(key);
    if (!facts.lastSeenAt) return { ...base, level: 'warn', words: [say('device.bind.neverSeen')] };
    return base;
  });
}

const answer = ({ facts: _f, to: _t, ...pair }: Judged): CheckedPair => pair;

export const bindingRoutes = (): Route[] => [
  ...serveResource(deviceBinding)({
    expressions: {
      regionCode: 'nullif(t.region_code, 0)',
      targetText: 'coalesce(t.ear_tag, t.target_text)',
      animalId: "case when t.target_kind = 'animal' then t.target_id end",
      open: '(t.to_at is null)',
      days: `floor(extract(epoch from coalesce(t.to_at, now()) - t.from_at) / 86400)::int`,
      replacedBy: `(select d.device_no from device.device_binding n join device.device d on d.id = n.device_id
        where n.previous_id = t.id limit 1)`,
    },
  }),
  serve('device', checkBinding, async (call) =>
    call.database.transaction(call.actor.scope, async (tx) =>
      (await judge({ tx, say: call.say }, call.body, null)).map(answer),
    ),
  ),
  serve('device', submitBinding, async (call) => {
    const { mode, targetKind, photos, reason, at } = call.body;
    if (!call.actor.scope.principals.includes(call.body.principalId)) {
      const seen = await call.tx.query(
        'select 1 from device.device where principal_id = $1 and owner_id = any ($2) limit 1',
        [call.body.principalId, call.actor.scope.principals],
      );
      if (seen.length === 0) throw invalid([{ field: 'principalId', key: 'error.field.ref' }]);
    }
    await holdBindings(call.tx);
    const judged = await judge(call, call.body, at ?? null);
    const good = judged.filter((one) => one.level !== 'error');
    const userId = call.actor.userId;
    let ended = 0;
    const bound: Parameters<typeof tellEvents>[2][number][] = [];
    for (const { facts, to } of good) {
      if (!facts) continue;
      const before =
        mode === 'bind'
          ? []
          : [facts.id, ...(to?.worn.filter((one) => one.kind === facts.kind).map((one) => one.deviceId) ?? [])];
      const gone = await endOf(
        call.tx,
        [...new Set(before)],
        mode === 'unbind' ? (reason ?? 'returned') : 'replaced',
        userId,
        {
          ...(at && { at }),
          ...(mode === 'unbind' && { photos }),
        },
      );
      ended += gone.length;
      if (mode === 'unbind' || !to) continue;
      const id = await insertBinding(
        call.tx,
        {
          ...facts,
          deviceId: facts.id,
          deviceKind: facts.kind,
          targetKind,
          targetId: to.id,
          targetText: to.text,
          earTag: to.earTag,
          role: targetKind === 'animal' || targetKind === 'vehicle' ? 'wears' : 'placedAt',
          fromAt: at ?? null,
          photos,
          previousId: gone[0]?.id ?? null,
        },
        userId,
      );
      bound.push({
        id,
        deviceId: facts.id,
        deviceNo: facts.deviceNo,
        targetKind,
        targetId: to.id,
        principalId: facts.principalId,
        regionCode: facts.homeRegion,
      });
    }
    await tellEvents(call.tx, 'deviceBound', bound, {});
    await markInstalled(
      call.tx,
      bound.map((one) => one.deviceId),
    );
    call.answer.msg = call.say('ok.saved');
    return { bound: bound.length, ended, refused: judged.filter((one) => one.level === 'error').map(answer) };
  }),
  serve('device', correctBinding, async (call) => {
    const { id, fromAt, toAt, earTag, reason } = call.body;
    if (toAt !== null && toAt <= fromAt) throw invalid([{ field: 'toAt', key: 'error.field.range' }]);
    const animals = earTag ? await animalsByTags(call.tx, 'ear', [earTag]) : [];
    if (earTag && animals.length === 0) throw notFound();
    const [row] = await call.tx.query<{ principalId: number }>(
      'select principal_id as "principalId" from device.device_binding where id = $1',
      [id],
    );
    if (!row) throw notFound();
    if (animals[0] && animals[0].principalId !== row.principalId)
      throw refusal('holderDiffers', 'device.bind.holderDiffers');
    const moved = await correct(call.tx, { id, fromAt, toAt, animal: animals[0] ?? null, reason });
    call.answer.msg = call.say('ok.saved');
    return { moved };
  }),
  serve('device', heardTags, async (call) => {
    const { gatewayId, principalId, unbound } = call.query;
    const [rows] = await call.database.read<[never]>(call.actor.scope, {
      text: `select h.tag_no as "tagNo", h.device_id as "deviceId", g.device_no as "gatewayNo", h.last_at
        as "lastAt", h.rssi, h.times, b.ear_tag as "earTag"
             from device.tag_heard h join device.device g on g.id = h.gateway_id
             left join device.device_binding b on b.tenant_no = h.tenant_no and b.device_id = h.device_id
               and b.to_at is null and b.role <> 'childOf'
             where ($1::bigint is null or h.gateway_id = $1) and ($2::bigint is null or h.principal_id = $2)
               and (not $3 or b.id is null)
             order by h.last_at desc limit 500`,
      values: [gatewayId ?? null, principalId ?? null, unbound === 'true'],
    });
    return rows;
  }),
];
