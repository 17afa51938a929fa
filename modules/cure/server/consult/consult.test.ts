import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openConsults } from '#modules/cure/testing/consults.ts';
import { day, herd, tagId, tenant } from '#modules/cure/testing/fixtures.ts';

let world: World;
let worker: Person;
let leader: Person;
let manager: Person;
let { ask, offerOf, accepted, whoIs } = {} as Awaited<ReturnType<typeof openConsults>>;
beforeAll(async () => {
  world = await openWorld();
  [leader, manager] = (await Promise.all(['duty1', 'cure1'].map((name) => world.as(name)))) as [Person, Person];
  ({ worker, ask, offerOf, accepted, whoIs } = await openConsults(world));
});
afterAll(() => world.close());

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

  test('R1, R2 names animals of one holder and kind or heads, adds up, and began lately; nothing wrong is kept', async () => {
    const count = async () => (await world.sql('select count(*)::int as n from cure.consult'))[0].n;
    const before = await count();
    const foreign = await herd(world, 'sheep', 1);
    for (const wrong of [
      { animalIds: foreign.ids.slice(0, 1) },
      { animalIds: [], untaggedHead: 0 },
      { headIll: 0 },
      { headIll: 3, headDead: 2, headAtRisk: 4 },
      { onsetOn: day(1) },
      { onsetOn: day(-91) },
    ]) {
      const { answer } = await ask(wrong);
      expect(answer.code, JSON.stringify(wrong)).toBe(422);
    }
    expect(await count()).toBe(before);
  });

  test('R3, R5 asked for a holder it tells them; its file is of that moment and holds nobody’s name, number or price', async () => {
    const { answer, body } = await ask();
    expect(answer.code, answer.msg).toBe(200);
    const [row] = await world.sql('select behalf, case_file as file from cure.consult where id = $1', [answer.data.id]);
    expect(row.behalf).toBe(true);
    const frozen = JSON.stringify(row.file);
    const [holder] = await world.sql(
      'select principal_unit_name as name, contact_phone_mask as phone from registry.principal where id = $1',
      [body.principalId],
    );
    expect(frozen).not.toContain(holder.name);
    expect(frozen).not.toMatch(/"(phone|bank|idCard|price|pledge)|"1[3-9]\d{9}"/);
    await world.sql('update registry.animal set weight = 777 where id = $1', [body.animalIds[0]]);
    const [later] = await world.sql('select case_file as file from cure.consult where id = $1', [answer.data.id]);
    expect(JSON.stringify(later.file)).toBe(frozen);
  });

  test('R11, R15 one offer is open at a time and lives as long as the case is urgent; who declines says why', async () => {
    const { answer } = await ask({ urgency: 'urgent' });
    const open = () =>
      world.sql(
        `select id::int as id, version, user_id::int as "userId", round(extract(epoch from answer_by - offered_at))::int as seconds
         from cure.consult_offer where consult_id = $1 and status = 'open'`,
        [answer.data.id],
      );
    const [offer] = await open();
    expect(await open()).toHaveLength(1);
    expect(Math.abs(offer.seconds - 300)).toBeLessThan(5);
    const expert = await whoIs(offer.userId);
    const decline = (form: object) =>
      expert.post('cure/offer/transition', { id: offer.id, version: offer.version, name: 'decline', form });
    expect((await decline({})).code).toBe(422);
    const done = await decline({ reason: 'notMyField' });
    expect(done.code, done.msg).toBe(200);
    const [next] = await open();
    expect(next?.userId).not.toBe(offer.userId);
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
