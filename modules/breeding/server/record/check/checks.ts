import { notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { daysBetween } from '#modules/breeding/contract/record/days.ts';
import {
  addChecks,
  type CheckRow,
  pregnancyCheck,
  voidCheck,
} from '#modules/breeding/contract/record/pregnancy-check.ts';
import type { SpeciesRules } from '#modules/breeding/contract/setting/parameters.ts';
import { openAlarm, regionName } from '#modules/platform/server/index.ts';
import { writeEvent } from '#modules/registry/server/index.ts';
import { tellBreeding } from '../../extension-points.ts';
import { rulesFor } from '../../setting/rules.ts';
import { refold } from '../cycle/refold.ts';
import { dutyVillages, type Female, femalesOf, staffOf, type Technician } from '../females.ts';
import { holdKey } from '../once.ts';
import { refuseSettled } from '../service/save.ts';
import { insertCheck, setCheckEvents, voidCheckRow } from './pregnancy-check.ts';

/** R26: too early for its method; which day counts is that of the service it judges, by default the last. */
async function refuseEarly(tx: Tx, row: CheckRow, female: Female, rules: SpeciesRules): Promise<void> {
  if (row.checkedOn > today()) throw refusal('dateRange', 'breeding.refusal.dateRange');
  if (row.method === 'observe' || row.result === 'aborted') return;
  const [last] = await tx.query<{ on: string }>(
    `select to_char(i.served_on, 'YYYY-MM-DD') as on from breeding.insemination i
     where i.tenant_no = kit.tenant() and i.animal_id = $1 and i.status <> 'voided' and i.served_on <= $2
       and ($3::bigint is null or i.id = $3) order by i.served_at desc limit 1`,
    [female.id, row.checkedOn, row.serviceId ?? null],
  );
  if (!last) {
    if (row.serviceId) throw notFound();
    return;
  }
  const least = row.method === 'rectal' ? rules.rectalEarly : rules.checkEarly;
  if (least === null) throw refusal('methodNotUsed', 'breeding.refusal.methodNotUsed');
  const days = daysBetween(last.on, row.checkedOn);
  if (days < least) throw refusal('tooEarly', 'breeding.refusal.tooEarly', { n: least, days });
}

export async function mustServe(tx: Tx, female: Female, staff: Technician | null, isHolder: boolean): Promise<void> {
  if (isHolder) return;
  const villages = staff ? await dutyVillages(tx, staff.id) : [];
  if (!villages.includes(female.regionCode) && staff?.principalId !== female.principalId)
    throw refusal('notYourArea', 'breeding.refusal.notYourArea');
}

async function saveCheck(tx: Tx, row: CheckRow, given: { staff: Technician | null; clientKey: string }) {
  const [female] = await femalesOf(tx, [row.animalId]);
  if (!female) throw notFound();
  if (female.sex !== 'female') throw refusal('notFemale', 'breeding.refusal.notFemale');
  if (female.status !== 'inStock') throw refusal('notInStock', 'breeding.refusal.notInStock');
  await mustServe(tx, female, given.staff, false);
  const rules = await rulesFor(tx, female.regionCode);
  await refuseEarly(tx, row, female, rules.of(female.species));
  const made = await insertCheck(tx, row, {
    female,
    clientKey: given.clientKey,
    technicianId: given.staff?.id ?? null,
  });
  await linkFiles(tx, row.photoIds, 'breeding.pregnancyCheck', made.id);
  const event = {
    animalId: female.id,
    happenedOn: row.checkedOn,
    principalId: female.principalId,
    regionCode: female.regionCode,
    source: { entity: 'breeding.pregnancyCheck', id: made.id, docNo: made.docNo },
  };
  const summary = { result: row.result, method: row.method };
  const seq = await writeEvent(tx, { ...event, kind: 'pregnancyChecked', summary });
  const abortSeq =
    row.result === 'aborted'
      ? await writeEvent(tx, { ...event, kind: 'aborted', summary: { cause: row.abortCause ?? 'unknown' } })
      : null;
  await setCheckEvents(tx, made.id, seq, abortSeq);
  await refold(tx, [female.id]);
  if (row.result === 'aborted') await watchAbortions(tx, female.regionCode);
  await tellBreeding(tx, { kind: 'check', animalId: female.id, recordId: made.id, on: row.checkedOn, voided: false });
  return { animalId: female.id, ...made };
}

/** R35: 2 % of the pregnancies checked in a village in 90 days, and at least three, is one alarm for prevention. */
export async function watchAbortions(tx: Tx, village: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'breeding.abortions', async (sys) => {
    const [row] = await sys.query<{ aborted: number; checked: number }>(
      `select count(*) filter (where result = 'aborted')::int as aborted,
         count(distinct animal_id) filter (where result in ('pregnant', 'aborted'))::int as checked
       from breeding.pregnancy_check where tenant_no = kit.tenant() and region_code = $1 and status <> 'voided'
         and checked_on > (now() at time zone 'Asia/Shanghai')::date - 90`,
      [village],
    );
    const { aborted = 0, checked = 0 } = row ?? {};
    if (aborted < 3 || aborted * 100 < checked * 2) return;
    const place = regionName(village) ?? String(village);
    const [root] = await sys.query<{ id: number }>(
      'select min(h.id) as id from breeding.holder_seen h where h.tenant_no = kit.tenant()',
    );
    await openAlarm(sys, {
      kind: 'abortionHigh',
      dedupKey: `abortionHigh:${village}`,
      subject: { entity: 'platform.sysRegion', id: village, name: place },
      regionCode: village,
      principalId: root?.id ?? 0,
      args: { n: aborted, of: checked, place, regionCode: village },
    });
  });
}

