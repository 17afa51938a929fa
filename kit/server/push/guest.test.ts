import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Event } from '../events/event.ts';
import { guestAddress, guestToken, provideGuestKey, readGuest } from './guest.ts';
import { type HubParts, PushHub } from './hub.ts';
import { registerTopic } from './topic.ts';

provideGuestKey('of the test');
const guest = { tenantNo: 1505, guestId: 12 };

it('a guest is who the token says, until it runs out; a letter changed makes it nobody’s', () => {
  const token = guestToken(guest, 60, 1_000_000);
  expect(readGuest(token, 1_059_000)).toEqual(guest);
  expect(readGuest(token, 1_061_000)).toBeNull();
  expect(readGuest(token.replace('.12.', '.13.'), 1_000_000)).toBeNull();
  expect(readGuest(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 1_000_000)).toBeNull();
  expect(readGuest('', 1_000_000)).toBeNull();
});

it('a guest hears signals said to them, of their own tenant and topic, and one stream at a time', async () => {
  registerTopic('test.room', { access: 'session' });
  const hub = new PushHub({
    feed: { position: 0, listen: () => {} },
    log: pino({ level: 'silent' }),
  } as unknown as HubParts);
  const first = hub.openGuest(guest, 'test.room');
  const stream = hub.openGuest(guest, 'test.room');
  const said = (userIds: number[], more: object = {}) =>
    hub.signal({
      id: 0,
      position: 0,
      tenantNo: 1505,
      topic: 'test.room',
      kind: 'signal',
      data: { n: userIds[0] },
      at: '2026-11-18T00:00:00Z',
      audience: { userIds },
      ...more,
    } as Event);
  said([guestAddress(12)]);
  said([guestAddress(13)]);
  said([12]);
  said([guestAddress(12)], { tenantNo: 1506 });
  said([guestAddress(12)], { topic: 'test.other' });
  await new Promise((done) => setTimeout(done, 20));
  const heard = String(stream.read());
  expect(heard.match(/event: test\.room/g)).toHaveLength(1);
  expect(heard).toContain('"n":-12');
  expect(String(first.read())).toContain('event: bye');
  hub.close();
});
