import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dewormSheet, topUp } from '#modules/cure/testing/fixtures.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { traceability as contract } from '#modules/traceability/contract/module.ts';
import {
  declaration,
  fitAnimals,
  hours,
  officialNo,
  tenant,
  tonight,
  unitOf,
} from '#modules/traceability/testing/fixtures.ts';

let world: World;
let farm: Person;
let vet: Person;
let county: Person;
beforeAll(async () => {
  world = await openWorld();
  [farm, vet, county] = (await Promise.all(['farm1', 'qvet1', 'trace1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => world.close());

type Animals = readonly { id: number; tag: string }[];
const declare = async (animals: Animals, more: object = {}) => {
  const saved = await farm.post('trace/quarantine/add', await declaration(world, 'farm1', animals, more));
  expect(saved.code, saved.msg).toBe(200);
  return saved.data as { id: number; version: number };
};
const step = async (who: Person, id: number, name: string, form: object = {}, remark?: string) => {
  const [row] = await world.sql<{ version: number }>(
    'select version from traceability.quarantine_declaration where id = $1',
    [id],
  );
  return who.post('trace/quarantine/transition', { id, version: row?.version, name, form, ...(remark && { remark }) });
};
const findings = { temperatureFrom: 38.2, temperatureTo: 39.1, disinfected: true };
/** As far as the vet who could issue it now. */
const inspected = async (animals: Animals, more: object = {}) => {
  const { id } = await declare(animals, more);
  for (const [who, name, form] of [
    [farm, 'submit', {}],
    [vet, 'accept', { inspectAt: hours(1), inspectPlace: '场区' }],
    [vet, 'inspect', findings],
  ] as const) {
    const done = await step(who, id, name, form);
    expect(done.code, `${name}: ${done.msg} ${JSON.stringify(done.data)}`).toBe(200);
  }
  return id;
};
const issue = (id: number, more: object = {}) =>
  step(vet, id, 'issue', { officialNo: officialNo(), validUntil: tonight(), vetWord: '已核对', ...more });

/** Each turns one condition red for these animals and answers how to take it back. */
const reds: Readonly<Record<string, (animals: Animals) => Promise<string[]>>> = {
  tag: async ([first]) => {
    const { id: principalId, region: regionCode } = await unitOf(world, 'farm1');
    const code = first?.tag ?? '';
    await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      openAlarm(tx, {
        kind: 'duplicateCode',
        dedupKey: `dup-${code}`,
        subject: { entity: 'sign.tagUse', id: 1, name: code },
        regionCode,
        principalId,
        args: { code, shown: code, holder: '-' },
      }),
    );
    return [`update platform.alarm set status = 'closed' where dedup_key = 'dup-${code}'`];
  },
  owner: async ([first]) => {
    const plant = await unitOf(world, 'plant1');
    const home = await unitOf(world, 'farm1');
    await world.sql('update registry.animal set principal_id = $2 where id = $1', [first?.id, plant.id]);
    return [`update registry.animal set principal_id = ${home.id} where id = ${first?.id}`];
  },
  immune: async ([first]) => {
    await world.sql('update prevention.animal_immunity set valid_until = current_date - 1 where animal_id = $1', [
      first?.id,
    ]);
    return [`update prevention.animal_immunity set valid_until = current_date + 90 where animal_id = ${first?.id}`];
  },
  zone: async () => {
    const { region } = await unitOf(world, 'farm1');
    await world.sql(
      `insert into traceability.movement_ban (tenant_no, region_code, species, direction, from_at, reason, status)
       values ($1, $2, '{cattle}', 'out', now() - interval '1 hour', 'matrix', 'active')`,
      [tenant, region],
    );
    return [`delete from traceability.movement_ban where reason = 'matrix'`];
  },
  flag: async ([first]) => {
    await world.sql('update registry.animal set quarantined = true where id = $1', [first?.id]);
    return [`update registry.animal set quarantined = false where id = ${first?.id}`];
  },
  pledge: async ([first]) => {
    await world.sql('update registry.animal set pledged = true where id = $1', [first?.id]);
    return [`update registry.animal set pledged = false where id = ${first?.id}`];
  },
  withdrawal: async ([first]) => {
    await world.sql(
      `insert into cure.animal_withdrawal (tenant_no, region_code, principal_id, scope, animal_id, ear_tag, species, source_type,
         source_id, source_no, last_dose_on, meat_until, medicine_names)
       select a.tenant_no, a.region_code, a.principal_id, 'animal', a.id, a.ear_tag, a.species, 'treatment', -a.id, 'CT-M',
         current_date, current_date + 9, 'x' from registry.animal a where a.id = $1`,
      [first?.id],
    );
    return [`delete from cure.animal_withdrawal where animal_id = ${first?.id}`];
  },
};

describe('quarantine', () => {
  test('R12, R13 each blocking condition stops the submission and, turned red later, the certificate', async () => {
    for (const [code, turn] of Object.entries(reds)) {
      const animals = await fitAnimals(world, 'farm1', 2);
      const id = await inspected(animals);
      const back = await turn(animals);
      const refused = await issue(id);
      expect(refused.code, `${code} at issue: ${refused.msg}`).not.toBe(200);
      const { data } = refused as { data: { conditions: { code: string }[] } };
      expect(
        data?.conditions?.map((one) => one.code),
        code,
      ).toContain(code);
      const late = await declare(await fitAnimals(world, 'farm1', 1));
      if (code === 'zone') expect((await step(farm, late.id, 'submit')).bizCode).toBe('banned');
      for (const text of back) await world.sql(text);
      const done = await issue(id);
      expect(done.code, `${code} green again: ${done.msg} ${JSON.stringify(done.data)}`).toBe(200);

      // The same before the submission, and in the preview of the form.
      const others = await fitAnimals(world, 'farm1', 2);
      const draft = await declare(others);
      const undo = await turn(others);
      const form = await declaration(world, 'farm1', others);
      const preview = await farm.post('trace/quarantine/check', {
        principalId: form.principalId,
        animalIds: others.map((one) => one.id),
        purpose: 'slaughter',
        species: 'cattle',
        toPrincipalId: form.toPrincipalId,
        toRegionCode: form.toRegionCode,
        departAt: form.departAt,
        plateNo: form.plateNo,
      });
      if (code !== 'owner') {
        const told = preview.data.conditions.find((one: { code: string }) => one.code === code);
        expect(told, code).toMatchObject({ ok: false, level: 'block' });
      }
      expect((await step(farm, draft.id, 'submit')).code, `${code} at submission`).not.toBe(200);
      for (const text of undo) await world.sql(text);
    }
  }, 240_000);

  test('R13 a flag raised or a dose given at the same moment comes before the certificate or after it, never in between', async () => {
    const doctor = await world.as('vet1');
    await topUp(world);
    for (let round = 0; round < 6; round += 1) {
      const animals = await fitAnimals(world, 'farm1', 2);
      const ids = animals.map((one) => one.id);
      const id = await inspected(animals);
      const flag = round % 2 === 0 ? 'quarantined' : 'pledged';
      const raise = world.database.transaction(systemScope(tenant, 'test'), async (tx) => {
        await setFlag(tx, ids.slice(0, 1), flag, true, 'test.race');
        const [seen] = await tx.query<{ n: number }>(
          `select count(*)::int as n from traceability.quarantine_certificate where tenant_no = $1 and declaration_id = $2`,
          [tenant, id],
        );
        return seen?.n ?? 0;
      });
      const [issued, seen] = await Promise.all([issue(id), raise]);
      expect(issued.code === 200, `${flag}: ${issued.msg}`).toBe(seen === 1);

      const others = await fitAnimals(world, 'farm1', 1);
      const [other] = others;
      const second = await inspected(others);
      const { id: principalId } = await unitOf(world, 'farm1');
      const sheet = await dewormSheet(world, { principalId, ids: [other?.id ?? 0] }, 'cattle');
      const [paper, dose] = await Promise.all([issue(second), doctor.post('cure/treatment/add', sheet)]);
      expect(dose.code, dose.msg).toBe(200);
      const life = await world.sql<{ kind: string }>(
        `select kind from registry.animal_event where animal_id = $1 and kind in ('treated', 'quarantineIssued')
           and recorded_at > now() - interval '1 minute' order by seq`,
        [other?.id],
      );
      expect(life.map((one) => one.kind)).toEqual(paper.code === 200 ? ['quarantineIssued', 'treated'] : ['treated']);
    }
  }, 240_000);

  test('R12 no file brings a declaration or a certificate past its conditions', () => {
    for (const resource of contract.resources.filter((one) => one.name.startsWith('quarantine')))
      expect(resource.operations, resource.name).not.toContain('import');
  });

  test('R12 lab, approval and vehicle block breeding stock across provinces', async () => {
    const animals = await fitAnimals(world, 'farm1', 1);
    const outside = {
      purpose: 'breed',
      toPrincipalId: null,
      toText: '外省牧场',
      toRegionCode: 220100000000,
      departAt: hours(80),
    };
    const { id } = await declare(animals, { ...outside, plateNo: null });
    const refused = await step(farm, id, 'submit');
    const { data } = refused as { data: { conditions: { code: string }[] } };
    expect(data.conditions.map((one) => one.code).sort()).toEqual(['approval', 'lab', 'vehicle']);
    const near = await declare(await fitAnimals(world, 'farm1', 1), { plateNo: null });
    expect((await step(farm, near.id, 'submit')).code, 'inside the province a vehicle only warns').toBe(200);
  });

  test('R12 clinical: who fails the inspection is on no certificate; R17 none left fails', async () => {
    const animals = await fitAnimals(world, 'farm1', 3);
    const { id } = await declare(animals);
    await step(farm, id, 'submit');
    await step(vet, id, 'accept', { inspectAt: hours(1), inspectPlace: '场区' });
    expect((await step(vet, id, 'inspect', { ...findings, failedTags: animals[0]?.tag })).code).toBe(422);
    const done = await step(vet, id, 'inspect', { ...findings, failedTags: animals[0]?.tag, failCode: 'fever' });
    expect(done.code, done.msg).toBe(200);
    const made = await issue(id);
    expect(made.code, made.msg).toBe(200);
    const covered = await world.sql<{ tag: string }>(
      `select l.tag from traceability.quarantine_certificate_animal l join traceability.quarantine_certificate c on c.id = l.certificate_id
       where c.declaration_id = $1 order by 1`,
      [id],
    );
    expect(covered.map((one) => one.tag)).toEqual(
      animals
        .slice(1)
        .map((one) => one.tag)
        .sort(),
    );
  });

  test('R11 an animal stands on one open declaration, whoever is first of two at once', async () => {
    const animals = await fitAnimals(world, 'farm1', 1);
    const two = [await declare(animals), await declare(animals)];
    const answers = await Promise.all(two.map(({ id }) => step(farm, id, 'submit')));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(answers.find((one) => one.code !== 200)?.bizCode).toBe('inDeclaration');
  });

  test('R14 the vet who inspected issues; R15 not for too long; R16 a number once', async () => {
    const id = await inspected(await fitAnimals(world, 'farm1', 2));
    expect((await step(county, id, 'issue', {})).code).toBe(403);
    expect((await issue(id, { validUntil: hours(6 * 24) })).bizCode).toBe('validTooLong');
    const number = officialNo();
    const done = await issue(id, { officialNo: number });
    expect(done.code, done.msg).toBe(200);
    const second = await inspected(await fitAnimals(world, 'farm1', 1));
    expect((await issue(second, { officialNo: number })).bizCode).toBe('certUsed');
    await world.sql('update traceability.quarantine_declaration set inspected_by = 1 where id = $1', [second]);
    expect((await issue(second)).bizCode).toBe('otherVet');
  });

  test('R18, R2 revoking takes the events back and frees the animals', async () => {
    const animals = await fitAnimals(world, 'farm1', 2);
    const id = await inspected(animals);
    await issue(id);
    const [row] = await world.sql<{ id: number; version: number; no: string }>(
      `select id::int as id, version, official_no as no from traceability.quarantine_certificate where declaration_id = $1`,
      [id],
    );
    const ids = animals.map((one) => one.id);
    const covers = () =>
      farm.post('trace/certificate/covers', { officialNo: row?.no, animalIds: ids, on: tonight().slice(0, 10) });
    expect((await covers()).data).toMatchObject({ ok: true, uncovered: [] });
    const gone = await county.post('trace/certificate/transition', {
      id: row?.id,
      version: row?.version,
      name: 'revoke',
      remark: '来源存疑',
    });
    expect(gone.code, gone.msg).toBe(200);
    expect((await covers()).data).toMatchObject({ ok: false, why: 'certInvalid' });
    const events = await world.sql<{ voided: number; n: number }>(
      `select count(*)::int as n, count(void_of)::int as voided from registry.animal_event where animal_id = any ($1) and kind = 'quarantineIssued'`,
      [ids],
    );
    expect(events[0]).toEqual({ n: 4, voided: 2 });
    const again = await declare(animals);
    expect((await step(farm, again.id, 'submit')).code).toBe(200);
  });

  test('R19 of scope: what another county declares is not there', async () => {
    const id = await inspected(await fitAnimals(world, 'farm1', 1));
    const other = await world.as('ins1');
    expect((await other.get(`trace/quarantine/${id}`)).code).not.toBe(200);
    expect((await vet.get(`trace/quarantine/${id}`)).code).toBe(200);
  });
});
