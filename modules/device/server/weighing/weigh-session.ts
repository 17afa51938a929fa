import { AppError, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  addWeights,
  findAnimal,
  solveWeight,
  type WeighRecord,
  weighSession,
  weighView,
} from '#modules/device/contract/weighing/weigh-session.ts';
import { openAlarm, regionName } from '#modules/platform/server/index.ts';
import { animalsByTags, writeEvents } from '#modules/registry/server/index.ts';
import { sessionPosted, sessionVoided } from '../extension-points.ts';
import { judgeWeight, type Weighed } from './judge.ts';
import { changeRecord, insertRecord, keepEvents, recordOf, recordsOf, recordsSql } from './weigh-record.ts';

export interface Session {
  id: number;
  docNo: string;
  principalId: number;
  regionCode: number;
  species: string;
  purpose: string;
  status: string;
  endedAt: string | null;
}

const sessionSql = `select id, doc_no as "docNo", principal_id as "principalId", region_code as "regionCode",
  species, purpose, status,
  ended_at as "endedAt" from device.weigh_session`;
export const lockSession = async (tx: Tx, id: number): Promise<Session> => {
  const [row] = await tx.query<Session>(`${sessionSql} where id = $1 for update`, [id]);
  if (!row) throw notFound();
  return row;
};

