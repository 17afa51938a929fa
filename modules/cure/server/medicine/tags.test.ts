import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { openConsults } from '#modules/cure/testing/consults.ts';
import { tenant, unique } from '#modules/cure/testing/fixtures.ts';
import { refuseMarks } from './tags.ts';

let world: World;
let cure1: Person;
beforeAll(async () => {
  world = await openWorld();
  cure1 = await world.as('cure1');
});
afterAll(() => world.close());

const form = (more: object = {}) => ({
  kind: 'sign',
  nameZh: `试${unique()}`,
  nameTw: null,
  nameEn: `Sign ${unique()}`,
  synonyms: null,
  species: ['cattle'],
  fieldTagId: null,
  redFlag: false,
  suspectDiseases: [],
  diseaseCode: null,
  noTreat: false,
  orderNum: 900,
  ...more,
});
const made = async (more: object = {}) => {
  const values = form(more);
  const answer = await cure1.post('cure/tag/add', values);
  expect(answer.code, answer.msg).toBe(200);
  return { id: answer.data.id as number, ...values };
};

describe('tags', () => {
  test('R82 within a kind no word stands for two, neither as a name nor as another word for one', async () => {
    const word = `别名${unique()}`;
    const first = await made({ synonyms: `${word}、另一${unique()}` });
    for (const more of [
      { nameZh: first.nameZh },
      { nameZh: word },
      { synonyms: word },
      { synonyms: first.nameZh },
      { nameEn: first.nameEn },
    ])
      expect((await cure1.post('cure/tag/add', form(more))).code, JSON.stringify(more)).toBe(422);
    expect((await cure1.post('cure/tag/add', form({ kind: 'topic', nameZh: word }))).code).toBe(200);
  });

  test('R82 merged, every reference moves, the old name stays as another word, and what was signed keeps its own', async () => {
    const [from, to] = [await made({ synonyms: `俗称${unique()}` }), await made()];
    const { accepted } = await openConsults(world);
    const { id, expert } = await accepted({ signTagIds: [from.id, to.id] });
    const disease = await made({ kind: 'disease' });
    const target = await made({ kind: 'disease' });
    const [row] = await world.sql<{ version: number }>('select version from cure.consult where id = $1', [id]);
    const given = await expert.post('cure/consult/opine', {
      consultId: id,
      version: row?.version,
      diagnosisTagId: disease.id,
      certainty: 'clinical',
      basis: '腹围增大，叩诊鼓音明显',
      advice: '停喂精料一天，牵遛排气',
    });
    expect(given.code, given.msg).toBe(200);
    expect((await cure1.post('cure/tag/merge', { fromId: from.id, toId: disease.id })).code).toBe(422);
    const moved = await cure1.post('cure/tag/merge', { fromId: from.id, toId: to.id });
    expect(moved.data, moved.msg).toMatchObject({ cases: 1 });
    expect((await cure1.post('cure/tag/merge', { fromId: disease.id, toId: target.id })).data.cases).toBe(1);
    const [consult] = await world.sql(
      'select sign_tag_ids::int[] as signs, diagnosis_tag_id::int as diagnosis from cure.consult where id = $1',
      [id],
    );
    expect(consult).toEqual({ signs: [to.id], diagnosis: target.id });
    const [opinion] = await world.sql(
      'select diagnosis_tag_id::int as id from cure.consult_opinion where consult_id = $1',
      [id],
    );
    expect(opinion).toEqual({ id: disease.id });
    const tags = await world.sql(
      'select status, merged_into_id::int as into, synonyms, version from cure.cure_tag where tenant_no = $1 and id = any ($2) order by id',
      [tenant, [from.id, to.id]],
    );
    expect(tags[0]).toMatchObject({ status: 'disabled', into: to.id });
    expect(tags[1].synonyms).toBe(`${from.nameZh}、${from.synonyms}`);
    const back = { id: from.id, version: tags[0].version, name: 'enable' };
    expect((await cure1.post('cure/tag/transition', back)).code).toBe(409);
    expect((await cure1.post('cure/tag/add', form({ nameZh: from.nameZh }))).code).toBe(422);
  });

  test('R82 a tag in use is not removed; a red flag and a ban on treating are the prefecture’s to set', async () => {
    const [used] = await world.sql<{ id: number; version: number }>(
      'select t.id::int as id, t.version from cure.cure_tag t where t.tenant_no = $1 and exists (select 1 from cure.consult c where t.id = any (c.sign_tag_ids)) limit 1',
      [tenant],
    );
    expect((await cure1.post('cure/tag/remove', { idArr: [used?.id] })).code).toBe(409);
    expect((await cure1.post('cure/tag/add', form({ redFlag: true }))).code).toBe(200);
    const [plain, marked] = [
      { redFlag: false, noTreat: false },
      { redFlag: false, noTreat: true },
    ];
    expect(() => refuseMarks([150521000000], marked, plain)).toThrow();
    expect(() => refuseMarks([150521000000], marked, marked)).not.toThrow();
    expect(() => refuseMarks([150500000000], marked, plain)).not.toThrow();
    const [flag, other] = [await made({ redFlag: true }), await made()];
    expect((await cure1.post('cure/tag/merge', { fromId: flag.id, toId: other.id })).code).toBe(422);
  });
});
