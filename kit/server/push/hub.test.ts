import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import type { Event } from '../events/event.ts';
import { type HubParts, PushHub } from './hub.ts';
import { registerTopic } from './topic.ts';

it('takes a stream that left while its rights were asked for into no view again', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return {};
  };
  registerTopic('test.left', { access: 'session', view: { key: () => 'all', read, diff: () => null } });
  const actor = { userId: 1, tenantNo: 1505, sessionId: 1, actions: new Set() } as unknown as Actor;
  const asked = Promise.withResolvers<Actor>();
  let hear: (event: Event) => void = () => {};
  const listen = (listener: typeof hear) => {
    hear = listener;
  };
  const hub = new PushHub({
    database: { transaction: async () => ({ id: 1, replaced: [] }), read: async () => [] },
    authenticator: { actorOf: () => asked.promise, forget: () => {} },
    feed: { position: 0, listen },
    log: pino({ level: 'silent' }),
    limits: async () => ({ perUser: 6, keepMinutes: 10 }),
  } as unknown as HubParts);
  const stream = await hub.open(actor, { topics: [{ topic: 'test.left' }] });
  await expect.poll(() => reads).toBe(1);
  hear({ topic: 'perm', tenantNo: 1505, audience: { userIds: [actor.userId] }, position: 1 } as unknown as Event);
  stream.destroy();
  await expect.poll(() => hub.size).toBe(0);
  asked.resolve(actor);
  await pause(500);
  expect(reads).toBe(1);
  hub.close();
});