/** By ear tag, by chip, or by the last digits among the holder's own. */
export async function weighedBy(tx: Tx, tag: string, holderId: number): Promise<Weighed | null> {
  const kind = /^\d{15}$/.test(tag) ? 'ear' : 'electronic';
  const [tagged] = tag.length >= 15 ? await animalsByTags(tx, kind, [tag]) : [];
  const rows = await tx.query<Weighed>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.principal_id as "principalId", a.status, a.species,
      a.birth_date as "birthDate", a.weight,
       a.weight_on as "weightOn" from registry.animal_view a
     where case when $1::bigint is not null then a.id = $1
       else a.principal_id = $2 and a.status = 'inStock' and length($3) >= 3
         and a.ear_tag like '%' || $3 end limit 2`,
    [tagged?.animalId ?? null, holderId, /^\d+$/.test(tag) && tag.length < 15 ? tag : ''],
  );
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

export const dayIn = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);

/** What the session comes to: one statement, whoever changed a record. */
export const sumUp = (tx: Tx, id: number): Promise<unknown[]> =>
  tx.query(
    `update device.weigh_session s set head_count = r.n, sum_kg = r.kg, avg_kg = case
      when r.n > 0 then r.kg / r.n end, adg_kg = r.adg,
       open_marks = r.marks, updated_at = now()
     from (select count(*) filter (where accepted)::int as n, coalesce(sum(kg) filter (where accepted), 0) as kg,
         round(sum(gain_kg) filter (where accepted and at::date - prev_on between 14 and 180)
           / nullif(sum(at::date - prev_on) filter (where accepted and gain_kg is not null
             and at::date - prev_on between 14 and 180), 0), 3) as adg,
         count(*) filter (where marks && array['noTag', 'unknownTag', 'outlier'] and not accepted
           and note is null)::int as marks
       from device.weigh_record where session_id = $1) r where s.id = $1`,
    [id],
  );

export interface RawWeight {
  n: number;
  at: string;
  tag: string | null;
  kg: number;
  bcs: number | null;
  note: string | null;
  manual: boolean;
}

export async function takeWeights(tx: Tx, session: Session, weights: readonly RawWeight[]): Promise<void> {
  for (const one of weights) {
    const animal = one.tag ? await weighedBy(tx, one.tag, session.principalId) : null;
    const judged = judgeWeight(one.kg, dayIn(one.at), session.species, session.principalId, animal, one.tag);
    const noted = one.note && judged.marks.includes('outlier');
    await insertRecord(tx, {
      ...judged,
      accepted: judged.accepted || Boolean(noted),
      sessionId: session.id,
      n: one.n,
      at: one.at,
      tag: one.tag,
      animalId: animal?.animalId ?? null,
      kg: one.kg,
      bcs: one.bcs,
      manual: one.manual,
      note: one.note,
    });
  }
  await sumUp(tx, session.id);
}

const lossShare = 0.08;
const lossDays = 60;

/** Eight percent lighter than within the last two months is worth a look. */
async function tellLosses(tx: Tx, session: Session, records: readonly WeighRecord[]): Promise<void> {
  const lost = records.filter(
    (one) =>
      one.prevKg !== null &&
      one.prevOn !== null &&
      one.kg <= one.prevKg * (1 - lossShare) &&
      Date.parse(dayIn(one.at)) - Date.parse(one.prevOn) <= lossDays * 86_400_000,
  );
  if (lost.length === 0) return;
  const [unit] = await tx.query<{ holder: string }>('select registry.principal_name($1) as holder', [
    session.principalId,
  ]);
  for (const one of lost)
    await openAlarm(tx, {
      kind: 'weightLoss',
      dedupKey: `weightLoss:${one.animalId}`,
      subject: { entity: 'registry.animal', id: one.animalId as number, name: one.earTag ?? '' },
      animalId: one.animalId,
      regionCode: session.regionCode,
      principalId: session.principalId,
      args: {
        subject: one.earTag ?? '',
        animalId: one.animalId as number,
        holder: unit?.holder ?? '',
        place: regionName(session.regionCode) ?? '',
      },
      evidence: { kg: one.kg, prevKg: one.prevKg, prevOn: one.prevOn },
    });
}

/** R47: a `weighed` event for every accepted record, in the transaction that posts. */
export async function post(tx: Tx, session: Session): Promise<void> {
  const records = (await recordsOf(tx, session.id)).filter((one) => one.accepted && one.animalId !== null);
  const open = await tx.query<{ n: number }>('select open_marks as n from device.weigh_session where id = $1', [
    session.id,
  ]);
  if ((open[0]?.n ?? 0) > 0) throw refusal('outlier', 'device.weighSession.marksOpen', { n: open[0]?.n ?? 0 });
  if (records.length === 0) throw refusal('empty', 'device.weighSession.empty');
  const seqs = await writeEvents(
    tx,
    records.map((one) => ({
      animalId: one.animalId as number,
      kind: 'weighed',
      happenedOn: dayIn(one.at),
      principalId: session.principalId,
      regionCode: session.regionCode,
      source: { entity: 'device.weighSession', id: session.id, docNo: session.docNo },
      summary: { kg: one.kg, ...(one.bcs !== null && { bcs: one.bcs }) },
    })),
  );
  const numbers = Array.isArray(seqs) ? seqs : [];
  await keepEvents(
    tx,
    records.map((one, at) => ({ id: one.id, seq: Number(numbers[at] ?? 0) })),
  );
  await tellLosses(tx, session, records);
}

const voidDays = 7;
async function takeBack(tx: Tx, session: Session): Promise<void> {
  if (session.endedAt && Date.parse(session.endedAt) < Date.now() - voidDays * 86_400_000)
    throw refusal('tooLate', 'device.weighSession.tooLate', { n: voidDays });
  const events = await tx.query<{ animalId: number; seq: number; at: string }>(
    `select animal_id as "animalId", event_seq as seq, at from device.weigh_record where session_id = $1
      and event_seq is not null`,
    [session.id],
  );
  if (events.length === 0) return;
  await writeEvents(
    tx,
    events.map((one) => ({
      animalId: one.animalId,
      kind: 'weighed',
      happenedOn: dayIn(one.at),
      principalId: session.principalId,
      regionCode: session.regionCode,
      source: { entity: 'device.weighSession', id: session.id, docNo: session.docNo },
      voidOf: one.seq,
    })),
  );
}

export const mustHold = (call: Call, principalId: number) => {
  if (!call.actor.scope.principals.includes(principalId)) throw new AppError(403, 'error.forbidden');
};

export const weighingRoutes = (): Route[] => [
  ...serveResource(weighSession)({
    before: {
      add: async (call, values) => {
        mustHold(call, values.principalId);
        const [number] = await call.tx.query<{ no: string }>("select kit.doc_no('WS') as no");
        return { docNo: number?.no };
      },
      transition: async (call, move, row) => {
        const session = await lockSession(call.tx, row.id);
        mustHold(call, session.principalId);
        if (move.name === 'post') await post(call.tx, session);
        if (move.name === 'post') await sessionPosted.tell(call.tx, session);
        if (move.name === 'void') await takeBack(call.tx, session);
        if (move.name === 'void') await sessionVoided.tell(call.tx, session);
        return move.name === 'finish' || move.name === 'post' ? { endedAt: new Date().toISOString() } : undefined;
      },
    },
    can: (row, verb, actor) => verb === 'detail' || actor.scope.principals.includes(row.principalId),
  }),
  serve('device', weighView, async (call) => {
    const [session, records, live] = await call.database.read<
      [{ id: number }, never, { kg: number; at: string; stable: boolean }]
    >(
      call.actor.scope,
      { text: 'select id from device.weigh_session where id = $1', values: [call.query.id] },
      { text: recordsSql, values: [call.query.id] },
      {
        text: `select (s.values ->> 'kg')::float8 as kg, s.reading_at as at,
          s.reading_at > now() - interval '30 seconds' as stable
               from device.weigh_session w join device.device_state s on s.tenant_no = w.tenant_no
                 and s.device_id = w.device_id
               where w.id = $1 and s.values ? 'kg' and s.reading_at is not null`,
        values: [call.query.id],
      },
    );
    if (session.length === 0) throw notFound();
    return { records, live: live[0] ?? null };
  }),
  serve('device', addWeights, async (call) => {
    const session = await lockSession(call.tx, call.body.sessionId);
    mustHold(call as unknown as Call, session.principalId);
    if (session.status !== 'weighing') throw refusal('sessionPosted', 'device.weighSession.notOpen');
    await takeWeights(
      call.tx,
      session,
      call.body.records.map((one) => ({
        ...one,
        tag: one.tag ?? null,
        bcs: one.bcs ?? null,
        note: one.note ?? null,
        manual: true,
      })),
    );
    call.answer.msg = call.say('ok.saved');
    return recordsOf(call.tx, session.id);
  }),
  serve('device', solveWeight, async (call) => {
    const { id, tag, accepted, note } = call.body;
    const [found] = await call.tx.query<{ sessionId: number }>(
      'select session_id as "sessionId" from device.weigh_record where id = $1',
      [id],
    );
    if (!found) throw notFound();
    const session = await lockSession(call.tx, found.sessionId);
    mustHold(call as unknown as Call, session.principalId);
    if (session.status !== 'weighing' && session.status !== 'review')
      throw refusal('sessionPosted', 'device.weighSession.notOpen');
    const before = await recordOf(call.tx, id);
    if (!before) throw notFound();
    const name = tag ?? before.tagRead;
    const animal = tag
      ? await weighedBy(call.tx, tag, session.principalId)
      : before.earTag
        ? await weighedBy(call.tx, before.earTag, session.principalId)
        : null;
    if (tag && !animal) throw invalid([{ field: 'tag', key: 'error.field.ref' }]);
    const judged = judgeWeight(before.kg, dayIn(before.at), session.species, session.principalId, animal, name);
    const words = note ?? before.note;
    const never = judged.marks.some((mark) => ['otherHolder', 'notInStock', 'noTag', 'unknownTag'].includes(mark));
    if (accepted && (never || (judged.marks.includes('outlier') && !words)))
      throw refusal('outlier', 'device.weighSession.noteNeeded');
    await changeRecord(call.tx, id, {
      ...judged,
      accepted: accepted ?? judged.accepted,
      animalId: animal?.animalId ?? null,
      tag: animal?.earTag ?? name,
      note: accepted === false && !words ? '—' : words,
    });
    await sumUp(call.tx, session.id);
    return (await recordOf(call.tx, id)) as never;
  }),
  serve('device', findAnimal, async (call) => {
    const [session, rows] = await call.database.read<[{ id: number }, never]>(
      call.actor.scope,
      { text: `${sessionSql} where id = $1`, values: [call.query.sessionId] },
      {
        text: `select a.id as "animalId", a.ear_tag as "earTag", a.stage, a.birth_date as "birthDate", a.weight,
          a.weight_on as "weightOn"
               from registry.animal_view a join device.weigh_session w on w.id = $1
                 and a.principal_id = w.principal_id
               where a.status = 'inStock' and a.species = w.species and a.ear_tag like '%' || $2
                 order by a.ear_tag limit 10`,
        values: [call.query.sessionId, call.query.tag.replace(/[%_\\]/g, '')],
      },
    );
    if (session.length === 0) throw notFound();
    return rows;
  }),
];
