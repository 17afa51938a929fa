import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { workDue } from '#kit/server/due/due.ts';
import { openConsults } from '#modules/cure/testing/consults.ts';
import { tagId, tenant, userId } from '#modules/cure/testing/fixtures.ts';

/** Further experts beside the one in charge. */
let world: World;
let { accepted, experts } = {} as Awaited<ReturnType<typeof openConsults>>;
beforeAll(async () => {
  world = await openWorld();
  ({ accepted, experts } = await openConsults(world));
});
afterAll(() => world.close());

const names = ['expert1', 'expert2', 'expert3'];
const expertIdOf = async (person: Person) => {
  const name = names[experts.indexOf(person)] as string;
  const [row] = await world.sql<{ id: number }>(
    'select id::int as id from cure.expert where tenant_no = $1 and user_id = $2',
    [tenant, await userId(world, name)],
  );
  return row?.id as number;
};
const rowOf = async (id: number) =>
  (await world.sql('select version, status, expert_id::int as expert from cure.consult where id = $1', [id]))[0];
const opine = async (expert: Person, consultId: number, more: object = {}) =>
  expert.post('cure/consult/opine', {
    consultId,
    version: (await rowOf(consultId)).version,
    diagnosisTagId: await tagId(world, 'disease', '未确诊'),
    certainty: 'suspected',
    basis: '腹围增大，叩诊鼓音明显',
    advice: '停喂精料一天，牵遛排气，次日复诊',
    ...more,
  });
const offerOf = async (consultId: number, person: Person) =>
  (
    await world.sql(
      "select id::int as id, version, status from cure.consult_offer where consult_id = $1 and kind = 'coConsult' and expert_id = $2",
      [consultId, await expertIdOf(person)],
    )
  )[0];
const answer = async (consultId: number, person: Person, name: string, more: object = {}) => {
  const { id, version } = await offerOf(consultId, person);
  return person.post('cure/offer/transition', { id, version, name, ...more });
};
const invite = (expert: Person, consultId: number, expertIds: number[]) =>
  expert.post('cure/consult/invite', { consultId, expertIds });
const doors = (id: number) => [
  `cure/consult/case?id=${id}`,
  `cure/consult/messages?id=${id}`,
  `cure/consult/${id}`,
  `cure/consult/live?consultId=${id}`,
];

