import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/breeding/contract/record/calving.ts';
import { addDays, daysBetween } from '#modules/breeding/contract/record/days.ts';
import {
  fitOf,
  gestationOf,
  isAccepted,
  matchCalving,
  type Served,
  windowOf,
} from '#modules/breeding/contract/record/match.ts';
import type { Rules } from '#modules/breeding/contract/setting/parameters.ts';
import { registerAnimals, writeEvent } from '#modules/registry/server/index.ts';
import { tellBreeding } from '../../extension-points.ts';
import { rulesFor } from '../../setting/rules.ts';
import { mustServe } from '../check/checks.ts';
import { refold } from '../cycle/refold.ts';
import { type Female, femalesOf, staffOf } from '../females.ts';
import { holdKey } from '../once.ts';
import { refuseSettled } from '../service/save.ts';
import { insertCalving, setCalvingEvent } from './calving.ts';
import { endCalf, insertCalves, tagCalf } from './calving-line.ts';

/** Services of the cycle this birth belongs to: after the birth before it, up to its own day. */
export const servicesBefore = (tx: Tx, motherId: number, calvedOn: string): Promise<Served[]> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.match', (sys) =>
    sys.query<Served>(
      `select id, to_char(served_on, 'YYYY-MM-DD') as "servedOn", to_char(served_until, 'YYYY-MM-DD') as "servedUntil",
         sire_code as "sireCode"
       from breeding.insemination where tenant_no = kit.tenant() and animal_id = $1 and status <> 'voided'
         and served_on <= $2 and served_on >= coalesce((select max(c.calved_on) from breeding.calving c
           where c.tenant_no = kit.tenant() and c.mother_id = $1 and c.calved_on < $2
             and c.status in ('reported', 'verified')), date '1990-01-01')
       order by served_at`,
      [motherId, calvedOn],
    ),
  );

/** R27. */
async function refuseDate(tx: Tx, mother: Female, calvedOn: string, rules: Rules): Promise<void> {
  if (calvedOn > today() || calvedOn < mother.birthDate) throw refusal('dateRange', 'breeding.refusal.dateRange');
  const own = rules.of(mother.species);
  const near = await inTenant(tx, tx.scope.tenantNo, 'breeding.births', (sys) =>
    sys.query<{ on: string }>(
      `select to_char(calved_on, 'YYYY-MM-DD') as on from breeding.calving where tenant_no = kit.tenant()
         and mother_id = $1 and status in ('reported', 'verified')
         and abs(calved_on - $2::date) < $3 limit 1`,
      [mother.id, calvedOn, own.birthInterval],
    ),
  );
  if (near[0])
    throw refusal('birthInterval', 'breeding.refusal.birthInterval', { day: near[0].on, n: own.birthInterval });
}

/** R31: that of both parents where it is one; else what was last confirmed in the county for this pair. */
async function calfBreed(tx: Tx, mother: Female, sireCode: string | null): Promise<string | null> {
  if (!sireCode) return null;
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'breeding.breed', (sys) =>
    sys.query<{ breed: string | null }>(
      `select case when s.breed = $2 then s.breed else (
         select l.breed from breeding.calving_line l join breeding.calving c on c.id = l.parent_id
           join breeding.animal_seen m on m.id = c.mother_id
         where c.tenant_no = kit.tenant() and c.sire_breed = s.breed and m.breed = $2 and m.county = $3
           and l.breed is not null order by l.id desc limit 1) end as breed
       from breeding.seed_animal s where s.tenant_no = kit.tenant() and s.sire_code = $1`,
      [sireCode, mother.breed, Math.floor(mother.regionCode / 1e6)],
    ),
  );
  return row?.breed ?? null;
}

async function preview(call: Call<typeof contract.checkCalving>) {
  const { motherId, calvedOn, serviceId } = call.body;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const [mother] = await femalesOf(tx, [motherId]);
    if (!mother) throw notFound();
    const rules = await rulesFor(tx, mother.regionCode);
    const own = rules.of(mother.species);
    const window = windowOf(own, mother.gestation);
    const services = await servicesBefore(tx, motherId, calvedOn);
    const match = matchCalving(services, calvedOn, window, serviceId ?? null);
    const refused = await refuseDate(tx, mother, calvedOn, rules).then(
      () => null,
      (error: { key?: string; args?: Record<string, string | number> }) => call.say(error.key ?? '', error.args ?? {}),
    );
    return {
      ...match,
      candidates: services.map((one) => {
        const days = gestationOf(one, calvedOn, window.gestation);
        return { serviceId: one.id, servedOn: one.servedOn, sireCode: one.sireCode, days, fit: fitOf(days, window) };
      }),
      window,
      calfBreed: await calfBreed(tx, mother, match.sireCertain ? match.sireCode : null),
      mostCalves: own.mostCalves,
      refused,
    };
  });
}

type Body = Call<typeof contract.addCalving>['body'];

