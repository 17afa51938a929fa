import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { makeScope } from '../db/scope.ts';
import { PushStream } from './stream.ts';
import { registerTopic, type Subscription, type TopicParams } from './topic.ts';
import { Views } from './views.ts';

const actor: Actor = {
  userId: 7,
  username: 'tester',
  nickname: 'Tester',
  tenantNo: 1,
  principalId: 1,
  sessionId: 1,
  portalId: null,
  roles: [],
  actions: new Set(),
  permVersion: 1,
  scope: makeScope({ tenantNo: 1, userId: 7 }),
  readOnly: false,
};

let reads: TopicParams[];
let figure: number;
let views: Views;
let position = 0;

beforeEach(() => {
  vi.useFakeTimers();
  [reads, figure, views] = [[], 1, new Views(pino({ level: 'silent' }))];
  registerTopic('test.wall', {
    access: 'session',
    params: z.record(z.string(), z.string()),
    filter: (_, { data }, { place }) => !place || (data as { place: string }).place === place,
    view: {
      // One that hears the events alone says nothing of a screen.
      key: (_, { screen }) => screen ?? null,
      read: async (_, params) => {
        reads.push(params);
        return { ...params, figure };
      },
      diff: (_, after) => ({ figure: (after as { figure: number }).figure }),
    },
  });
});
afterEach(() => {
  views.close();
  vi.useRealTimers();
});

function open(...params: (TopicParams | undefined)[]) {
  const topics: Subscription[] = params.map((one) => ({ topic: 'test.wall', ...(one && { params: one }) }));
  const stream = new PushStream(1, actor, topics, 0);
  stream.onSent = ({ topic }) => views.touch(stream, topic);
  views.follow(stream);
  const heard = (): { kind: string; data: unknown; to: unknown }[] =>
    String(stream.readable.read() ?? '')
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
  return { stream, heard };
}

const pass = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);
const happen = (stream: PushStream, place: string) => {
  position += 1;
  const at = '2026-11-16T00:00:00Z';
  const event = { id: position, position, tenantNo: 1, topic: 'test.wall', at, kind: 'visit', data: { place } };
  stream.offer({ ...event, audience: { everyone: true } });
};

it('what is shown says for which parameters, as each stream said them', async () => {
  const [reds, blues] = [
    { screen: 'reds', place: 'a' },
    { screen: 'blues', place: 'a' },
  ];
  const { stream, heard } = open(reds, blues);
  await pass();
  expect(heard()).toMatchObject([
    { kind: 'snapshot', data: reds, to: [reds] },
    { kind: 'snapshot', data: blues, to: [blues] },
  ]);
  figure = 2;
  happen(stream, 'a');
  await pass();
  expect(heard()).toMatchObject([
    { kind: 'visit', to: [reds, blues] },
    { kind: 'patch', data: { figure: 2 }, to: [reds] },
    { kind: 'patch', data: { figure: 2 }, to: [blues] },
  ]);
});

it('an event says which of the subscriptions it is for', async () => {
  const { stream, heard } = open({ screen: 'reds', place: 'a' }, { screen: 'reds', place: 'b' }, undefined);
  await pass();
  heard();
  happen(stream, 'b');
  happen(stream, 'c');
  await pass(0);
  expect(heard().map(({ to }) => to)).toEqual([[{ screen: 'reds', place: 'b' }, {}], [{}]]);
});

it('streams that say the same in another order are still read for once', async () => {
  const one = open({ screen: 'reds', place: 'a' });
  const two = open({ place: 'a', screen: 'reds' });
  await pass();
  expect([views.size, reads.length]).toEqual([1, 1]);
  expect([one.heard().length, two.heard().length]).toEqual([1, 1]);
  views.leave(one.stream);
  views.leave(two.stream);
  expect(views.size).toBe(0);
});
