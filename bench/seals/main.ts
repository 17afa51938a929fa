// The seal of a day over every event of a tenant, the proofs of single lives under it, and whom an animal met.

import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { appLogin, databaseSettings, piiKeys } from '#db/settings.ts';
import { Database, type Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { toldChain } from '#modules/registry/server/index.ts';
import { verifyProof } from '#modules/traceability/contract/seal/proof.ts';
import { proofOf } from '#modules/traceability/server/seal/proofs.ts';
import { cutSeal } from '#modules/traceability/server/seal/trace-seal.ts';
import { checkLives } from '#modules/traceability/server/seal/verify-run.ts';
import { openRegistryWorld } from '../registry/world.ts';
import { writeSection } from '../section.ts';
import { askContacts } from './contacts.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    /** Three events each: 4,000,000 are the 12 million of a tenant. */
    animals: { type: 'string', default: '400000' },
    households: { type: 'string', default: '300000' },
    proofs: { type: 'string', default: '500' },
    /** Lives the night's check reads again. */
    untouched: { type: 'string', default: '34000' },
    fresh: { type: 'boolean', default: false },
    /** Fails when a budget is missed. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [animals, households, proofs] = [values.animals, values.households, values.proofs].map(Number) as [
  number,
  number,
  number,
];
const tenant = 1505;
const scope = systemScope(tenant, 'bench');
const say = (line: string) => console.error(line);

const settings = databaseSettings(`mulian_bench_${animals}`);
const { db } = await openRegistryWorld(settings, { animals, households }, values.fresh, say);
// What an earlier run sealed is forgotten: every event is sealed anew.
await db.query(
  'truncate traceability.trace_seal, traceability.trace_seal_run, traceability.trace_seal_node, traceability.trace_sealed cascade',
);
// The seals are signed with a key of the ring.
provideKeys(piiKeys());
// As the worker has it.
const database = new Database(appLogin(settings), { max: 2 });
const took = async <T>(work: (tx: Tx) => Promise<T>) => {
  const began = performance.now();
  const done = await database.transaction(scope, work);
  return { done, ms: performance.now() - began };
};
const first = await took((tx) => cutSeal(tx));
say(`${first.done.leafCount} events sealed in ${(first.ms / 1000).toFixed(1)} s`);
for (const table of ['trace_seal_run', 'trace_sealed', 'trace_seal_node'])
  await db.query(`vacuum analyze traceability.${table}`);
// The day after: nothing new is found among all that is sealed.
const next = await took((tx) => cutSeal(tx));

const { rows } = await db.query<{ id: number }>(
  'select animal_id::float8 as id from registry.animal_head where seq = 3 order by md5(animal_id::text) limit $1',
  [proofs],
);
const times: number[] = [];
let bytes = 0;
let wrong = 0;
for (const { id } of rows) {
  const { done, ms } = await took(async (tx) => {
    const told = await toldChain(tx, id);
    return told && (await proofOf(tx, told));
  });
  times.push(ms);
  bytes = Math.max(bytes, gzipSync(JSON.stringify(done)).length);
  if (!done || verifyProof(done).state !== 'ok') wrong += 1;
}
times.sort((a, b) => a - b);
const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
// The night's own check over events nobody touched: whatever it names is a false alarm.
const untouched = await db.query<{ id: string }>(
  'select animal_id as id from registry.animal_head where seq >= 3 order by md5(animal_id::text) limit $1',
  [Number(values.untouched)],
);
const night = { events: 0, broken: 0 };
for (let at = 0; at < untouched.rows.length; at += 500) {
  const ids = untouched.rows.slice(at, at + 500).map((one) => Number(one.id));
  const { done } = await took((tx) => checkLives(tx, ids));
  night.events += done.events;
  night.broken += done.broken.length;
}
await database.close();
const contacts = await askContacts(db, settings.database, 50);
await db.end();

const perEvent = first.ms / first.done.leafCount;
const told = [
  { what: 'events sealed', figure: first.done.leafCount, budget: '', kept: true },
  {
    what: 'first seal, of all of them, s',
    figure: first.ms / 1000,
    budget: '120 at 12 million',
    kept: (first.ms * 12_000_000) / first.done.leafCount <= 120_000,
  },
  { what: 'seal of a day without events after it, s', figure: next.ms / 1000, budget: '', kept: true },
  {
    what: 'at 80,000,000 events by calculation, s',
    figure: (perEvent * 80_000_000) / 1000,
    budget: '',
    kept: true,
  },
  { what: `one proof of ${rows.length}, p95 ms`, figure: p95, budget: '50', kept: p95 <= 50 },
  { what: 'proofs that do not verify as the page verifies them', figure: wrong, budget: '0', kept: wrong === 0 },
  {
    what: `false alarms over ${night.events} untouched events`,
    figure: night.broken,
    budget: '0',
    kept: night.broken === 0,
  },
  {
    what: `from a lot back to its animals, of ${contacts.lots} lots, p95 ms`,
    figure: contacts.lotP95,
    budget: '1000',
    kept: contacts.lots > 0 && contacts.lotP95 <= 1_000,
  },
  { what: 'largest proof on the wire, bytes', figure: bytes, budget: '', kept: true },
  {
    what: `contacts in two steps, of ${contacts.asked} animals, p95 ms`,
    figure: contacts.p95,
    budget: '2000',
    kept: contacts.p95 <= 2_000,
  },
  { what: 'animals met by one of them at most', figure: contacts.most, budget: '', kept: contacts.most > 0 },
];
console.table(told);
if (values.write) writeSection('seals', `npm run bench -- seals --animals ${animals}`, [told]);
if (values.gate && told.some((one) => !one.kept)) process.exit(1);