async function add(call: Call<typeof contract.addCalving>) {
  const { tx, body } = call;
  await holdKey(tx, body.clientKey);
  const [known] = await tx.query<{ id: number; docNo: string; fit: string }>(
    `select id, doc_no as "docNo", fit from breeding.calving where tenant_no = kit.tenant() and client_key = $1`,
    [body.clientKey],
  );
  if (known) {
    const lines = await tx.query<{ id: number }>(
      'select id from breeding.calving_line where tenant_no = kit.tenant() and parent_id = $1 order by line_no',
      [known.id],
    );
    return { ...known, calfIds: lines.map((one) => one.id) };
  }
  const [mother] = await femalesOf(tx, [body.motherId]);
  if (!mother) throw notFound();
  if (mother.sex !== 'female') throw refusal('notFemale', 'breeding.refusal.notFemale');
  const staff = await staffOf(tx, call.actor.userId);
  const isHolder = call.actor.scope.principals.includes(mother.principalId);
  await mustServe(tx, mother, staff, isHolder);
  const saved = await saveBirth(
    tx,
    mother,
    { ...body, mayName: call.actor.actions.has('breed:calving:verify') },
    staff?.id ?? null,
  );
  call.answer.msg = call.say('ok.saved');
  return saved;
}

export async function saveBirth(tx: Tx, mother: Female, body: Body & { mayName: boolean }, recorderId: number | null) {
  const rules = await rulesFor(tx, mother.regionCode);
  const own = rules.of(mother.species);
  await refuseDate(tx, mother, body.calvedOn, rules);
  if (body.calves.length > own.mostCalves)
    throw refusal('tooManyCalves', 'breeding.refusal.tooManyCalves', { n: own.mostCalves });
  const services = await servicesBefore(tx, mother.id, body.calvedOn);
  const window = windowOf(own, mother.gestation);
  const alive = body.calves.filter((one) => one.alive).length;
  const last = services.at(-1);
  // R30: too early and nothing alive is an abortion.
  if (alive === 0 && last && daysBetween(last.servedOn, body.calvedOn) < window.gestation - window.acceptBefore)
    throw refusal('isAbortion', 'breeding.refusal.isAbortion');
  if (body.serviceId) {
    const named = services.find((one) => one.id === body.serviceId);
    const days = named ? gestationOf(named, body.calvedOn, window.gestation) : -1;
    if (!named || !isAccepted(days, window)) throw refusal('gestation', 'breeding.refusal.gestation');
    if (!body.mayName || !body.reason) throw refusal('nameService', 'breeding.refusal.nameService');
  }
  const match = matchCalving(services, body.calvedOn, window, body.serviceId ?? null);
  if (match.fit === 'noMatch' && !body.reason) throw refusal('reasonNeeded', 'breeding.refusal.noMatchReason');
  const made = await insertCalving(tx, {
    mother,
    clientKey: body.clientKey,
    calvedOn: body.calvedOn,
    ease: body.ease,
    placenta: body.placenta,
    total: body.calves.length,
    alive,
    namedServiceId: body.serviceId,
    match,
    reason: body.reason,
    recorderId,
    photoIds: body.photoIds,
    point: body.point,
    remark: body.remark,
  });
  const tagDueOn = addDays(body.calvedOn, rules.common.tagDueDays);
  const calfIds = await insertCalves(tx, made.id, body.calves, { calvedOn: body.calvedOn, tagDueOn });
  await linkFiles(tx, body.photoIds, 'breeding.calving', made.id);
  const seq = await writeEvent(tx, {
    animalId: mother.id,
    kind: 'calved',
    happenedOn: body.calvedOn,
    principalId: mother.principalId,
    regionCode: mother.regionCode,
    source: { entity: 'breeding.calving', id: made.id, docNo: made.docNo },
    summary: { total: body.calves.length, alive, ease: body.ease },
  });
  await setCalvingEvent(tx, made.id, seq);
  await refold(tx, [mother.id]);
  await tellBreeding(tx, {
    kind: 'calving',
    animalId: mother.id,
    recordId: made.id,
    on: body.calvedOn,
    voided: false,
  });
  return { ...made, fit: match.fit, calfIds };
}

interface Line {
  id: number;
  calvingId: number;
  sex: string;
  breed: string | null;
  coatColor: string | null;
  state: string;
  calvedOn: string;
  principalId: number;
  motherTag: string;
  sireCode: string | null;
  sireCertain: boolean;
  motherBreed: string;
  motherPen: number | null;
  species: string;
  version: number;
}
const lineSql = `select l.id, c.id as "calvingId", l.sex, l.breed, l.coat_color as "coatColor", l.state,
    to_char(c.calved_on, 'YYYY-MM-DD') as "calvedOn", m.principal_id as "principalId", m.ear_tag as "motherTag",
    c.sire_code as "sireCode", c.sire_certain as "sireCertain", m.breed as "motherBreed", m.pen_id as "motherPen",
    m.species, c.version
  from breeding.calving_line l join breeding.calving c on c.id = l.parent_id
    join breeding.animal_seen m on m.id = c.mother_id
  where l.id = $1 and c.status in ('reported', 'verified')`;

