import { connect } from 'node:net';
import type { Client } from 'pg';
import { allResources } from '#modules/index.contract.ts';
import { tokenOf } from '../bench/world.ts';
import { copyWorld, dropCopy } from './fixtures.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { backendsKb } from './statements.ts';
import { type Answer, send } from './wire.ts';

export interface Person {
  readonly username: string;
  readonly tenant: number;
  token: string;
}

interface Sample {
  readonly minute: number;
  readonly server: number;
  readonly backends: number;
}

const some = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
export const lists = allResources.filter((one) => one.operations.includes('list'));

/** Megabytes an hour, by least squares. */
function slope(samples: readonly Sample[], of: 'server' | 'backends'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map((one) => one.minute)), mean(samples.map((one) => one[of]))];
  const top = samples.reduce((sum, one) => sum + (one.minute - x) * (one[of] - y), 0);
  const bottom = samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0);
  return (60 * top) / bottom;
}

/** One office day pressed into minutes: forty people read, search and open records, while three attackers try what once worked. */
export async function drillMixed({ minutes, people }: { minutes: number; people: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('mixed');
  const api = await Program.start('api', { MULIAN_DB: settings.database, MULIAN_LOG: 'silent', MULIAN_POOL: '8' });
  try {
    const crowd = await enter(db, people);
    const codes = await regionsOf(db);
    const end = Date.now() + minutes * 60_000;
    const counts = new Map<string, number>();
    const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const foreign = new Set<string>();

    const ask = async (person: Person, path: string): Promise<Answer | null> => {
      const answer = await send(api.port, { path, token: person.token }).catch(() => null);
      count(answer === null ? 'no answer' : answer.status >= 500 ? '5xx' : 'answered');
      return answer;
    };
    const judge = (person: Person, base: string, rows: readonly { regionCode?: string | number }[]) => {
      for (const row of rows) {
        const owner = codes.get(String(row.regionCode ?? ''));
        if (person.tenant !== 0 && owner && !owner.has(person.tenant)) foreign.add(`${person.username} ${base}`);
      }
    };
    const work = async (person: Person) => {
      while (Date.now() < end) {
        const resource = some(lists);
        const size = some([10, 20, 50]);
        const list = await ask(person, `${resource.path}/list?pageSize=${size}&pageNum=${some([1, 1, 1, 2])}`);
        if (list?.code === 200 && Array.isArray(list.data)) {
          judge(person, resource.path, list.data);
          const row = list.data.length > 0 ? some(list.data as { id?: unknown }[]) : null;
          if (row?.id && resource.operations.includes('detail')) await ask(person, `${resource.path}/${row.id}`);
        }
        await pause(2_000 + Math.random() * 6_000);
      }
    };

    /** A ticket whose session has ended opens nothing. */
    const replay = async () => {
      while (Date.now() < end) {
        const token = await tokenOf(db, 'kzzq_worker1');
        const issued = await send(api.port, { path: 'sys/auth/ticket/issue', token, body: {} });
        await send(api.port, { path: 'sys/auth/logout', token, body: {} });
        if (issued.data?.ticket) {
          const again = await send(api.port, {
            path: 'sys/auth/ticket/check',
            token: '',
            body: { ticket: issued.data.ticket },
          });
          count(again.code === 200 ? 'ticket opened' : 'ticket refused');
        }
        await pause(3_000);
      }
    };
    /** Request lines that name another host. */
    const elsewhere = async () => {
      while (Date.now() < end) {
        for (const line of ['GET //127.0.0.1:1/api/x HTTP/1.1', 'GET http://127.0.0.1:1/api/x HTTP/1.1'])
          count((await raw(api.port, line)) >= 500 ? 'foreign host 5xx' : 'foreign host refused');
        await pause(3_000);
      }
    };
    /** Questions that all differ. */
    const vary = async (person: Person) => {
      for (let turn = 0; Date.now() < end; turn += 1) {
        await ask(
          person,
          `pri/principal/info/list?pageSize=${1 + (turn % 97)}&pageNum=${1 + (turn % 13)}&keyword=${turn.toString(36)}`,
        );
        await pause(250);
      }
    };

    const samples: Sample[] = [];
    const watch = async () => {
      const began = Date.now();
      while (Date.now() < end) {
        await pause(Math.min(30_000, Math.max(1_000, minutes * 2_000)));
        const kb = await backendsKb(db);
        const backends = kb.reduce((sum, one) => sum + one, 0) / 1024;
        samples.push({ minute: (Date.now() - began) / 60_000, server: api.memory(), backends });
      }
    };
    await Promise.all([...crowd.map(work), replay(), elsewhere(), vary(crowd[0] as Person), watch()]);

    const of = (what: string) => counts.get(what) ?? 0;
    report.add('people, questions answered', `${crowd.length}, ${of('answered')}`, 'told only', true);
    report.add('without an answer, answered with 5xx', `${of('no answer')}, ${of('5xx')}`, '0, 0');
    report.add('rows of another tenant', foreign.size === 0 ? 0 : [...foreign].join('; '), 0);
    report.add('tickets of an ended session: opened', of('ticket opened'), 0);
    report.add('tickets of an ended session: refused', of('ticket refused'), '> 0', of('ticket refused') > 0);
    report.add('lines that name another host: 5xx', of('foreign host 5xx'), 0);
    const late = samples.filter((one) => one.minute >= Math.min(10, minutes / 6));
    for (const part of ['server', 'backends'] as const) {
      const last = late.at(-1)?.[part] ?? 0;
      const grows = slope(late, part);
      report.add(
        `memory of the ${part} after the first ${minutes >= 60 ? 10 : Math.round(minutes / 6)} minutes`,
        `${Math.round(last)} MB, ${grows.toFixed(1)} MB an hour`,
        '≤ 10 % of it an hour',
        grows <= last / 10,
      );
    }
    const growing = samples.map((one) => ({ ...one, server: 100 + one.minute }));
    report.add('control, a megabyte a minute: MB an hour', slope(growing, 'server').toFixed(0), '60');
  } finally {
    await api.stop();
    await dropCopy({ settings, db });
  }
  return report;
}

export async function enter(db: Client, people: number): Promise<Person[]> {
  const { rows } = await db.query<{ username: string; tenant: string }>(
    `select username, tenant_no as tenant from platform.sys_user u
     where status = 'active' and exists (select from platform.sys_user_role r where r.user_id = u.id)
       and username <> 'kzzq_worker1'
     order by (tenant_no = 1505) desc, id limit $1`,
    [people],
  );
  const crowd: Person[] = [];
  for (const row of rows)
    crowd.push({ username: row.username, tenant: Number(row.tenant), token: await tokenOf(db, row.username) });
  return crowd;
}

/** Which tenants a region belongs to, by the area each tenant has. */
export async function regionsOf(db: Client): Promise<Map<string, Set<number>>> {
  const { rows } = await db.query<{ code: string; tenant: string }>(
    'select distinct region_code as code, tenant_no as tenant from registry.principal where region_code is not null',
  );
  const found = new Map<string, Set<number>>();
  for (const row of rows) found.set(row.code, (found.get(row.code) ?? new Set()).add(Number(row.tenant)));
  return found;
}

function raw(port: number, line: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${line}\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`),
    );
    let said = '';
    socket.on('data', (chunk) => {
      said += String(chunk);
    });
    socket.on('close', () => resolve(Number(said.split(' ')[1] ?? 0)));
    socket.on('error', () => resolve(0));
  });
}
