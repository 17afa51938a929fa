import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';
import { heardBy, openBrowserScreen, shownBy } from './browser-screen.ts';
import { readyVisits, tenant, today } from './herds.ts';
import { Program, pause } from './program.ts';

const mostLate = 3_000;
const prefecture = 150500000000;
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** A display that watches one screen: what it heard of which visit, when, and the last figure it was shown. */
class Wall {
  readonly heard = new Map<number, number>();
  regionCode = 0;
  todays: number | null = null;
  patches = 0;
  isOver = false;
  readonly #stop = new AbortController();

  async open(url: string, token: string): Promise<void> {
    const headers = { authorization: token, 'x-background': '1' };
    const response = await fetch(`${url}/sys/push/stream?topics=notices`, { headers, signal: this.#stop.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error(`no stream: ${response.status}`);
    void this.#read(reader);
    for (let tries = 0; tries < 200 && this.#streamId === 0; tries += 1) await pause(25);
    const answer = await fetch(`${url}/sys/push/subscribe`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ streamId: this.#streamId, add: [{ topic: 'screen', params: { screen: 'index' } }] }),
    });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    if (code !== 200) throw new Error(`subscribe: ${msg}`);
  }

  #streamId = 0;

  async #read(reader: ReadableStreamDefaultReader<string>): Promise<void> {
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const blocks = (rest + value).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // Ended by us.
    }
    this.isOver = true;
  }

  #take(block: string): void {
    const text = /^data: (.*)$/m.exec(block)?.[1];
    if (!text) return;
    const data = JSON.parse(text);
    if (block.includes('event: hello')) this.#streamId = data.streamId;
    if (data.kind === 'visit') this.heard.set(data.data.id, performance.now());
    if (data.kind === 'snapshot') {
      this.regionCode = data.data.region.code;
      this.todays = data.data.values['imm.today'];
    }
    if (data.kind === 'patch') {
      this.patches += 1;
      this.todays = data.data.values['imm.today'] ?? this.todays;
    }
  }

  close(): void {
    this.#stop.abort();
  }
}

