import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { toldChain } from '#modules/registry/server/index.ts';
import { type Proof, proofSchema, verifyProof } from '#modules/traceability/contract/seal/proof.ts';
import { proofOf as proofFor } from '#modules/traceability/server/seal/proofs.ts';
import { cutSeal } from '#modules/traceability/server/seal/trace-seal.ts';
import { checkLives, checkSeals } from '#modules/traceability/server/seal/verify-run.ts';
import { tenant } from '#modules/traceability/testing/fixtures.ts';

let world: World;
let auditor: Person;
beforeAll(async () => {
  world = await openWorld();
  auditor = await world.as('trace_pref1');
});
afterAll(() => world.close());

const inside = <T>(work: Parameters<World['database']['transaction']>[1]): Promise<T> =>
  world.database.transaction(systemScope(tenant, 'test'), work as never) as Promise<T>;
const animals = (n: number) =>
  world.sql<{ id: number; tag: string; seq: number }>(
    `select a.id::int as id, a.ear_tag as tag, h.seq from registry.animal a
     join registry.animal_head h on h.tenant_no = a.tenant_no and h.animal_id = a.id
     where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and h.seq >= 3 order by random() limit $2`,
    [tenant, n],
  );
const proofOf = async (tag: string) => {
  const answer = await world.person('').get(`public/trace/proof?tag=${tag}`);
  expect(answer.code, answer.msg).toBe(200);
  return proofSchema.parse(answer.data);
};
/** What nobody can do through the product: the trigger is off while one statement runs. */
const tamper = async (statement: string, values: unknown[]) => {
  await world.sql('alter table registry.animal_event disable trigger all');
  try {
    await world.sql(statement, values);
  } finally {
    await world.sql('alter table registry.animal_event enable trigger all');
  }
};