async function register(call: Call<typeof contract.registerCalf>) {
  const { calfId, tag, penId, wornOn, breed } = call.body;
  const [line] = await call.tx.query<Line>(lineSql, [calfId]);
  if (!line) throw notFound();
  if (line.state !== 'toTag') throw refusal('calfDone', 'breeding.refusal.calfDone');
  const staff = await staffOf(call.tx, call.actor.userId);
  const entry = await registerAnimals(call.tx, {
    entryKind: 'born',
    principalId: line.principalId,
    penId: penId ?? line.motherPen,
    wornOn,
    staffId: staff?.id ?? null,
    requestId: `breeding.calf:${calfId}`,
    source: 'breeding',
    animals: [
      {
        tag,
        species: line.species,
        breed: breed ?? line.breed ?? line.motherBreed,
        sex: line.sex,
        birthDate: line.calvedOn,
        motherTag: line.motherTag,
        ...(line.sireCertain && line.sireCode ? { fatherCode: line.sireCode } : {}),
        ...(line.coatColor ? { coatColor: line.coatColor } : {}),
      },
    ],
  } as never);
  const animalId = entry.animalIds[0] as number;
  await tagCalf(call.tx, calfId, animalId, wornOn);
  call.answer.msg = call.say('ok.saved');
  return { animalId, docNo: entry.docNo };
}

async function close(call: Call<typeof contract.closeCalf>) {
  const { calfId, deadOn, cause } = call.body;
  const [line] = await call.tx.query<Line>(lineSql, [calfId]);
  if (!line) throw notFound();
  if (line.state !== 'toTag') throw refusal('calfDone', 'breeding.refusal.calfDone');
  if (deadOn < line.calvedOn || deadOn > today()) throw refusal('dateRange', 'breeding.refusal.dateRange');
  await endCalf(call.tx, calfId, deadOn, cause);
  call.answer.msg = call.say('ok.saved');
  return { state: 'dead' };
}

const own = `from breeding.calving_line l where l.tenant_no = t.tenant_no and l.parent_id = t.id`;
export const calvingRoutes = (): Route[] => [
  ...serveResource(contract.calving)({
    expressions: {
      toTag: `(select count(*)::int ${own} and l.state = 'toTag')`,
      tagLate: `exists (select 1 ${own} and l.state = 'toTag'
        and l.tag_due_on < (now() at time zone 'Asia/Shanghai')::date)`,
      calfTags: `(select string_agg(a.ear_tag, ' ' order by l.line_no) from breeding.calving_line l
        join breeding.animal_seen a on a.id = l.animal_id where l.tenant_no = t.tenant_no and l.parent_id = t.id)`,
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name === 'verify') {
          const [maker] = await call.tx.query<{ by: number | null }>(
            'select created_by as by from breeding.calving where id = $1',
            [row.id],
          );
          if (maker?.by === call.actor.userId) throw refusal('samePerson', 'breeding.refusal.samePerson');
          return { verifiedBy: call.actor.userId, verifiedAt: new Date().toISOString() };
        }
        const [named] = await call.tx.query(
          `select 1 from breeding.calving_line where tenant_no = kit.tenant() and parent_id = $1 and state = 'tagged'`,
          [row.id],
        );
        if (named) throw refusal('calfRegistered', 'breeding.refusal.calfRegistered');
        if (move.name === 'void') await refuseSettled(call.tx, 'calving', row.id, true);
        return { voidReason: move.remark ?? null };
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'verify' || !move.id) return;
        await afterVoid(call.tx, move.id);
      },
    },
  }),
  serve('breeding', contract.checkCalving, preview),
  serve('breeding', contract.addCalving, add),
  serve('breeding', contract.registerCalf, register),
  serve('breeding', contract.closeCalf, close),
];

/** The registry's parity goes back with it, and the cycle is open again. */
async function afterVoid(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.query<{
    motherId: number;
    principalId: number;
    regionCode: number;
    docNo: string;
    on: string;
    seq: number | null;
  }>(
    `select mother_id as "motherId", principal_id as "principalId", region_code as "regionCode", doc_no as "docNo",
       to_char(calved_on, 'YYYY-MM-DD') as on, event_seq as seq from breeding.calving where id = $1`,
    [id],
  );
  if (!row) return;
  if (row.seq !== null)
    await writeEvent(tx, {
      animalId: row.motherId,
      kind: 'calved',
      happenedOn: row.on,
      principalId: row.principalId,
      regionCode: row.regionCode,
      source: { entity: 'breeding.calving', id, docNo: row.docNo },
      summary: { voidOf: row.seq },
      voidOf: row.seq,
    });
  await refold(tx, [row.motherId]);
  await tellBreeding(tx, { kind: 'calving', animalId: row.motherId, recordId: id, on: row.on, voided: true });
}
