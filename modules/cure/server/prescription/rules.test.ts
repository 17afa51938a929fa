import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day, drug, herd, tagId, tenant, topUp, userId } from '#modules/cure/testing/fixtures.ts';
import { markPrescribers } from '../people/practitioner.ts';
import { judgeSheet, type RxDraft } from './judge.ts';
import { tendSheets } from './prescription.ts';
import { refuseUnseen } from './seen-animal.ts';

let world: World;
let vet: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld();
  [vet, other] = (await Promise.all(['vet1', 'vet2'].map((name) => world.as(name)))) as [Person, Person];
  await topUp(world);
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(tenant, 'test'), work);
const codes = async (draft: RxDraft) =>
  (await inTenant((tx) => judgeSheet(tx, draft))).found.map((one) => `${one.level} ${one.code}`);
const order = { route: 'im', dose: 20, timesPerDay: 1, days: 3 };

async function draftFor(materialNo: string, species = 'cattle', skip = 0): Promise<RxDraft> {
  const found = await herd(world, species, 1, skip);
  const { medicineId } = await drug(world, materialNo);
  return {
    principalId: found.principalId,
    species,
    animalIds: found.ids.slice(0, 1),
    heads: 1,
    meanKg: 320,
    lines: [{ ...order, medicineId }],
  };
}
/** A signed sheet of three days of 20 mL for one animal. */
async function issued(materialNo = 'SY-002', more: object = {}) {
  const found = await herd(world, 'cattle', 1);
  const { medicineId, materialId } = await drug(world, materialNo);
  const added = await vet.post('cure/prescription/add', {
    principalId: found.principalId,
    species: 'cattle',
    diagnosisTagId: await tagId(world, 'disease', '支气管肺炎'),
    animals: [{ animalId: found.ids[0], weightKg: 320 }],
    untaggedHead: null,
    lines: [{ ...order, doseUnit: 'mL', medicineId, meatDays: null, reason: '病情需要' }],
    validDays: 1,
    consultId: null,
    remark: null,
    ...more,
  });
  expect(added.code, added.msg).toBe(200);
  return { ...added.data, animalId: found.ids[0] as number, medicineId, materialId } as {
    id: number;
    version: number;
    animalId: number;
    medicineId: number;
    materialId: number;
  };
}
const sign = (who: Person, sheet: { id: number; version: number }, path = 'issue') =>
  who.post(`cure/prescription/${path}`, {
    id: sheet.id,
    version: sheet.version,
    password: world.password(who === vet ? 'vet1' : 'vet2'),
  });