describe('seals', () => {
  test('R3, R5 every sealed life is proved by its own data; seals follow each other without a gap', async () => {
    await inside((tx) => cutSeal(tx));
    for (const [at, one] of (await animals(40)).entries()) {
      // By the public call, which answers thirty times a minute, and beside it for many more.
      const proof =
        at < 3
          ? await proofOf(one.tag)
          : await inside<Proof>(async (tx) => proofFor(tx, (await toldChain(tx, one.id)) as never));
      const verified = verifyProof(proof);
      expect(verified, one.tag).toMatchObject({ state: 'ok', count: one.seq, sealedTo: one.seq });
    }
    const found = await inside<Awaited<ReturnType<typeof checkSeals>>>((tx) => checkSeals(tx, 3));
    expect(found.broken).toEqual([]);
    const gaps = await world.sql<{ n: number }>(
      'select (max(seal_no) - count(*))::int as n from traceability.trace_seal where tenant_no = $1',
      [tenant],
    );
    expect(gaps[0]?.n).toBe(0);
  });

  test('R1, R4 a changed part, hash or column is named by the night and by the browser, and green again when restored', async () => {
    const [one] = await animals(1);
    if (!one) throw new Error('no animal');
    const changes: readonly (readonly [string, string, boolean])[] = [
      ['pub = pub || \'{"month": "1999-01"}\'', 'pub', true],
      ['priv = priv || \'{"on": "1999-01-01"}\'', 'priv', true],
      ['hash = set_byte(hash, 0, (get_byte(hash, 0) + 1) % 256)', 'hash', true],
      ["kind = 'sold'", 'kind', false],
      ['happened_on = happened_on - 1', 'happened_on', false],
    ];
    for (const [change, column, isSeenByBrowser] of changes) {
      const [old] = await world.sql<{ value: unknown }>(
        `select ${column} as value from registry.animal_event where tenant_no = $1 and animal_id = $2 and seq = 2`,
        [tenant, one.id],
      );
      await tamper(`update registry.animal_event set ${change} where tenant_no = $1 and animal_id = $2 and seq = 2`, [
        tenant,
        one.id,
      ]);
      const found = await inside<Awaited<ReturnType<typeof checkLives>>>((tx) => checkLives(tx, [one.id]));
      expect(found.broken, change).toEqual([{ subject: one.tag, seq: 2, kind: 'changed' }]);
      if (isSeenByBrowser)
        expect(verifyProof(await proofOf(one.tag)), change).toMatchObject({ state: 'broken', brokenAt: 2 });
      await tamper(
        `update registry.animal_event set ${column} = $3 where tenant_no = $1 and animal_id = $2 and seq = 2`,
        [tenant, one.id, old?.value],
      );
      const whole = await inside<Awaited<ReturnType<typeof checkLives>>>((tx) => checkLives(tx, [one.id]));
      expect(whole.broken, `${column} restored`).toEqual([]);
    }
  });

  test('R4 a tail that was taken away is missed by its seal, and by a label printed before', async () => {
    const [one] = await animals(1);
    if (!one) throw new Error('no animal');
    const label = await auditor.post('trace/code/forAnimal', { animalIds: [one.id] });
    expect(label.code, label.msg).toBe(200);
    const [, seq, head] = /h=(\d+)-([0-9a-f]+)/.exec(label.data[0].url) ?? [];
    const pin = { seq: Number(seq), head: head ?? '' };
    expect(verifyProof(await proofOf(one.tag), pin).pinned).toEqual({ seq: one.seq, added: 0 });
    await tamper('delete from registry.animal_event where tenant_no = $1 and animal_id = $2 and seq = $3', [
      tenant,
      one.id,
      one.seq,
    ]);
    const cut = await world.sql<{ hash: Buffer }>(
      `select hash from registry.animal_event where tenant_no = $1 and animal_id = $2 order by seq desc limit 1`,
      [tenant, one.id],
    );
    await world.sql('update registry.animal_head set seq = $3, hash = $4 where tenant_no = $1 and animal_id = $2', [
      tenant,
      one.id,
      one.seq - 1,
      cut[0]?.hash,
    ]);
    const found = await inside<Awaited<ReturnType<typeof checkLives>>>((tx) => checkLives(tx, [one.id]));
    expect(found.broken).toEqual([{ subject: one.tag, seq: one.seq, kind: 'missing' }]);
    expect(verifyProof(await proofOf(one.tag), pin).state).toBe('broken');
    expect(verifyProof(await proofOf(one.tag)).state).toBe('broken');
  });

  test('R45 an unknown code and an unknown tag are 404; R38 a million codes are one row within a second', async () => {
    expect((await world.person('').get('public/trace/code?c=P00000000000')).code).toBe(404);
    expect((await world.person('').get('public/trace/proof?tag=299999999999999')).code).toBe(404);
    const maker = await world.as('proc1');
    const [unit] = await world.sql<{ id: number }>(
      "select principal_id::int as id from platform.sys_user where username = 'proc1'",
    );
    const saved = await maker.post('trace/codeBatch/add', {
      principalId: unit?.id,
      kind: 'P',
      count: 1_000_000,
      purpose: null,
    });
    const asked = await maker.post('trace/codeBatch/transition', { ...saved.data, name: 'submit' });
    expect(asked.code, asked.msg).toBe(200);
    const { id } = saved.data as { id: number };
    const [row] = await world.sql<{ version: number }>(
      'select version from traceability.trace_code_batch where id = $1',
      [id],
    );
    const begun = Date.now();
    const issued = await auditor.post('trace/codeBatch/transition', { id, version: row?.version, name: 'approve' });
    expect(issued.code, issued.msg).toBe(200);
    expect(Date.now() - begun).toBeLessThan(1000);
    const printed = await maker.post('trace/codeBatch/print', { id, count: 1000 });
    expect(new Set(printed.data.labels.map((one: { code: string }) => one.code)).size).toBe(1000);
  });
});
