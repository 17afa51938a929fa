import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day, herd, tagId, tenant, userId } from '#modules/cure/testing/fixtures.ts';

let world: World;
let worker: Person;
let leader: Person;
let manager: Person;
let experts: Person[];
const names = ['expert1', 'expert2', 'expert3'];
beforeAll(async () => {
  world = await openWorld();
  [worker, leader, manager, ...experts] = (await Promise.all(
    ['vet1', 'duty1', 'cure1', ...names].map((name) => world.as(name)),
  )) as [Person, Person, Person, ...Person[]];
  // Everybody is on duty, whatever the hour.
  await world.sql('update cure.expert set answers_outside = true, max_open = 50 where tenant_no = $1', [tenant]);
});
afterAll(() => world.close());

const ask = async (more: Record<string, unknown> = {}, skip = 0) => {
  const found = await herd(world, 'cattle', 1, skip);
  const [open] = await world.sql(
    'select 1 from cure.consult_animal x join cure.consult c on c.id = x.consult_id where x.animal_id = $1 and c.status not in ($2, $3)',
    [found.ids[0], 'closed', 'cancelled'],
  );
  if (open && skip < 40) return ask(more, skip + 1);
  const body = {
    requestId: randomUUID(),
    principalId: found.principalId,
    species: 'cattle',
    animalIds: [found.ids[0]],
    headIll: 1,
    signTagIds: [await tagId(world, 'sign', '腹胀')],
    onsetOn: day(0),
    complaint: '早上发现肚子胀，不吃东西',
    wants: 'text',
    urgency: 'urgent',
    ...more,
  };
  return { body, answer: await worker.post('cure/consult/ask', body) };
};
const offerOf = async (consultId: number) =>
  (
    await world.sql<{ id: number; version: number; userId: number }>(
      `select id::int as id, version, user_id::int as "userId" from cure.consult_offer where consult_id = $1 and status = 'open'`,
      [consultId],
    )
  )[0];
const whoIs = async (id: number | undefined) => {
  const ids = await Promise.all(names.map((name) => userId(world, name)));
  return experts[ids.indexOf(id ?? 0)] as Person;
};
async function accepted(more: Record<string, unknown> = {}) {
  const { answer, body } = await ask(more);
  expect(answer.code, answer.msg).toBe(200);
  const offer = await offerOf(answer.data.id);
  const expert = await whoIs(offer?.userId);
  const done = await expert.post('cure/offer/transition', {
    id: offer?.id,
    version: offer?.version,
    name: 'accept',
  });
  expect(done.code, done.msg).toBe(200);
  return { id: answer.data.id as number, expert, body, other: experts.find((one) => one !== expert) as Person };
}

