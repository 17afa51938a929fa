import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';

/** T10: many guesses over many accounts and addresses, and what a guesser can learn from words and time. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // Fifty accounts with the hash of one, so that making them costs no time.
  await world.sql(
    `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at)
     select tenant_no, 'target' || n, 't', 't', principal_id, password_hash, now() from platform.sys_user, generate_series(1, 50) n where username = 'tl_leader'`,
  );
});
afterAll(() => world.close());

const from = (address: number) => ({ 'x-forwarded-for': `10.4.0.${address}` });
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

describe('T10: guessing', () => {
  it('R14, R16, R18: 500 guesses over 50 accounts from 5 addresses get no further than the work they do not do; neighbours stay free', async () => {
    const told = new Map<string, number>();
    const wrong = new Map<number, number>();
    for (let round = 0; round < 500; round += 1) {
      const address = 1 + (round % 5);
      const answer = await world.login(`target${1 + (round % 50)}`, `Guess-${round}-x`, {}, from(address));
      const kind = answer.bizCode ?? String(answer.code);
      told.set(kind, (told.get(kind) ?? 0) + 1);
      if (kind === 'auth.wrong') wrong.set(address, (wrong.get(address) ?? 0) + 1);
    }
    console.log('T10:', Object.fromEntries(told));
    // Two passwords looked at per address, then work is wanted. What many addresses that do the work get is in login-pace.test.ts.
    expect([...wrong.values()]).toEqual([2, 2, 2, 2, 2]);
    expect(told.get('auth.captcha')).toBe(500 - 5 * 2);
    expect(told.get('200')).toBeUndefined();
    const [{ n }] = (await world.sql(
      "select count(*)::int as n from platform.sys_login_log where ip like '10.4.0.%'",
    )) as [{ n: number }];
    expect(n).toBe(500);
    const [{ locked }] = (await world.sql(
      "select count(*)::int as locked from platform.sys_user where username like 'target%' and locked_until > now()",
    )) as [{ locked: number }];
    expect(locked).toBe(0);
    expect((await world.login('target7', world.password('tl_leader'), {}, from(99))).code).toBe(200);
  });

  it('control: without work the same guessing would have looked at every password', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'login.captchaMode', 'never'), (0, 'login.ipFailLimit', '100000')",
    );
    fiveSecondsLater();
    const kinds = [];
    for (let round = 0; round < 40; round += 1)
      kinds.push((await world.login(`target${11 + round}`, `Guess-${round}-x`, {}, from(1))).bizCode);
    expect(new Set(kinds)).toEqual(new Set(['auth.wrong']));
  });

  it('R17: a name that exists and one that does not are told the same and take the same work', async () => {
    const samples = 20;
    const told = {
      timed: { times: [] as number[], words: new Set<string>() },
      ghost: { times: [] as number[], words: new Set<string>() },
    };
    const once = async (kind: 'timed' | 'ghost', n: number) => {
      const started = process.cpuUsage();
      const answer = await world.login(`${kind}${n}`, 'Guess-once-1', {}, from(50 + (n % 100)));
      told[kind].times.push(process.cpuUsage(started).user / 1_000);
      told[kind].words.add(`${answer.status} ${answer.bizCode} ${answer.msg}`);
    };
    await world.sql(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at)
       select tenant_no, 'timed' || n, 't', 't', principal_id, password_hash, now() from platform.sys_user, generate_series(0, ${samples}) n where username = 'tl_leader'`,
    );
    // By the time of the processor, so that others at work do not count; every name but once, so that all are at the same count.
    for (let n = 0; n < samples; n += 1) for (const kind of ['timed', 'ghost'] as const) await once(kind, n);
    const [known, unknown] = [median(told.timed.times), median(told.ghost.times)];
    console.log(`T10: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms`);
    expect([...told.timed.words]).toEqual(['200 auth.wrong 用户名或密码错误，还可尝试 4 次']);
    expect(told.ghost.words).toEqual(told.timed.words);
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 3);
    // Control: an answer that looks at no password is told by its work at once.
    const quick = process.cpuUsage();
    await world.person('').get('sys/auth/passwordPolicy');
    expect(process.cpuUsage(quick).user / 1_000).toBeLessThan(Math.min(known, unknown) / 2);
  });
});
