import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { documentsValid } from '#modules/registry/server/index.ts';
import { tendPapers } from '#modules/registry/server/principal/principal-document.ts';

/** Papers of a farm: entered by it, verified by the station, reminded of and ended by the clock. */
let world: World;
let farm: Person;
let station: Person;
let farmId: number;
let serial = 0;

const day = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = async () =>
  (await world.upload(farm, 'sys/file/upload', png, { bizType: 'registry.principalDocument' }, 'p.png')).data.fileId;
const paper = async (more: object = {}) => ({
  principalId: farmId,
  docKind: 'breedingLicence',
  title: `许可证${++serial}`,
  certNo: `NO${serial}`,
  issuer: null,
  issuedOn: '2025-01-01',
  validFrom: null,
  validTo: day(400),
  files: [await file()],
  replacesId: null,
  ...more,
});
const row = async (id: number) => (await station.get(`pri/document/${id}`)).data;
const move = async (who: Person, id: number, name: string, remark?: string) =>
  who.post('pri/document/transition', { id, version: (await row(id)).version, name, remark });
const tend = () => world.database.transaction(systemScope(1505, 'night'), tendPapers);
const told = (id: number) =>
  world.sql(
    `select n.texts from platform.sys_notice n where n.texts::text like '%principalDocument.remind%' and n.texts::text like $1`,
    [`%许可证${id}"%`],
  );

beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  station = await world.as('kzzq_station');
  farmId = (await world.sql("select principal_id::int as id from platform.sys_user where username = 'farm1'"))[0].id;
  await tend();
});
afterAll(() => world.close());

describe('papers', () => {
  it('R29: wants a file and an end after its beginning, and waits for somebody else to verify it', async () => {
    expect((await farm.post('pri/document/add', await paper({ files: [] }))).code).toBe(422);
    const wrong = await farm.post('pri/document/add', await paper({ validTo: '2024-01-01' }));
    expect(wrong.errors?.[0]?.field).toBe('validTo');
    const { data } = await farm.post('pri/document/add', await paper());
    expect((await move(farm, data.id, 'verify')).code).toBe(403);
    expect((await station.get(`sys/file/link/${(await row(data.id)).files[0]}`)).code).toBe(200);
    expect((await move(station, data.id, 'verify')).data).toMatchObject({ status: 'valid' });
    expect((await move(station, data.id, 'revoke')).code).toBe(422);
  });

  it('a renewal takes the place of the old paper on the day it is verified, not before', async () => {
    const { data: old } = await farm.post('pri/document/add', await paper({ docKind: 'landUse' }));
    await move(station, old.id, 'verify');
    const { data: fresh } = await farm.post(
      'pri/document/add',
      await paper({ docKind: 'landUse', replacesId: old.id }),
    );
    expect((await row(old.id)).status).toBe('valid');
    expect((await move(station, fresh.id, 'verify')).code).toBe(200);
    expect((await row(old.id)).status).toBe('replaced');
    const [step] = await world.sql(
      "select name, from_status, to_status from kit.transition_history where entity = 'registry.principalDocument' and entity_id = $1 order by id desc limit 1",
      [old.id],
    );
    expect(step).toEqual({ name: 'replace', from_status: 'valid', to_status: 'replaced' });
  });

  it('R29: reminds once at 60, 30 and 7 days, and ends it the day after with an event', async () => {
    const { data } = await farm.post('pri/document/add', await paper({ docKind: 'contract', validTo: day(50) }));
    await move(station, data.id, 'verify');
    const no = serial;
    const reminded: number[] = [];
    for (const left of [50, 50, 31, 30, 8, 7, 0]) {
      await world.sql('update registry.principal_document set valid_to = $2 where id = $1', [data.id, day(left)]);
      reminded.push((await tend()).reminded);
    }
    expect(reminded).toEqual([1, 0, 0, 1, 0, 1, 0]);
    expect((await told(no)).length).toBeGreaterThanOrEqual(3);
    await world.sql('update registry.principal_document set valid_to = $2 where id = $1', [data.id, day(-1)]);
    expect((await tend()).expired).toBe(1);
    expect((await row(data.id)).status).toBe('expired');
    expect((await tend()).expired).toBe(0);
    const events = await world.sql(
      "select payload from kit.outbox where topic = 'document.expired' and (payload -> 'data' ->> 'documentId')::bigint = $1",
      [data.id],
    );
    expect(events).toHaveLength(1);
    const missing = await world.database.transaction(systemScope(1505, 'ask'), (tx) =>
      documentsValid(tx, farmId, ['breedingLicence', 'contract'], day(0)),
    );
    expect(missing).toEqual(['contract']);
  });
});
