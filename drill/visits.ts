import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';
import { readyVisits, today } from './herds.ts';
import { Program, pause } from './program.ts';

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Workers send visits of a whole herd at an even pace while offices look at coverage: how long a submit takes, and whether anything is lost. */
export async function drillVisits(ask: {
  visits: number;
  perMinute: number;
  workers: number;
  readers: number;
  heads: number;
}): Promise<boolean> {
  const settings = databaseSettings('mulian_drill_visits');
  await loadWorld(settings, { size: 'small', today: today(), seed: 1505 }, () => {});
  const db = await superuser(settings);
  const database = new Database(appLogin(settings), { max: 4 });
  await registryServer().start?.(database);
  const environment = { MULIAN_DB: settings.database };
  const api = await Program.start('api', environment);
  const worker = await Program.start('worker', environment);
  const url = `http://127.0.0.1:${api.port}/api`;
  const jobs = await readyVisits(db, database, url, ask);
  const send = async (path: string, token: string, body?: object) => {
    const started = performance.now();
    const response = await fetch(`${url}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify({ ...body, clientType: 'web' }) } : {}),
    });
    const answer = (await response.json()) as {
      code: number;
      msg: string;
      bizCode?: string;
      data: { total?: { total?: { done?: number } } };
    };
    return { ...answer, ms: performance.now() - started };
  };
  const office = await tokenOf(db, 'ant_pref1');
  const before = (await send('ant/stat/coverage', office)).data.total?.total?.done ?? 0;
  let isOver = false;
  const reads: number[] = [];
  const readers = Array.from({ length: ask.readers }, async (_, n) => {
    await pause(n * 50);
    while (!isOver) {
      const answer = await send('ant/stat/coverage', office);
      if (answer.code !== 200) throw new Error(`coverage: ${answer.msg}`);
      reads.push(answer.ms);
      await pause(3000);
    }
  });
  const gap = 60_000 / ask.perMinute;
  const started = performance.now();
  const answers = await Promise.all(
    jobs.map(async (job, n) => {
      await pause(Math.max(0, started + n * gap - performance.now()));
      return send('ant/visit/add', job.token, job.body);
    }),
  );
  isOver = true;
  await Promise.all(readers);
  const after = (await send('ant/stat/coverage', office)).data.total?.total?.done ?? 0;
  await worker.stop();
  await api.stop();
  const times = answers.map((one) => one.ms).sort((a, b) => a - b);
  const read = reads.sort((a, b) => a - b);
  const refused = answers.filter((one) => one.code !== 200);
  for (const one of refused.slice(0, 3)) console.log(`refused: ${one.code} ${one.bizCode ?? ''} ${one.msg}`);
  const p95 = at(times, 0.95);
  console.log(
    `submit of ${ask.heads} head: p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${at(times, 1).toFixed(0)} ms; ${refused.length} of ${times.length} refused`,
  );
  console.log(
    `coverage read ${read.length} times by ${ask.readers}: p50 ${at(read, 0.5).toFixed(0)} ms, p95 ${at(read, 0.95).toFixed(0)} ms`,
  );
  const lost = jobs.length * ask.heads - (after - before);
  console.log(`done rose by ${after - before}, ${lost} lost`);
  await database.close();
  await db.end();
  return refused.length === 0 && lost === 0 && p95 < 800;
}
