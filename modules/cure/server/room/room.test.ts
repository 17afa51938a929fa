import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Ephemeral, provideEphemeral } from '#kit/server/push/ephemeral.ts';
import { provideRelay } from '#kit/server/push/relay.ts';
import { tenant, userId } from '#modules/cure/testing/fixtures.ts';

let world: World;
let expert: Person;
let colleague: Person;
let holder: Person;
let consultId = 0;
const heard: { userIds: readonly number[]; kind: string; data: unknown }[] = [];
beforeAll(async () => {
  world = await openWorld();
  [expert, colleague, holder] = (await Promise.all(['expert1', 'expert2', 'house1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
  provideRelay({ urls: ['turn:127.0.0.1:3478'], secret: 'of the test' });
  provideEphemeral({
    send: (signal: (typeof heard)[number]) => heard.push(signal),
  } as unknown as Ephemeral);
  const [asker, inCharge] = await Promise.all([userId(world, 'house1'), userId(world, 'expert1')]);
  const [row] = await world.sql<{ id: number }>(
    `insert into cure.consult (tenant_no, region_code, principal_id, centre_id, upper_id, doc_no, asker_id, species, head_ill, sign_tag_ids, signs, onset_on, complaint, urgency,
       request_id, expert_id, status, created_by)
     select $1, p.region_code, p.id, p.id, p.id, $2, u.id, 'cattle', 1, array[(select id from cure.cure_tag where tenant_no = $1 and kind = 'sign' limit 1)], '腹胀', current_date,
       '肚子胀得厉害', 'normal', $3, (select id from cure.expert where user_id = $5), 'inProgress', u.id
     from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.id = $4 returning id::int as id`,
    [tenant, `CCR${Date.now()}`, randomUUID(), asker, inCharge],
  );
  consultId = row?.id ?? 0;
  await world.sql(
    "insert into cure.consult_party (tenant_no, consult_id, user_id, role) values ($1, $2, $3, 'asker'), ($1, $2, $4, 'expert')",
    [tenant, consultId, asker, inCharge],
  );
});
afterAll(() => world.close());

const publicly = async (path: string, body: object) => {
  const answer = await world.app.inject({ method: 'POST', url: `/api/public/cure/${path}`, payload: body });
  return answer.json() as { code: number; msg: string; bizCode?: string; data: Record<string, never> };
};
const join = (who: Person, roomId: number) => who.post('cure/room/join', { roomId, media: 'video' });
const opened = async () => (await expert.post('cure/room/open', { consultId })).data.roomId as number;
const linkFor = async (kind: string) => {
  const made = await expert.post('cure/room/link', { consultId, kind, shownName: '客人' });
  expect(made.code, made.msg).toBe(200);
  return { id: made.data.id as number, k: String(made.data.path).split('k=')[1] ?? '' };
};

describe('rooms', () => {
  test('R6 a colleague of the expert finds neither room, signal, credential nor link', async () => {
    const roomId = await opened();
    await join(expert, roomId);
    for (const path of [`state?roomId=${roomId}`, `ice?roomId=${roomId}`, `links?consultId=${consultId}`])
      expect((await colleague.get(`cure/room/${path}`)).code, path).toBe(404);
    for (const [path, body] of [
      ['open', { consultId }],
      ['join', { roomId, media: 'none' }],
      ['signal', { roomId, to: 1, type: 'bye', seq: 1, data: null }],
      ['link', { consultId, kind: 'roomGuest' }],
    ] as const)
      expect((await colleague.post(`cure/room/${path}`, body)).code, path).toBe(404);
    expect((await colleague.get('cure/room/mine')).data.map((one: { roomId: number }) => one.roomId)).not.toContain(
      roomId,
    );
    const [asker, other] = await Promise.all([userId(world, 'house1'), userId(world, 'expert2')]);
    const rings = await world.sql<{ audience: { userIds: number[] } }>(
      `select payload -> 'audience' as audience from kit.outbox where topic = 'consult' and payload ->> 'kind' = 'ring'
         and (payload -> 'data' ->> 'roomId')::int = $1`,
      [roomId],
    );
    expect(rings[0]?.audience.userIds).toEqual([asker]);
    expect(rings[0]?.audience.userIds).not.toContain(other);
  });

  test('R33 a signal reaches the other participant alone, and neither table, outbox nor log keeps a byte of it', async () => {
    const roomId = await opened();
    const mine = (await join(expert, roomId)).data;
    const theirs = (await join(holder, roomId)).data;
    expect(theirs.status).toBe('live');
    heard.length = 0;
    const marker = `a=ice-ufrag:${randomUUID()}`;
    const sent = await expert.post('cure/room/signal', {
      roomId,
      to: theirs.me,
      type: 'offer',
      seq: 1,
      data: { type: 'offer', sdp: marker },
    });
    expect(sent.code, sent.msg).toBe(200);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      userIds: [await userId(world, 'house1')],
      kind: 'signal',
      data: { from: mine.me, to: theirs.me, data: { sdp: marker } },
    });
    const tables = await world.sql<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('kit', 'cure', 'platform') and not c.relispartition`,
    );
    for (const { name } of tables) {
      const [found] = await world.sql<{ n: number }>(
        `select count(*)::int as n from ${name} t where t::text like '%' || $1 || '%'`,
        [marker],
      );
      expect(found?.n, name).toBe(0);
    }
  });

  test('R37 credentials are one’s own, live an hour and are made from the relay’s secret', async () => {
    const roomId = await opened();
    expect((await holder.get(`cure/room/ice?roomId=${roomId}`)).code).toBe(200);
    const { data } = await expert.get(`cure/room/ice?roomId=${roomId}`);
    const [server] = data.iceServers;
    const expires = Number(server.username.split(':')[0]);
    expect(Math.abs(expires - Date.now() / 1000 - 3600)).toBeLessThan(10);
    expect(server.credential).toBe(createHmac('sha1', 'of the test').update(server.username).digest('base64'));
  });

  test('R28, R29 a guest waits, is let in, is shown out; a wrong key looks like a link that ran out', async () => {
    const roomId = await opened();
    await join(expert, roomId);
    const { id, k } = await linkFor('roomGuest');
    const shown = await publicly('invite/open', { k });
    expect(shown.code, shown.msg).toBe(200);
    const [holderRow] = await world.sql<{ name: string }>(
      'select principal_unit_name as name from registry.principal where id = (select principal_id from cure.consult where id = $1)',
      [consultId],
    );
    expect(JSON.stringify(shown.data)).not.toContain(holderRow?.name);
    const changed = await publicly('invite/open', { k: `${k.slice(0, -1)}${k.endsWith('A') ? 'B' : 'A'}` });
    expect(changed).toMatchObject({ code: 404, bizCode: 'inviteInvalid' });
    const seat = await publicly('invite/join', { k, shownName: '客人', media: 'video' });
    expect(seat.code, seat.msg).toBe(200);
    const token = String(seat.data.roomToken);
    expect((await publicly('room/ice', { token })).bizCode).toBe('notAdmitted');
    const lobby = (await expert.get(`cure/room/state?roomId=${roomId}`)).data.lobby;
    expect(lobby).toHaveLength(1);
    expect((await holder.post('cure/room/admit', { roomId, participantId: lobby[0].id })).code).toBe(403);
    expect((await expert.post('cure/room/admit', { roomId, participantId: lobby[0].id })).code).toBe(200);
    expect((await publicly('room/ice', { token })).code).toBe(200);
    heard.length = 0;
    expect((await expert.post('cure/room/revoke', { id })).code).toBe(200);
    expect(heard[0]).toMatchObject({ userIds: [-lobby[0].id], kind: 'removed' });
    for (const path of ['room/ice', 'room/state'])
      expect((await publicly(path, { token })).bizCode).toBe('inviteInvalid');
    expect(await publicly('invite/open', { k })).toMatchObject({ code: 404, bizCode: 'inviteInvalid' });
    expect((await publicly('room/state', { token: `${token}x` })).bizCode).toBe('inviteInvalid');
  });

  test('R27 the room takes as many as it may and no more; R31 whoever is silent is gone', async () => {
    const roomId = await opened();
    await join(expert, roomId);
    await join(holder, roomId);
    await world.sql('update cure.cure_room set max_participants = 2 where id = $1', [roomId]);
    const { k } = await linkFor('expertCase');
    const about = await publicly('invite/open', { k });
    expect(JSON.stringify(about.data)).not.toMatch(/earTag|animalId|principal/);
    expect((await publicly('invite/answer', { k, accept: true })).code).toBe(200);
    const full = await publicly('invite/join', { k, shownName: '外院专家', media: 'none' });
    expect(full.bizCode).toBe('roomFull');
    await world.sql(
      "update cure.cure_room_participant set seen_at = now() - interval '46 seconds' where room_id = $1 and role = 'asker'",
      [roomId],
    );
    const seated = await publicly('invite/join', { k, shownName: '外院专家', media: 'none' });
    expect(seated.code, seated.msg).toBe(200);
    await world.sql("update cure.cure_room set opened_at = now() - interval '121 minutes' where id = $1", [roomId]);
    const { whyOver } = await import('./cure-room.ts');
    expect(await world.database.transaction(systemScope(tenant, 'test'), (tx) => whyOver(tx, roomId, 2))).toBe('limit');
  });

  test('closing the case ends its room and every link', async () => {
    const roomId = await opened();
    await join(expert, roomId);
    const { k } = await linkFor('roomGuest');
    const [row] = await world.sql<{ version: number }>('select version from cure.consult where id = $1', [consultId]);
    await world.sql("update cure.consult set status = 'answered', answered_at = now() where id = $1", [consultId]);
    const closed = await expert.post('cure/consult/transition', {
      id: consultId,
      version: row?.version,
      name: 'close',
      form: { outcome: 'cured' },
    });
    expect(closed.code, closed.msg).toBe(200);
    expect((await expert.get(`cure/room/state?roomId=${roomId}`)).data).toMatchObject({ status: 'ended', me: null });
    expect((await publicly('invite/open', { k })).code).toBe(404);
    expect((await expert.post('cure/room/open', { consultId })).bizCode).toBe('talkOver');
  });
});