async function addMany(call: Call<typeof addChecks>) {
  const { rows, clientKey } = call.body;
  const { tx } = call;
  await holdKey(tx, clientKey);
  const staff = await staffOf(tx, call.actor.userId);
  const keyOf = (row: CheckRow) => (rows.length === 1 ? clientKey : `${clientKey}:${row.animalId}`);
  const saved = await tx.query<{ animalId: number; id: number; docNo: string }>(
    `select animal_id as "animalId", id, doc_no as "docNo" from breeding.pregnancy_check
     where tenant_no = kit.tenant() and client_key = any ($1)`,
    [rows.map(keyOf)],
  );
  const known = new Set(saved.map((one) => one.animalId));
  const refused: { animalId: number; earTag: string; bizCode: string; msg: string }[] = [];
  for (const row of rows.filter((one) => !known.has(one.animalId))) {
    await tx.query('savepoint one_check');
    try {
      saved.push(await saveCheck(tx, row, { staff, clientKey: keyOf(row) }));
      await tx.query('release savepoint one_check');
    } catch (error) {
      await tx.query('rollback to savepoint one_check');
      const told = asAppError(error);
      if (!told?.bizCode || rows.length === 1) throw error;
      refused.push({ animalId: row.animalId, earTag: '', bizCode: told.bizCode, msg: call.say(told.key, told.args) });
    }
  }
  call.answer.msg = call.say('ok.saved');
  return { saved, refused };
}

async function takeBack(call: Call<typeof voidCheck>) {
  const { id, version, reason } = call.body;
  const { tx } = call;
  const [row] = await tx.query<{
    version: number;
    status: string;
    animalId: number;
    principalId: number;
    regionCode: number;
    docNo: string;
    on: string;
    seq: number | null;
    abortSeq: number | null;
    by: number | null;
    hours: number;
  }>(
    `select version, status, animal_id as "animalId", principal_id as "principalId", region_code as "regionCode",
       doc_no as "docNo", to_char(checked_on, 'YYYY-MM-DD') as on, event_seq as seq, abort_seq as "abortSeq",
       created_by as by, extract(epoch from now() - created_at) / 3600 as hours
     from breeding.pregnancy_check where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  if (row.version !== version) throw staleVersion();
  if (row.status === 'voided') throw refusal('voided', 'breeding.refusal.voided');
  const mayVoid = call.actor.actions.has('breed:pregnancy:void');
  const rules = await rulesFor(tx, row.regionCode);
  if (!mayVoid && (row.by !== call.actor.userId || row.hours > rules.common.voidHours))
    throw refusal('voidLate', 'breeding.refusal.voidLate', { n: rules.common.voidHours });
  await refuseSettled(tx, 'pregnancy', id, mayVoid);
  await voidCheckRow(tx, id, reason);
  for (const [kind, seq] of [
    ['pregnancyChecked', row.seq],
    ['aborted', row.abortSeq],
  ] as const)
    if (seq !== null)
      await writeEvent(tx, {
        animalId: row.animalId,
        kind,
        happenedOn: row.on,
        principalId: row.principalId,
        regionCode: row.regionCode,
        source: { entity: 'breeding.pregnancyCheck', id, docNo: row.docNo },
        summary: { voidOf: seq },
        voidOf: seq,
      });
  await refold(tx, [row.animalId]);
  await tellBreeding(tx, { kind: 'check', animalId: row.animalId, recordId: id, on: row.on, voided: true });
  call.answer.msg = call.say('ok.done');
  return { status: 'voided' };
}

export const checkRoutes = (): Route[] => [
  ...serveResource(pregnancyCheck)({
    expressions: {
      sireCode: '(select i.sire_code from breeding.insemination i where i.id = t.service_id)',
    },
  }),
  serve('breeding', addChecks, addMany),
  serve('breeding', voidCheck, takeBack),
];