describe('prescriptions', () => {
  test('R43 a pack with a longer day wins, and what has no hours for milk is not for an animal in milk', async () => {
    const draft = await draftFor('SY-002');
    const [animal = 0] = draft.animalIds;
    const [line] = draft.lines;
    const [before] = await world.sql<{ days: number | null }>(
      "select withdrawal_days as days from depot.material where material_no = 'SY-002' and tenant_no = $1",
      [tenant],
    );
    await world.sql("update depot.material set withdrawal_days = 77 where material_no = 'SY-002' and tenant_no = $1", [
      tenant,
    ]);
    const judged = await inTenant((tx) => judgeSheet(tx, draft));
    expect(judged.lines[0]).toMatchObject({ meatDays: 77, source: 'pack' });
    await world.sql("update depot.material set withdrawal_days = $2 where material_no = 'SY-002' and tenant_no = $1", [
      tenant,
      before?.days ?? null,
    ]);
    await world.sql(
      `update registry.animal set sex = 'female', parity = 2, breed = (select code from registry.variety where species = 'cattle' and purpose in ('dairy', 'dual') limit 1) where id = $1`,
      [animal],
    );
    expect(await codes(draft)).not.toContain('error notForMilk');
    await world.sql('update cure.medicine_label set milk_hours = null where parent_id = $1', [line?.medicineId]);
    expect(await codes(draft)).toContain('error notForMilk');
    await world.sql('update registry.animal set parity = 0 where id = $1', [animal]);
    expect(await codes(draft)).not.toContain('error notForMilk');
    await world.sql('update cure.medicine_label set milk_hours = 168 where parent_id = $1', [line?.medicineId]);
  });

  test('R38 a sheet is for animals of one holder and species that are there, and has five medicines at most', async () => {
    const draft = await draftFor('SY-002');
    const foreign = await herd(world, 'sheep', 1);
    expect(await codes({ ...draft, animalIds: foreign.ids.slice(0, 1) })).toContain('error notInStockTag');
    const [line] = draft.lines;
    expect(await codes({ ...draft, lines: Array.from({ length: 5 }, () => line as never) })).not.toContain(
      'error tooManyLines',
    );
    expect(await codes({ ...draft, lines: Array.from({ length: 6 }, () => line as never) })).toContain(
      'error tooManyLines',
    );
  });

  test('R39, R85 whoever lacks a paper does not sign, is told which, and loses the mark the same night', async () => {
    const sheet = await issued();
    const paper = (change: string) =>
      world.sql(
        `update registry.principal_document d set valid_to = current_date + $2::int from registry.staff s
           join platform.sys_user u on u.id = s.user_id
         where d.owner_kind = 'staff' and d.staff_id = s.id and d.doc_kind = 'vetQualification' and u.username = $1`,
        ['vet1', Number(change)],
      );
    const mark = async () =>
      (
        await world.sql<{ prescriber: boolean; missing: string | null }>(
          `select p.prescriber, p.missing from cure.practitioner p join registry.staff s on s.id = p.staff_id
             join platform.sys_user u on u.id = s.user_id where u.username = 'vet1'`,
        )
      )[0];
    await paper('-1');
    const refused = await sign(vet, sheet);
    expect(refused.bizCode).toBe('notPrescriber');
    await inTenant((tx) => markPrescribers(tx));
    expect(await mark()).toMatchObject({ prescriber: false, missing: 'vetQualification' });
    await paper('300');
    await inTenant((tx) => markPrescribers(tx));
    expect(await mark()).toMatchObject({ prescriber: true, missing: null });
    const signed = await sign(vet, sheet);
    expect(signed.code, signed.msg).toBe(200);
  });

  test('R40 a dose or a course outside the label asks for a reason; more than twice its most is refused', async () => {
    const draft = await draftFor('SY-002');
    const [line] = draft.lines;
    const [label] = await world.sql<{ to: number; per: string; days: number; route: string }>(
      `select dose_to::float8 as to, dose_per as per, days_max as days, route from cure.medicine_label
       where parent_id = $1 and species = 'cattle' limit 1`,
      [line?.medicineId],
    );
    if (!label) throw new Error('no label');
    const most = label.to * (label.per === 'kg' ? 320 : 1);
    const at = (dose: number, days = 1) =>
      codes({ ...draft, lines: [{ ...(line as NonNullable<typeof line>), route: label.route, dose, days }] });
    expect(await at(most)).toEqual([]);
    expect(await at(most * 1.5)).toEqual(['warn doseOffLabel']);
    expect(await at(most * 2.1)).toContain('error overDose');
    expect(await at(most, label.days + 1)).toContain('warn tooLong');
  });

  test('R46, R50 a signed sheet is never changed or removed, and its code tells a copy that was', async () => {
    const sheet = await issued();
    const signed = await sign(vet, sheet);
    expect(signed.code, signed.msg).toBe(200);
    const { data } = await vet.get(`cure/prescription/${sheet.id}`);
    const edit = await vet.post('cure/prescription/edit', { ...data, id: sheet.id, version: signed.data.version });
    expect(edit.code).not.toBe(200);
    const gone = await vet.post('cure/prescription/remove', { ids: [sheet.id] });
    expect(gone.code).not.toBe(200);
    const [{ hash }] = await world.sql('select content_hash as hash from cure.prescription where id = $1', [sheet.id]);
    const same = async (text: string) =>
      (await vet.get(`cure/prescription/verify?no=${data.docNo}&hash=${text}`)).data.same;
    expect(await same(hash)).toBe(true);
    expect(await same('0'.repeat(64))).toBe(false);
    await world.sql('update cure.prescription_line set dose = dose + 1 where parent_id = $1', [sheet.id]);
    expect(await same(hash)).toBe(false);
    await world.sql('update cure.prescription_line set dose = dose - 1 where parent_id = $1', [sheet.id]);
  });

  test('R45, R47 a sheet nobody used by its last day is over; what an animal takes already is not ordered twice', async () => {
    const sheet = await issued();
    const signed = await sign(vet, sheet);
    expect(signed.code, signed.msg).toBe(200);
    const twice = {
      ...(await draftFor('SY-002')),
      animalIds: [sheet.animalId],
      lines: [{ ...order, medicineId: sheet.medicineId }],
    };
    expect(await codes(twice)).toContain('error duplicateDrug');
    await world.sql('update cure.prescription set valid_until = current_date - 1 where id = $1', [sheet.id]);
    await inTenant((tx) => tendSheets(tx));
    const [row] = await world.sql('select status from cure.prescription where id = $1', [sheet.id]);
    expect(row?.status).toBe('expired');
    expect(await codes(twice)).not.toContain('error duplicateDrug');
  });

  test('R44 too young, pregnant, and the same class within fourteen days ask for a reason', async () => {
    const draft = await draftFor('SY-002', 'cattle', 1);
    const [line] = draft.lines;
    await world.sql("update breeding.breeding_cycle set status = 'open' where animal_id = $1 and is_live", [
      draft.animalIds[0],
    ]);
    await world.sql('update cure.medicine set min_age_days = 30, ban_pregnant = true where id = $1', [
      line?.medicineId,
    ]);
    expect(await codes(draft)).not.toContain('warn tooYoung');
    await world.sql('update registry.animal set birth_date = current_date - 12 where id = $1', [draft.animalIds[0]]);
    expect(await codes(draft)).toContain('warn tooYoung');
    expect(await codes(draft)).not.toContain('warn pregnant');
    // Nobody knows of heads without a number.
    expect(await codes({ ...draft, animalIds: [], heads: 5 })).toContain('warn pregnant');
    await world.sql('update cure.medicine set min_age_days = null, ban_pregnant = false where id = $1', [
      line?.medicineId,
    ]);
    const [other] = await world.sql<{ id: number }>(
      `select o.id::int as id from cure.medicine m join cure.medicine o on o.tenant_no = m.tenant_no and o.class_code = m.class_code and o.id <> m.id
         and o.status = 'published' where m.id = $1 and m.antimicrobial <> 'none' limit 1`,
      [line?.medicineId],
    );
    const medicineId = other?.id ?? line?.medicineId ?? 0;
    expect(await codes(draft)).not.toContain('warn sameClass');
    const [treated] = await world.sql<{ id: number }>(
      `insert into cure.treatment (tenant_no, region_code, principal_id, doc_no, treated_on, cause, species, heads, source, request_id)
       select tenant_no, region_code, principal_id, 'CTR44', current_date - 13, 'disease', species, 1, 'outside', gen_random_uuid() from registry.animal where id = $1
       returning id::int as id`,
      [draft.animalIds[0]],
    );
    await world.sql(
      `with a as (insert into cure.treatment_animal (tenant_no, treatment_id, animal_id, ear_tag, event_seq) values ($1, $2, $3, '1', 1))
       insert into cure.treatment_line (tenant_no, treatment_id, line_no, medicine_id, route, dose, dose_per, dose_unit, total_qty, meat_days)
       values ($1, $2, 1, $4, 'im', 1, 'head', 'mL', 1, 0)`,
      [tenant, treated?.id, draft.animalIds[0], medicineId],
    );
    expect(await codes(draft)).toContain('warn sameClass');
    await world.sql('update cure.treatment set treated_on = current_date - 15 where id = $1', [treated?.id]);
    expect(await codes(draft)).not.toContain('warn sameClass');
  });

  test('R48 handed out is never more than ordered, leaves the box, and begins the course; R62 the day moves with it', async () => {
    const sheet = await issued();
    const signed = await sign(vet, sheet);
    expect(signed.code, signed.msg).toBe(200);
    const { id, medicineId, materialId } = sheet;
    const hand = (version: number, qty: number) =>
      vet.post('cure/prescription/dispense', { id, version, lines: [{ medicineId, materialId, qty }] });
    expect((await hand(signed.data.version, 61)).bizCode).toBe('overPrescribed');
    const first = await hand(signed.data.version, 40);
    expect(first.code, first.msg).toBe(200);
    const moved = await world.sql<{ qty: number }>(
      `select sum(m.qty)::float8 as qty from depot.stock_move m join cure.prescription_dispense d on d.id = m.source_id
       where m.source_type = 'cure.dispense' and d.prescription_id = $1`,
      [id],
    );
    expect(moved[0]?.qty).toBe(40);
    const [row] = await world.sql<{ status: string; from: string; until: string; lots: string }>(
      `select p.status, to_char(course_from, 'YYYY-MM-DD') as from, to_char(meat_until, 'YYYY-MM-DD') as until, d.lot_nos as lots
       from cure.prescription p join cure.prescription_dispense d on d.prescription_id = p.id where p.id = $1`,
      [id],
    );
    expect(row).toMatchObject({ status: 'running', from: day(0), until: first.data.meatUntil });
    expect(row?.lots).not.toBe('');
    expect((await hand(first.data.version, 21)).bizCode).toBe('overPrescribed');
    expect((await hand(first.data.version, 20)).code).toBe(200);
    const cancelled = await vet.post('cure/prescription/transition', {
      id,
      version: first.data.version + 1,
      name: 'cancel',
      remark: '开错了',
    });
    expect(cancelled.code).not.toBe(200);
  });

  test('R48 nobody hands out of a store that is not theirs', async () => {
    const sheet = await issued();
    const signed = await sign(vet, sheet);
    const [foreign] = await world.sql<{ id: number }>(
      `select d.id::int as id from depot.depot d where d.tenant_no = $1 and d.kind <> 'box' and d.status = 'active' order by d.id limit 1`,
      [tenant],
    );
    const answer = await vet.post('cure/prescription/dispense', {
      id: sheet.id,
      version: signed.data.version,
      depotId: foreign?.id,
      lines: [{ medicineId: sheet.medicineId, materialId: sheet.materialId, qty: 1 }],
    });
    expect(answer.code, answer.msg).toBe(404);
  });

  test('R49 a controlled medicine is issued only with a second signature, of the sheet as it stands', async () => {
    const sheet = await issued();
    expect((await sign(other, sheet, 'second')).bizCode).toBe('notPrescriber');
    await world.sql(
      `with p as (update cure.practitioner p set vet_level = 'licensed' from registry.staff s join platform.sys_user u on u.id = s.user_id
         where s.id = p.staff_id and u.username = 'vet2' returning p.staff_id, p.unit_id, p.region_code)
       insert into registry.principal_document (tenant_no, region_code, principal_id, owner_kind, staff_id, doc_kind, cert_no, title, issuer, issued_on, valid_from, valid_to, status)
       select $1, region_code, unit_id, 'staff', staff_id, 'vetQualification', 'R49', '执业兽医师资格证', '农牧局', current_date, current_date, current_date + 90, 'valid' from p`,
      [tenant],
    );
    await world.sql('update cure.medicine set controlled = true where id = $1', [sheet.medicineId]);
    expect((await sign(vet, sheet)).bizCode).toBe('needSecondSign');
    expect((await sign(vet, sheet, 'second')).bizCode).toBe('samePerson');
    const second = await sign(other, sheet, 'second');
    expect(second.code, second.msg).toBe(200);
    // Changed since, it is not signed.
    await world.sql('update cure.prescription_line set dose = 21 where parent_id = $1', [sheet.id]);
    expect((await sign(vet, { ...sheet, ...second.data })).bizCode).toBe('needSecondSign');
    await world.sql('update cure.prescription_line set dose = 20 where parent_id = $1', [sheet.id]);
    const done = await sign(vet, { ...sheet, ...second.data });
    expect(done.code, done.msg).toBe(200);
    await world.sql('update cure.medicine set controlled = false where id = $1', [sheet.medicineId]);
  });

  test('R24 out of a consultation the animal must have been seen: three minutes of video, or somebody on the spot', async () => {
    const who = { tenantNo: tenant, userId: await userId(world, 'expert1') };
    const [talk] = await world.sql<{ id: number; asker: number }>(
      `select c.id::int as id, c.asker_id::int as asker from cure.consult c join cure.expert e on e.id = c.expert_id
       where c.tenant_no = $1 and e.user_id = $2 and c.status = 'inProgress'
         and not exists (select 1 from cure.cure_room r where r.consult_id = c.id)
         and not exists (select 1 from registry.staff s join cure.practitioner p on p.staff_id = s.id where s.user_id = c.asker_id) order by c.id limit 1`,
      [tenant, who.userId],
    );
    const may = (remote: 'off' | 'afterVideo' | 'allowed') =>
      inTenant((tx) => refuseUnseen(tx, talk?.id ?? 0, who, remote)).then(
        () => 'yes',
        (error: { bizCode?: string }) => error.bizCode,
      );
    expect([await may('off'), await may('afterVideo'), await may('allowed')]).toEqual([
      'needVideo',
      'needVideo',
      'yes',
    ]);
    const [room] = await world.sql<{ id: number }>(
      `insert into cure.cure_room (tenant_no, consult_id, room_no, opened_by, status, ended_at) values ($1, $2, 'CVR24', $3, 'ended', now()) returning id::int as id`,
      [tenant, talk?.id, who.userId],
    );
    const sit = (user: number, role: string, from: number, to: number) =>
      world.sql(
        `insert into cure.cure_room_participant (tenant_no, room_id, consult_id, user_id, shown_name, role, admitted_at, joined_at, seen_at, left_at)
         select $1, $2, $3, $4, '试', $5, now(), t.a, t.b, t.b from (select now() - make_interval(secs => $6) as a, now() - make_interval(secs => $7) as b) t`,
        [tenant, room?.id, talk?.id, user, role, from, to],
      );
    await sit(who.userId, 'expert', 600, 0);
    await sit(talk?.asker ?? 0, 'asker', 600, 421);
    expect(await may('afterVideo')).toBe('needVideo');
    // Together in two parts.
    await sit(talk?.asker ?? 0, 'asker', 200, 198);
    expect(await may('afterVideo')).toBe('yes');
    expect(await may('off')).toBe('needVideo');
    await world.sql(
      "insert into cure.consult_party (tenant_no, consult_id, user_id, role) values ($1, $2, $3, 'localVet') on conflict (tenant_no, consult_id, user_id) do update set role = 'localVet'",
      [tenant, talk?.id, who.userId],
    );
    expect(await may('off')).toBe('yes');
  });
});
