import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gate } from '#apps/server/gate.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { Texts } from '#kit/server/http/texts.ts';

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

let world: World;
let gate: Gate;
/** A service beside the cell that the gate can reach and must never call. */
const beside = createServer((call, answer) => {
  reached.push(call.url ?? '');
  answer.end('SECRET OF ANOTHER SERVICE');
});
const reached: string[] = [];
let token = '';

beforeAll(async () => {
  world = await openWorld();
  const api = await world.app.listen({ port: 0, host: '127.0.0.1' });
  gate = new Gate([{ cell: 0, api, login: appLogin(databaseSettings(world.name)) }], new Texts(root));
  await gate.start();
  await Promise.all([listening(gate.server), listening(beside)]);
  token = await openSession(world, 'tl_admin');
}, 60_000);
afterAll(async () => {
  await gate.close();
  beside.close();
  await world.close();
});

/** Bytes as they are: every HTTP client would tidy up the request line first. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(portOf(gate.server), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

const ask = (target: string, headers: readonly string[] = [], method = 'GET') =>
  raw([`${method} ${target} HTTP/1.1`, 'Host: gate', 'Connection: close', ...headers, '', ''].join('\r\n'));

describe('host and port come from the cell, whatever the request line says', () => {
  const other = () => `127.0.0.1:${portOf(beside)}`;
  const targets: [string, () => string][] = [
    ['two slashes', () => `//${other()}/inside`],
    ['three slashes', () => `///${other()}/inside`],
    ['absolute form', () => `http://${other()}/inside`],
    ['absolute form of another scheme', () => `HTTPS://${other()}/inside`],
    ['authority form', () => other()],
    ['no slash', () => `@${other()}/inside`],
    ['an asterisk', () => '*'],
  ];
  for (const [name, target] of targets)
    for (const who of ['nobody', 'a session'])
      it(`${name}, asked by ${who}`, async () => {
        const headers = who === 'nobody' ? [] : [`Authorization: ${token}`];
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const answer = await ask(target(), method === 'POST' ? [...headers, 'Content-Length: 0'] : headers, method);
          expect(answer, `${method} ${target()}`).toMatch(/^HTTP\/1\.1 400 /);
          expect(answer).not.toContain('SECRET');
        }
        expect(reached).toEqual([]);
      });

  it('a slash and a backslash stay a path of the cell', async () => {
    expect(await ask(`/\\${other()}/inside`)).not.toContain('SECRET');
    expect(await ask(`/@${other()}/inside`)).not.toContain('SECRET');
    expect(reached).toEqual([]);
  });
});

describe('the request line reaches the cell as it came', () => {
  it('path and query byte by byte, dots and escapes included', async () => {
    const seen: string[] = [];
    const cell = createServer((call, answer) => {
      seen.push(call.url ?? '');
      answer.end('ok');
    });
    await listening(cell);
    const before = new Gate(
      [{ cell: 0, api: `http://127.0.0.1:${portOf(cell)}`, login: appLogin(databaseSettings(world.name)) }],
      new Texts(root),
    );
    await before.start();
    await listening(before.server);
    const target = '/a/../b/%2e%2e/c?x=%2F|\'"&y=//h';
    await new Promise<void>((done) => {
      const socket = connect(portOf(before.server), '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: gate\r\nConnection: close\r\n\r\n`),
      );
      socket.resume().on('end', done);
    });
    expect(seen).toEqual([target]);
    await before.close();
    cell.close();
  });

  it('a GET that announces a body it never brings spoils no call that comes after it', async () => {
    const half = 'GET /api/sys/auth/portals HTTP/1.1\r\nHost: gate\r\nContent-Length: 40\r\n\r\n';
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise<void>((done) => {
        const socket = connect(portOf(gate.server), '127.0.0.1', () => socket.write(half));
        // Answered or not: then it hangs up.
        socket.once('data', () => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', () => done());
        setTimeout(() => socket.destroy(), 300);
      });
      const answers = await Promise.all([1, 2, 3].map(() => ask('/api/sys/auth/portals')));
      expect(answers.map((one) => one.slice(0, 12))).toEqual(Array(3).fill('HTTP/1.1 200'));
    }
  });
});

it('a public question about a tag goes first to the cell of the county that issued it', async () => {
  const asked: number[] = [];
  const cells = [0, 1].map((no) =>
    createServer((_call, answer) => {
      asked.push(no);
      answer.writeHead(404).end('{}');
    }),
  );
  await Promise.all(cells.map(listening));
  const login = appLogin(databaseSettings(world.name));
  await world.sql("insert into kit.tenant_cell (tenant_no, cell, state) values (1505, 1, 'elsewhere')");
  const before = new Gate(
    cells.map((one, cell) => ({ cell, api: `http://127.0.0.1:${portOf(one)}`, login })),
    new Texts(root),
  );
  await before.start();
  await listening(before.server);
  const order = async (tag: string) => {
    asked.length = 0;
    await fetch(`http://127.0.0.1:${portOf(before.server)}/api/public/animal/detail?tag=${tag}`);
    return [...asked];
  };
  try {
    expect(await order('115052100000001')).toEqual([1, 0]);
    expect(await order('115040100000001')).toEqual([0, 1]);
    expect(await order('no tag')).toEqual([0, 1]);
  } finally {
    await world.sql('delete from kit.tenant_cell where tenant_no = 1505');
    await before.close();
    for (const one of cells) one.close();
  }
});