/** Big screens in many offices watch while visits pour in: each hears of every visit of its place within three seconds, and the server does not grow. */
export async function drillScreens(ask: { walls: number; perSecond: number; seconds: number }): Promise<boolean> {
  const settings = databaseSettings('mulian_drill_screens');
  await loadWorld(settings, { size: 'small', today: today(), seed: tenant }, () => {});
  const db = await superuser(settings);
  const database = new Database(appLogin(settings), { max: 4 });
  await registryServer().start?.(database);
  const visits = ask.perSecond * ask.seconds;
  const environment = { MULIAN_DB: settings.database };
  const api = await Program.start('api', environment);
  const worker = await Program.start('worker', environment);
  const url = `http://127.0.0.1:${api.port}/api`;
  const jobs = await readyVisits(db, database, url, { visits, workers: 40, heads: 3 });
  const { rows: viewers } = await db.query<{ username: string }>(
    `select distinct u.username from platform.sys_user u join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
     where u.tenant_no = $1 and u.status = 'active' and r.role_code in ('leader', 'ant_prefecture', 'ant_county', 'ant_township') order by 1`,
    [tenant],
  );
  const walls: Wall[] = [];
  for (let n = 1; n < ask.walls; n += 1) {
    const wall = new Wall();
    await wall.open(url, await tokenOf(db, viewers[n % viewers.length]?.username ?? ''));
    walls.push(wall);
  }
  for (let tries = 0; tries < 200 && walls.some((one) => one.regionCode === 0); tries += 1) await pause(50);
  const leader = await tokenOf(db, 'tl_leader');
  const real = await openBrowserScreen(`http://127.0.0.1:${api.port}`, leader, false);
  await pause(2_000);
  console.log(
    `${walls.length} walls and one in a browser, of ${viewers.length} accounts, server at ${api.memory()} MB`,
  );
  const sent: { id: number; village: number; at: number; took: number }[] = [];
  const memory: number[] = [];
  const sampling = setInterval(() => {
    memory.push(api.memory());
    // Somebody stands before it: left alone it would go on to other places, and hear of those.
    void real.page.mouse.move(900 + (memory.length % 2), 40);
  }, 5_000);
  const started = performance.now();
  let refused = 0;
  await Promise.all(
    jobs.map(async ({ worker: giver, token, body }, n) => {
      await pause(Math.max(0, started + (n * 1_000) / ask.perSecond - performance.now()));
      const begun = performance.now();
      const response = await fetch(`${url}/ant/visit/add`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, clientType: 'web' }),
      });
      const answer = (await response.json()) as { code: number; msg: string; bizCode?: string; data: { id: number } };
      const ended = performance.now();
      if (answer.code === 200)
        sent.push({ id: answer.data.id, village: giver.village, at: ended, took: ended - begun });
      else {
        refused += 1;
        if (refused <= 3) console.log(`refused: ${answer.code} ${answer.bizCode ?? ''} ${answer.msg}`);
      }
    }),
  );
  const lasted = (performance.now() - started) / 1_000;
  await pause(mostLate + 1_000);
  clearInterval(sampling);
  const late: number[] = [];
  let missed = 0;
  const heardThere = await heardBy(real.page);
  const lateThere = sent.map(({ id, at: told }) => (heardThere.get(id) ?? Infinity) - (performance.timeOrigin + told));
  lateThere.sort((a, b) => a - b);
  for (const wall of walls) {
    const width = wall.regionCode % 1e8 === 0 ? 1e8 : wall.regionCode % 1e6 === 0 ? 1e6 : 1e3;
    for (const one of sent) {
      if (Math.floor(one.village / width) * width !== wall.regionCode) continue;
      const heard = wall.heard.get(one.id);
      if (heard === undefined) missed += 1;
      else late.push(Math.max(0, heard - one.at));
    }
  }
  late.sort((a, b) => a - b);
  const figures = new Map<number, Set<number | null>>();
  for (const wall of walls) figures.set(wall.regionCode, (figures.get(wall.regionCode) ?? new Set()).add(wall.todays));
  const shown = await shownBy(real.page, 'imm.today');
  figures.get(prefecture)?.add(shown);
  const lamp = await real.page.getByTestId('lamp').getAttribute('data-state');
  await real.browser.close();
  const isSame = [...figures.values()].every((one) => one.size === 1);
  const took = sent.map((one) => one.took).sort((a, b) => a - b);
  console.log(
    `${sent.length} visits in ${lasted.toFixed(0)} s (${refused} refused), submit p50 ${at(took, 0.5).toFixed(0)} ms, p95 ${at(took, 0.95).toFixed(0)} ms`,
  );
  console.log(
    `heard ${late.length} times: p50 ${at(late, 0.5).toFixed(0)} ms, p95 ${at(late, 0.95).toFixed(0)} ms, latest ${at(late, 1).toFixed(0)} ms after the answer; ${missed} missed; ${walls.reduce((n, one) => n + one.patches, 0)} patches; figures of one place ${isSame ? 'agree' : 'DIFFER'}`,
  );
  console.log(
    `the browser heard of ${heardThere.size} of ${sent.length}: p95 ${at(lateThere, 0.95).toFixed(0)} ms, latest ${at(lateThere, 1).toFixed(0)} ms; shows ${shown} today, its lamp ${lamp}, ${real.errors.length} errors ${real.errors[0] ?? ''}`,
  );
  console.log(`server memory every 5 s: ${memory.join(' ')} MB`);
  const lost = walls.filter((one) => one.isOver).length;
  for (const wall of walls) wall.close();
  await worker.stop();
  await api.stop();
  await database.close();
  await db.end();
  const half = memory.slice(Math.floor(memory.length / 2));
  const grew = (half.at(-1) ?? 0) - (half[0] ?? 0);
  console.log(`${lost} streams lost, second half grew by ${grew} MB`);
  const isWell = lamp === 'live' && real.errors.length === 0 && at(lateThere, 1) < mostLate;
  return refused === 0 && missed === 0 && lost === 0 && isSame && isWell && at(late, 1) < mostLate && grew < 60;
}
