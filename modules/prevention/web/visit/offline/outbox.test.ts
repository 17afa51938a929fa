import { beforeEach, expect, it, vi } from 'vitest';
import { tokenKey } from '#kit/web/api/token.ts';
import { openVault } from '#kit/web/offline/vault.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { fakeStore } from '#kit/web/testing/fake-store.ts';
import type { Prepared } from '#modules/prevention/contract/visit/visit-sheet.ts';
import type { VisitForm } from '../sheet/form.ts';
import { outbox, type Queued } from './outbox.ts';

const { enqueue, read, sendAll, useOutbox } = outbox;

const add = 'POST ant/visit/add';
const prepared = {
  holder: { principalId: 5, name: '包海山' },
  animals: [],
  vaccines: [],
  held: [],
} as unknown as Prepared;
const sheet = (n: number): Queued => ({
  form: {
    clientKey: `key-${n}`,
    mode: 'season',
    principalId: 5,
    staffId: 9,
    visitedOn: '2026-11-16',
    startedAt: '2026-11-16T01:00:00.000Z',
    endedAt: `2026-11-16T02:0${n}:00.000Z`,
    outcome: 'absent',
    marks: {},
    guests: [],
    found: null,
    loose: {},
    cards: [],
    photos: [],
    proofs: [],
    sign: null,
    location: null,
    remark: '',
  } satisfies VisitForm,
  prepared,
  heads: 0,
  taken: {},
  queuedAt: `2026-11-16T02:1${n}:00.000Z`,
  state: 'waiting',
});
const states = () => useOutbox.getState().items.map((one) => one.state);
const done = { data: { id: 1, docNo: 'IM1', refused: [] } };

let store: ReturnType<typeof fakeStore>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store = fakeStore();
  sessionStorage.setItem(tokenKey, 'T');
  openVault(7);
  useOutbox.setState({ items: [], isSending: false });
});

it('a server that is away, busy or held up has judged nothing: the sheet waits, and goes out by itself with the same words', async () => {
  const answers = [{ code: 503 }, { code: 429 }, { code: 409 }, { code: 401 }, undefined, done];
  const made = fakeServer({ [add]: () => answers.shift() });
  await enqueue(sheet(1));
  for (let n = 0; n < 5; n += 1) {
    await sendAll();
    expect(states()).toEqual(['waiting']);
    if (n === 3) (await import('#kit/web/api/client.ts')).beginSession();
  }
  await vi.advanceTimersByTimeAsync(120_000);
  await vi.waitFor(() => expect(states()).toEqual(['sent']));
  const bodies = (made.get(add) ?? []).map(({ body }) => JSON.stringify(body));
  expect(bodies.length).toBe(6);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain('2026-11-16T02:01:00.000Z');
});

it('one that is refused for what it says waits for its correction and stops nobody', async () => {
  const made = fakeServer({
    [add]: ({ body }) => (body.clientKey === 'key-1' ? { code: 500, bizCode: 'batchFrozen', msg: '批次已停用' } : done),
  });
  await enqueue(sheet(1));
  await enqueue(sheet(2));
  await sendAll();
  expect(states()).toEqual(['refused', 'sent']);
  await sendAll();
  expect(made.get(add)?.length).toBe(2);
});

it('a sheet the device cannot hold stays as long as the page, and one that another tab settled goes', async () => {
  fakeServer({ [add]: () => undefined });
  store.isFull = true;
  expect(await enqueue(sheet(1))).toBe(false);
  store.isFull = false;
  expect(await enqueue(sheet(2))).toBe(true);
  await read();
  expect(useOutbox.getState().items.map((one) => one.form.clientKey)).toEqual(['key-1', 'key-2']);
  store.all.clear();
  await read();
  expect(useOutbox.getState().items.map((one) => one.form.clientKey)).toEqual(['key-1']);
});