describe('further experts', () => {
  test('R17, acceptance 3: whoever is asked in and says yes reads the case; before that, and everybody else, gets 404', async () => {
    const { id, expert, other } = await accepted();
    const third = experts.find((one) => one !== expert && one !== other) as Person;
    expect((await invite(other, id, [await expertIdOf(third)])).code).toBe(404);
    const asked = await invite(expert, id, [await expertIdOf(other)]);
    expect(asked.code, asked.msg).toBe(200);
    for (const path of doors(id)) expect((await other.get(path)).code, path).toBe(404);
    expect((await rowOf(id)).status).toBe('inProgress');
    const yes = await answer(id, other, 'accept');
    expect(yes.code, yes.msg).toBe(200);
    for (const path of doors(id)) {
      expect((await other.get(path)).code, path).toBe(200);
      expect((await third.get(path)).code, path).toBe(404);
    }
    expect(await rowOf(id)).toMatchObject({ status: 'inProgress', expert: await expertIdOf(expert) });
    const said = await other.post('cure/consult/message', {
      consultId: id,
      kind: 'text',
      text: '同意先排气',
      clientKey: randomUUID(),
    });
    expect(said.code, said.msg).toBe(200);
  });

  test('R17 only the expert in charge writes the opinion; the others sign once, agreeing or not, and it shows under it', async () => {
    const { id, expert, other } = await accepted();
    await invite(expert, id, [await expertIdOf(other)]);
    await answer(id, other, 'accept');
    const sign = (person: Person, more: object = {}) =>
      person.post('cure/consult/coSign', { consultId: id, no: 1, agrees: false, text: '更像前胃弛缓', ...more });
    expect((await opine(other, id)).code).toBe(403);
    expect((await sign(other)).code).toBe(409);
    expect((await opine(expert, id)).code).toBe(200);
    expect((await sign(expert)).code).toBe(403);
    expect((await sign(other, { text: '' })).code).toBe(422);
    const done = await sign(other);
    expect(done.code, done.msg).toBe(200);
    expect((await sign(other, { agrees: true })).code).toBe(409);
    const { opinions, me } = (await expert.get(`cure/consult/case?id=${id}`)).data;
    expect(opinions[0].coSigns).toMatchObject([{ agrees: false, words: '更像前胃弛缓' }]);
    expect(me).toMatchObject({ mayInvite: true, mayCoSign: false });
    const [may] = await world.sql(
      "select has_table_privilege('mulian_app', 'cure.consult_co_sign', 'update') as edit, has_table_privilege('mulian_app', 'cure.consult_co_sign', 'delete') as remove",
    );
    expect(may).toEqual({ edit: false, remove: false });
  });

  test('R17 three at most, links among them; a no asks nobody else and leaves the one in charge', async () => {
    const { id, expert, other } = await accepted();
    const third = experts.find((one) => one !== expert && one !== other) as Person;
    const ids = [await expertIdOf(other), await expertIdOf(third)];
    expect((await invite(expert, id, ids)).code).toBe(200);
    expect((await invite(expert, id, [ids[0] as number])).bizCode).toBe('askedBefore');
    const link = () => expert.post('cure/room/link', { consultId: id, kind: 'expertCase', shownName: '外院教授' });
    const made = await link();
    expect(made.code, made.msg).toBe(200);
    expect((await link()).bizCode).toBe('coExpertsFull');
    expect((await answer(id, third, 'decline', { form: { reason: 'busy' } })).code).toBe(200);
    expect((await third.get(`cure/consult/case?id=${id}`)).code).toBe(404);
    expect(await rowOf(id)).toMatchObject({ status: 'inProgress', expert: await expertIdOf(expert) });
    expect((await expert.get(`cure/consult/colleagues?consultId=${id}`)).data.left).toBe(1);

    const k = String(made.data.path).split('k=')[1] ?? '';
    const publicly = async (path: string, body: object) =>
      (await world.app.inject({ method: 'POST', url: `/api/public/cure/invite/${path}`, payload: body })).json();
    const signed = () => publicly('coSign', { k, no: 1, agrees: true, text: '同意主诊意见' });
    expect((await opine(expert, id)).code).toBe(200);
    expect(await signed()).toMatchObject({ code: 404, bizCode: 'inviteInvalid' });
    await publicly('answer', { k, accept: true });
    expect((await publicly('open', { k })).data.case.opinions).toMatchObject([{ no: 1, isSigned: false }]);
    expect((await signed()).code).toBe(200);
    const { opinions } = (await expert.get(`cure/consult/case?id=${id}`)).data;
    expect(opinions[0].coSigns).toMatchObject([{ name: '外院教授', agrees: true }]);
  });

  test('R6, R11 an invitation that runs out leaves the case where it is; closed, the live page is gone and the frozen file stays', async () => {
    const { id, expert, other } = await accepted();
    await invite(expert, id, [await expertIdOf(other)]);
    await world.sql(
      "update kit.due set due_at = now() - interval '1 second' where kind = 'cure.offerEnds' and ref = $1",
      [String((await offerOf(id, other)).id)],
    );
    await workDue(world.database);
    expect((await offerOf(id, other)).status).toBe('lapsed');
    expect(await rowOf(id)).toMatchObject({ status: 'inProgress', expert: await expertIdOf(expert) });
    await opine(expert, id);
    expect((await expert.get(`cure/consult/live?consultId=${id}`)).code).toBe(200);
    const closed = await expert.post('cure/consult/transition', {
      id,
      version: (await rowOf(id)).version,
      name: 'close',
      form: { outcome: 'cured' },
    });
    expect(closed.code, closed.msg).toBe(200);
    expect((await expert.get(`cure/consult/live?consultId=${id}`)).code).toBe(404);
    expect((await expert.get(`cure/consult/case?id=${id}`)).data.file.animals).toHaveLength(1);
  });
});
