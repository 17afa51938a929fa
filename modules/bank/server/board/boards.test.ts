import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
const people: Record<string, Person> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const name of [
    'bank1',
    'bank_rv1',
    'bank_pay1',
    'bank_mon1',
    'bank_head1',
    'bank2',
    'sup_pt1',
    'farm1',
    'tl_region',
    'kzzq_mgr',
  ])
    people[name] = await world.as(name);
});
afterAll(() => world.close());

const of = (name: string) => people[name] as Person;
const home = async (name: string, query = '') => (await of(name).get(`bank/home/board${query}`)).data;

/** The call behind a page. */
const lists: Record<string, string> = {
  '/bank/credit/registration': 'bank/credit',
  '/bank/credit/paymentAudit': 'bank/payment',
  '/bank/credit/statement': 'bank/statement',
  '/bank/credit/marginNotice': 'bank/marginNotice',
  '/bank/animals': 'bank/animals',
  '/bank/pledge': 'bank/pledge',
  '/bank/pledge/change': 'bank/change',
  '/bank/stocktake': 'bank/count',
  '/bank/patrol': 'bank/patrol',
  '/bank/disposal': 'bank/disposal',
  '/bank/warehouse': 'bank/site',
  '/bank/alarms': 'sys/alarm',
};

interface Figure {
  readonly code: string;
  readonly n: number;
  readonly path: string;
  readonly isMoney: boolean;
}
const figuresOf = (board: { todo: Figure[]; watch: Figure[]; book: Figure[] }) => [
  ...board.todo,
  ...board.watch,
  ...board.book,
];

describe('the home board', () => {
  it.each(['bank1', 'bank_rv1', 'bank_pay1', 'bank_mon1', 'bank_head1', 'bank2', 'sup_pt1'])(
    'of %s opens as many rows as each figure says',
    async (name) => {
      const board = await home(name);
      let asked = 0;
      for (const { code, n, path, isMoney } of figuresOf(board)) {
        const [page = '', query = ''] = path.split('?');
        const list = lists[page];
        if (isMoney || !list) continue;
        asked += 1;
        const answer = await of(name).get(`${list}/list?${query}&pageSize=10`);
        expect([code, answer.code, answer.total]).toEqual([code, 200, n]);
      }
      expect(asked).toBeGreaterThan(3);
    },
  );

  it('opens as many rows for one branch', async () => {
    const { branches } = await home('bank1');
    expect(branches.length).toBeGreaterThan(1);
    const [{ id }] = branches;
    for (const { code, n, path, isMoney } of figuresOf(await home('bank1', `?branchId=${id}`))) {
      const [page = '', query = ''] = path.split('?');
      const list = lists[page];
      if (isMoney || !list || list === 'sys/alarm') continue;
      expect([code, (await of('bank1').get(`${list}/list?${query}&pageSize=10`)).total]).toEqual([code, n]);
    }
  });

  it('tells the lines over each bound, the clients to call and twelve months', async () => {
    const board = await home('bank1', '?mine=true');
    expect(board.clients.length).toBeGreaterThan(3);
    for (const { reasons } of board.clients)
      for (const { code, n, path } of reasons as { code: string; n: number; path: string }[]) {
        const [page = '', query = ''] = path.split('?');
        // A client's own page tells more than the number, and notices have no filter by client.
        if (page === '/bank/clients/detail' || code === 'margin' || code === 'overdue') continue;
        expect([code, (await of('bank1').get(`${lists[page]}/list?${query}&pageSize=10`)).total]).toEqual([code, n]);
      }
    expect(board.months).toHaveLength(12);
    expect(board.bands.reduce((sum: number, one: { lines: number }) => sum + one.lines, 0)).toBeGreaterThan(10);
    for (const { lines, path } of board.bands) {
      const answer = await of('bank1').get(
        `bank/credit/list?${path.split('?')[1]}&status=effective,frozen,overdue&pageSize=10`,
      );
      expect(answer.total).toBe(lines);
    }
  });

  it('R6: tells a supervisor no amount and no client', async () => {
    const board = await home('sup_pt1');
    expect(figuresOf(board).filter((one) => one.isMoney)).toEqual([]);
    expect([board.clients, board.bands, board.months]).toEqual([[], [], []]);
    expect(JSON.stringify(board)).not.toMatch(/outstanding|Value/);
  });

  it('is another for the other bank', async () => {
    const [ours, theirs] = [await home('bank1'), await home('bank2')];
    const heads = (board: { book: Figure[] }) => board.book.find((one) => one.code === 'heads')?.n ?? 0;
    expect(heads(theirs)).toBeGreaterThan(0);
    expect(heads(ours)).toBeGreaterThan(heads(theirs) * 3);
  });
});

