import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Person, World } from '#apps/server/testing/world.ts';
import { day, herd, tagId, tenant, userId } from './fixtures.ts';

const names = ['expert1', 'expert2', 'expert3'];

/** Cases asked by a field vet, and the three experts who may take them, on duty whatever the hour. */
export async function openConsults(world: World) {
  const worker = await world.as('vet1');
  const experts = await Promise.all(names.map((name) => world.as(name)));
  await world.sql('update cure.expert set answers_outside = true, max_open = 50 where tenant_no = $1', [tenant]);

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

  return { worker, experts, ask, offerOf, accepted, whoIs };
}