describe('consultation', () => {
  test('R4 an animal stands in one open consult; sent twice it is one', async () => {
    const { body, answer } = await ask();
    expect(answer.code, answer.msg).toBe(200);
    expect(answer.data.offeredTo).toBeTruthy();
    expect((await worker.post('cure/consult/ask', body)).data).toMatchObject({
      id: answer.data.id,
      isRepeat: true,
    });
    const again = await worker.post('cure/consult/ask', { ...body, requestId: randomUUID() });
    expect(again.bizCode).toBe('consultOpen');
  });

  test('R6 a colleague of the same unit gets 404 in list, detail, talk and file; the expert in charge reads', async () => {
    const { id, expert, other } = await accepted();
    expect((await expert.get(`cure/consult/case?id=${id}`)).code).toBe(200);
    for (const path of [`cure/consult/case?id=${id}`, `cure/consult/${id}`, `cure/consult/messages?id=${id}`])
      expect((await other.get(path)).code, path).toBe(404);
    expect(
      (
        await other.post('cure/consult/message', {
          consultId: id,
          kind: 'text',
          text: '看看',
          clientKey: randomUUID(),
        })
      ).code,
    ).toBe(404);
    const listed = await other.get(`cure/consult/list?pageSize=100`);
    expect(listed.data.map((one: { id: number }) => one.id)).not.toContain(id);
    const raw = JSON.stringify((await expert.get(`cure/consult/case?id=${id}`)).data.file);
    expect(raw).not.toMatch(/"1[3-9]\d{9}"|bank|phone|price/);
  });

  test('R12 three lapses leave it on the board; the leader assigns it', async () => {
    const { answer } = await ask();
    const { endOffer } = await import('./consult-offer.ts');
    const { nextAfter } = await import('./offer-round.ts');
    for (let at = 0; at < 3; at += 1) {
      const offer = await offerOf(answer.data.id);
      if (!offer) break;
      await world.database.transaction(systemScope(tenant, 'test'), async (tx) => {
        await endOffer(tx, offer.id, 'lapsed');
        await nextAfter(tx, answer.data.id);
      });
    }
    const [row] = await world.sql<{ onBoard: boolean; status: string }>(
      'select on_board as "onBoard", status from cure.consult where id = $1',
      [answer.data.id],
    );
    expect(row).toEqual({ onBoard: true, status: 'waiting' });
    const board = await leader.get('cure/dispatch/board');
    expect(board.data.waiting.find((one: { id: number }) => one.id === answer.data.id)).toMatchObject({ isLate: true });
    const ranked = await leader.get(`cure/dispatch/candidates?consultId=${answer.data.id}`);
    expect(ranked.code, ranked.msg).toBe(200);
    const done = await leader.post('cure/dispatch/assign', {
      consultId: answer.data.id,
      expertId: ranked.data[0].expertId,
    });
    expect(done.code, done.msg).toBe(200);
  });

  test('R7, R22, R25, R26 a red sign must be answered; yes reports, quarantines and forbids treatment', async () => {
    const { id, expert, body } = await accepted({ signTagIds: [await tagId(world, 'sign', '口蹄水疱')] });
    const [row] = await world.sql<{ version: number }>('select version from cure.consult where id = $1', [id]);
    const opinion = {
      consultId: id,
      version: row?.version,
      diagnosisTagId: await tagId(world, 'disease', '未确诊'),
      certainty: 'suspected',
      basis: '口腔和蹄部有水疱，多头同时发病',
      advice: '立即隔离，禁止移动，等待县级人员到场采样',
    };
    expect((await expert.post('cure/consult/opine', opinion)).code).toBe(422);
    const given = await expert.post('cure/consult/opine', { ...opinion, suspectAnswer: 'yes' });
    expect(given.code, given.msg).toBe(200);
    const [report] = await world.sql<{ id: number; version: number; status: string }>(
      'select id::int as id, version, status from cure.suspect_report where id = $1',
      [given.data.suspectReportId],
    );
    expect(report?.status).toBe('sent');
    const [animal] = await world.sql<{ quarantined: boolean }>(
      'select quarantined from registry.animal where id = $1',
      [body.animalIds[0]],
    );
    expect(animal?.quarantined).toBe(true);
    const { judgeSheet } = await import('../prescription/judge.ts');
    const judged = await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      judgeSheet(tx, {
        principalId: body.principalId,
        species: 'cattle',
        animalIds: body.animalIds as number[],
        heads: 1,
        meanKg: null,
        lines: [],
      }),
    );
    expect(judged.found.map((one) => one.code)).toContain('noTreat');
    const accept = await manager.post('cure/suspect/transition', {
      id: report?.id,
      version: report?.version,
      name: 'accept',
    });
    expect(accept.code, accept.msg).toBe(200);
    const [after] = await world.sql<{ draft: string }>(
      'select a.status as draft from cure.suspect_report r join prevention.investigation_action a on a.id = r.investigation_id where r.id = $1',
      [report?.id],
    );
    expect(after?.draft).toBe('draft');
  });

  test('R18 a message is taken back within two minutes, and nobody speaks after the end', async () => {
    const { id, expert } = await accepted();
    const said = await expert.post('cure/consult/message', {
      consultId: id,
      kind: 'text',
      text: '请拍照',
      clientKey: randomUUID(),
    });
    expect(said.code, said.msg).toBe(200);
    expect((await expert.post('cure/consult/recall', { consultId: id, seq: said.data.seq })).code).toBe(200);
    await world.sql(
      "update cure.consult_message set at = now() - interval '3 minutes', recalled_at = null where consult_id = $1",
      [id],
    );
    expect((await expert.post('cure/consult/recall', { consultId: id, seq: said.data.seq })).bizCode).toBe('tooLate');
    await world.sql("update cure.consult set status = 'closed' where id = $1", [id]);
    expect(
      (
        await expert.post('cure/consult/message', {
          consultId: id,
          kind: 'text',
          text: '还有',
          clientKey: randomUUID(),
        })
      ).bizCode,
    ).toBe('talkOver');
  });
});