describe('the board of a client', () => {
  it('tells what is owed, what may not be sold and who looked', async () => {
    const board = (await of('farm1').get('bank/mine/board')).data;
    const [line] = await world.sql<{ balance: number; heads: number }>(
      `select sum(l.balance)::bigint as balance, (select count(*)::int from bank.pledge_item i where i.principal_id = p.id
         and i.state in ('pledged', 'releasing', 'missing')) as heads
       from bank.credit_line l join registry.principal p on p.id = l.principal_id
         join platform.sys_user u on u.principal_id = p.id where u.username = 'farm1' and l.status in ('effective', 'frozen', 'overdue')
       group by p.id`,
    );
    expect(board).toMatchObject({ owed: Number(line?.balance), held: line?.heads });
    expect(board.banks[0]).toMatchObject({ manager: expect.any(String), heads: line?.heads });
  });

  it('is refused to a bank', async () => {
    expect((await of('bank1').get('bank/mine/board')).code).toBe(403);
  });
});

describe('statistics', () => {
  it('of a bank come out the same however they are grouped', async () => {
    const totals = [];
    for (const by of ['branch', 'manager', 'product', 'region']) {
      const answer = await of('bank1').get(`bank/stat?by=${by}`);
      expect([by, answer.code]).toEqual([by, 200]);
      expect(answer.data.rows.length).toBeGreaterThan(0);
      const { heads, lines, outstanding, bookValue, clients } = answer.data.total;
      totals.push({ heads, lines, outstanding, bookValue, clients });
    }
    for (const one of totals) expect(one).toEqual(totals[0]);
    const board = await home('bank1');
    expect(totals[0]?.heads).toBe(board.book.find((one: Figure) => one.code === 'heads')?.n);
    expect(totals[0]?.outstanding).toBe(board.book.find((one: Figure) => one.code === 'outstanding')?.n);
    expect((await of('bank1').get('bank/stat?by=month')).data.rows.length).toBeGreaterThan(6);
  });

  it('R5, acceptance 14: an authority reads heads and clients, no amount, and "<3" where there are fewer than three', async () => {
    const answer = await of('tl_region').get('bank/stat/region');
    expect(answer.code).toBe(200);
    const { rows, total } = answer.data as {
      rows: { regionCode: number; clients: string; heads: number | null }[];
      total: { clients: string };
    };
    expect(Number(total.clients)).toBeGreaterThan(3);
    expect(rows.some((row) => row.clients === '<3')).toBe(true);
    for (const row of rows) {
      if (/^\d+$/.test(row.clients)) expect(Number(row.clients) === 0 || Number(row.clients) >= 3).toBe(true);
      else expect(row.heads).toBeNull();
    }
    expect(JSON.stringify(answer.data)).not.toMatch(/outstanding|Value|balance|ltv|rate|amount/i);
    expect((await of('tl_region').get('bank/stat')).code).toBe(403);
    expect((await of('tl_region').get('bank/credit/1')).code).not.toBe(200);
  });

  it('R5: no difference of two questions tells of fewer than three clients', async () => {
    const ask = async (region?: number) =>
      (await of('tl_region').get(`bank/stat/region${region ? `?regionCode=${region}` : ''}`)).data as {
        rows: { regionCode: number; clients: string; heads: number | null }[];
        total: { clients: string; heads: number | null };
      };
    const top = await ask();
    const questions = [top];
    for (const row of top.rows) questions.push(await ask(row.regionCode));
    for (const { rows, total } of questions) {
      if (!/^\d+$/.test(total.clients)) {
        // What is not told of a region is not told of anything in it either.
        expect(rows.every((row) => row.clients === '0' || row.heads === null)).toBe(true);
        continue;
      }
      const shown = rows.reduce((sum, row) => sum + (/^\d+$/.test(row.clients) ? Number(row.clients) : 0), 0);
      const rest = Number(total.clients) - shown;
      expect(rest === 0 || rest >= 3).toBe(true);
    }
    // A county says the same of itself wherever it is asked.
    for (const [index, row] of top.rows.entries())
      expect([row.regionCode, questions[index + 1]?.total.clients]).toEqual([row.regionCode, row.clients]);
    // Nor do two readers together know more than one.
    const [county] = top.rows.filter((row) => row.regionCode === 150521000000);
    expect((await of('kzzq_mgr').get('bank/stat/region')).data.total.clients).toBe(county?.clients ?? '0');
  });
});

describe('the search of the header', () => {
  it('finds a line, a pledge and a client of the own bank only', async () => {
    const [line] = await world.sql<{ docNo: string; name: string; pledge: string }>(
      `select l.doc_no as "docNo", c.client_name as name, p.doc_no as pledge from bank.credit_line l join bank.bank_client c on c.id = l.client_id
       join bank.pledge p on p.credit_line_id = l.id where l.status = 'effective' and c.bank_id <> (select principal_id from platform.sys_user where username = 'bank2')
       order by l.id limit 1`,
    );
    const find = async (name: string, words: string) =>
      ((await of(name).get(`bank/find?words=${encodeURIComponent(words)}`)).data as { kind: string }[]).map(
        (one) => one.kind,
      );
    expect(await find('bank1', line?.docNo ?? '')).toEqual(['line']);
    expect(await find('bank1', line?.pledge ?? '')).toEqual(['pledge']);
    expect(await find('bank1', line?.name ?? '')).toContain('client');
    expect(await find('bank2', line?.docNo ?? '')).toEqual([]);
  });
});
