import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import {
  day,
  declaration,
  fitAnimals,
  hours,
  officialNo,
  tenant,
  unitOf,
} from '#modules/traceability/testing/fixtures.ts';
import { mover } from '#modules/traceability/testing/moving.ts';

let world: World;
let farm: Person;
let vet: Person;
let plant: Person;
let carrier: Person;
let { versionOf, planned, depart, arrive } = {} as ReturnType<typeof mover>;
beforeAll(async () => {
  world = await openWorld();
  [farm, vet, plant, carrier] = (await Promise.all(
    ['farm1', 'qvet1', 'plant1', 'carrier1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person];
  ({ versionOf, planned, depart, arrive } = mover(world, { farm, vet }));
});
afterAll(() => world.close());

const holders = async (animals: readonly { id: number }[]) =>
  (
    await world.sql<{ id: number; status: string }>(
      'select principal_id::int as id, status from registry.animal where id = any ($1) order by id',
      [animals.map((one) => one.id)],
    )
  ).map((one) => one.id);

describe('movement', () => {
  test('R22, R23 only the receiver confirms; who came stands there, one missing and one extra wait for a word', async () => {
    const { id, animals, certificateId } = await planned(4);
    const [away] = await fitAnimals(world, 'coop1', 1);
    expect((await depart(carrier, id, 3)).bizCode).toBe('headsDiffer');
    const left = await depart(carrier, id, 4);
    expect(left.code, left.msg).toBe(200);
    expect((await arrive(farm, id, [])).bizCode).toBe('notReceiver');
    const came = animals.slice(1);
    const done = await arrive(
      plant,
      id,
      came.map((one) => one.tag),
      { extras: [away?.tag] },
    );
    expect(done.code, done.msg).toBe(200);
    expect(done.data).toMatchObject({ status: 'arrived', arrived: 3, missing: 1, extra: [{ tag: away?.tag }] });
    const there = await unitOf(world, 'plant1');
    expect(await holders(came)).toEqual(came.map(() => there.id));
    const home = await unitOf(world, 'farm1');
    expect(await holders(animals.slice(0, 1))).toEqual([home.id]);
    const alarms = await world.sql('select 1 from platform.alarm where kind = $1 and subject_id = $2', [
      'arrivalDiff',
      id,
    ]);
    expect(alarms).toHaveLength(2);
    const [certificate] = await world.sql<{ status: string }>(
      'select status from traceability.quarantine_certificate where id = $1',
      [certificateId],
    );
    expect(certificate?.status).toBe('closed');
    const county = await world.as('trace1');
    const settled = await county.post('trace/movement/transition', {
      id,
      version: await versionOf('movement', id),
      name: 'settle',
      form: { settleWord: '场内找到', reportMissing: false },
    });
    expect(settled.code, settled.msg).toBe(200);
  });

  test('R22 scanned twice, at once and again, stands once', async () => {
    const { id, animals } = await planned(3);
    await depart(farm, id, 3);
    const requestId = randomUUID();
    const tags = animals.map((one) => one.tag);
    const answers = await Promise.all([1, 2, 3, 4].map(() => arrive(plant, id, tags, { requestId })));
    expect(answers.map((one) => (one.code === 200 ? 'ok' : one.msg))).toEqual(['ok', 'ok', 'ok', 'ok']);
    const changes = await world.sql('select 1 from registry.animal_change where tenant_no = $1 and request_id = $2', [
      tenant,
      `movement-${id}`,
    ]);
    expect(changes).toHaveLength(1);
    expect((await arrive(plant, id, tags)).code).toBe(409);
  });

  test('R21 who is on the road is refused every other change', async () => {
    const { animals } = await planned(1);
    const other = await unitOf(world, 'coop1');
    const ids = animals.map((one) => one.id);
    const attempt = (input: object) =>
      world.database.transaction(systemScope(tenant, 'test'), (tx) =>
        changeAnimals(tx, { changeType: 'handover', animalIds: ids, toPrincipalId: other.id, ...input }),
      );
    await expect(attempt({})).rejects.toMatchObject({ bizCode: 'inMovement' });
    await expect(attempt({ changeType: 'saleOut' })).rejects.toMatchObject({ bizCode: 'inMovement' });
    const form = await declaration(world, 'farm1', animals);
    const saved = await farm.post('trace/quarantine/add', form);
    const again = await farm.post('trace/quarantine/transition', { ...saved.data, name: 'submit' });
    expect(again.bizCode).toBe('inMovement');
  });

  test('R22 past the due hour an arrival is overdue, and who left the tenant is sold', async () => {
    const inside = await planned(1);
    const outside = await planned(2, {
      toPrincipalId: null,
      toText: '赤峰某场',
      toRegionCode: 150402000000,
      departAt: hours(8),
    });
    await depart(farm, inside.id, 1);
    await depart(farm, outside.id, 2);
    await world.sql(
      "update kit.due set due_at = now() - interval '1 minute' where kind = 'traceMovement' and ref = any ($1)",
      [[String(inside.id), String(outside.id)]],
    );
    await workDue(world.database);
    const rows = await world.sql<{ id: number; status: string; overdue: boolean }>(
      'select id::int as id, status, overdue from traceability.movement where id = any ($1) order by id',
      [[inside.id, outside.id]],
    );
    expect(rows).toEqual([
      { id: inside.id, status: 'departed', overdue: true },
      { id: outside.id, status: 'closed', overdue: false },
    ]);
    const sold = await world.sql<{ status: string }>('select status from registry.animal where id = any ($1)', [
      outside.animals.map((one) => one.id),
    ]);
    expect(sold.map((one) => one.status)).toEqual(['sold', 'sold']);
  });

  test('R30 a ban turns open declarations red at once, and lifting it green', async () => {
    const animals = await fitAnimals(world, 'farm1', 1);
    const saved = await farm.post('trace/quarantine/add', await declaration(world, 'farm1', animals));
    await farm.post('trace/quarantine/transition', { ...saved.data, name: 'submit' });
    const county = await world.as('trace1');
    const { region } = await unitOf(world, 'farm1');
    const ban = await county.post('trace/ban/add', {
      regionCode: Math.floor(region / 1000) * 1000,
      species: ['cattle'],
      direction: 'out',
      purposes: [],
      fromAt: hours(-1),
      toAt: null,
      reason: '排查',
      paperNo: null,
      exceptions: null,
    });
    expect(ban.code, ban.msg).toBe(200);
    const preview = await county.post('trace/ban/preview', {
      regionCode: Math.floor(region / 1000) * 1000,
      species: ['cattle'],
      direction: 'out',
    });
    expect(preview.data.declarations.map((one: { id: number }) => one.id)).toContain(saved.data.id);
    const redOf = async () =>
      (
        await world.sql<{ red: string[] }>('select red from traceability.quarantine_declaration where id = $1', [
          saved.data.id,
        ])
      )[0]?.red;
    expect(await redOf()).toEqual([]);
    const ordered = await county.post('trace/ban/transition', { ...ban.data, name: 'order' });
    expect(ordered.code, ordered.msg).toBe(200);
    expect(await redOf()).toEqual(['zone']);
    await county.post('trace/ban/transition', {
      id: ban.data.id,
      version: ordered.data.version,
      name: 'lift',
      remark: '解除',
    });
    expect(await redOf()).toEqual([]);
  });

  test('R22, R24, R40 a slaughter list goes under the certificate, and one scan at the plant fills list, movement and register', async () => {
    const { id, animals, certificateId } = await planned(2);
    const [certificate] = await world.sql<{ no: string }>(
      'select official_no as no from traceability.quarantine_certificate where id = $1',
      [certificateId],
    );
    const there = await unitOf(world, 'plant1');
    const list = await farm.post('anm/slaughter/add', {
      principalId: null,
      slaughterhouseId: there.id,
      plantText: null,
      sentOn: day(0),
      quarantineCertNo: null,
      vehicleNo: null,
      priceMode: 'carcass',
      lines: animals.map((one) => ({ animalId: one.id, liveKg: null })),
    });
    expect(list.code, list.msg).toBe(200);
    const send = (quarantineCertNo: string | undefined) =>
      farm.post('anm/slaughter/transition', { ...list.data, name: 'send', form: { quarantineCertNo } });
    // On the road under one certificate nobody is sent away under another.
    expect((await send(officialNo())).bizCode).toBe('inMovement');
    const sent = await send(certificate?.no);
    expect(sent.code, `${sent.msg} ${JSON.stringify(sent.data)}`).toBe(200);
    expect((await depart(carrier, id, 2)).code).toBe(200);
    const done = await arrive(
      plant,
      id,
      animals.map((one) => one.tag),
    );
    expect(done.code, `${done.msg} ${JSON.stringify(done.data)}`).toBe(200);
    expect(await holders(animals)).toEqual([there.id, there.id]);
    const [batch] = await world.sql<{ status: string; read: number; changes: number }>(
      `select b.status, (select count(*)::int from farm.slaughter_batch_line l where l.parent_id = b.id and l.tag_ok) as read,
         (select count(distinct l.change_id)::int from registry.animal_change_line l where l.animal_id = any ($2)) as changes
       from farm.slaughter_batch b where b.id = $1`,
      [list.data.id, animals.map((one) => one.id)],
    );
    expect(batch).toEqual({ status: 'received', read: 2, changes: 1 });

    // R40: slaughtered by the same list, the carcasses name their lot.
    const lines = animals.map((one) => ({
      animalId: one.id,
      outcome: 'slaughtered',
      carcassKg: 300,
      grade: 'A',
      oddConfirmed: true,
    }));
    const reported = await plant.post('anm/slaughter/report', { id: list.data.id, lines });
    expect(reported.code, reported.msg).toBe(200);
    const [def] = await world.sql<{ id: number }>(
      "select id::int as id from traceability.trace_process_def where tenant_no = $1 and code = 'BEEF'",
      [tenant],
    );
    const lot = await plant.post('trace/lot/add', {
      principalId: there.id,
      kind: 'carcass',
      processDefId: def?.id,
      productName: '牛胴体',
      madeOn: day(0),
      kg: 600,
      units: null,
      shelfDays: 7,
      storeTemp: null,
      remark: null,
      inputs: animals.map((one) => ({ tag: one.tag, fromLotNo: null, kg: 520 })),
    });
    expect(lot.code, `${lot.msg} ${JSON.stringify(lot.errors)}`).toBe(200);
    const closed = await plant.post('trace/lot/transition', {
      id: lot.data.id,
      version: await versionOf('trace_lot', lot.data.id),
      name: 'close',
      form: {},
    });
    expect(closed.code, closed.msg).toBe(200);
    const named = await world.sql<{ same: boolean }>(
      `select distinct l.trace_lot_no = t.doc_no as same from farm.slaughter_batch_line l
       join traceability.trace_lot t on t.id = $2 where l.parent_id = $1`,
      [list.data.id, lot.data.id],
    );
    expect(named).toEqual([{ same: true }]);
  });
});
