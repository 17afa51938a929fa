import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { dropOldScans } from './code/trace-scan.ts';
import { tellLateDisposals } from './disposal/disposal-record.ts';
import { endBans } from './movement/movement-ban.ts';
import { animalsOfNight, renewAnimals } from './oversight/trace-animal.ts';
import { expireCertificates } from './quarantine/quarantine-certificate.ts';
import { tellLateSheets } from './registration/farmer-registration.ts';
import { cutSeal, sealedToday } from './seal/trace-seal.ts';
import { checkLives, checkSeals, keepRun } from './seal/verify-run.ts';
import { tendLicences } from './subject/trace-subject.ts';
import { expireVehicles } from './subject/trace-vehicle.ts';

const sealsOfNight = 2;
const animalsAtOnce = 500;

/** R3, R4: the seal of the day, once, whoever comes first; then what is young and a hundredth of the rest is computed again. */
async function sealAndCheck(database: Database, tenantNo: number): Promise<void> {
  const scope = systemScope(tenantNo, 'traceSeal');
  const isCut = await database.transaction(scope, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('traceSeal', kit.tenant()))");
    if (await sealedToday(tx, today())) return false;
    await cutSeal(tx);
    return true;
  });
  if (!isCut) return;
  const startedAt = new Date();
  const ids = await database.transaction(scope, (tx) => animalsOfNight(tx, Math.floor(Date.now() / 86_400_000)));
  const total = { animals: 0, events: 0, seals: 0, broken: [] as Awaited<ReturnType<typeof checkLives>>['broken'] };
  for (let at = 0; at < ids.length; at += animalsAtOnce) {
    const some = ids.slice(at, at + animalsAtOnce);
    const found = await database.transaction(scope, async (tx) => {
      await renewAnimals(tx, some);
      return checkLives(tx, some);
    });
    total.animals += found.animals;
    total.events += found.events;
    total.broken.push(...found.broken);
  }
  await database.transaction(scope, async (tx) => {
    const seals = await checkSeals(tx, sealsOfNight);
    total.seals = seals.seals;
    total.broken.push(...seals.broken);
    await keepRun(tx, 'nightly', total, { subject: null, startedAt, by: null });
  });
}

/** What ended by itself: licences, vehicles' filings, certificates nobody used, bans; then the day's seal. */
export async function traceNight(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database)) {
    await database.transaction(systemScope(tenantNo, 'traceNight'), async (tx) => {
      await tendLicences(tx);
      await expireVehicles(tx);
      await expireCertificates(tx);
      await endBans(tx);
      await tellLateDisposals(tx);
      await tellLateSheets(tx);
      await dropOldScans(tx);
    });
    await sealAndCheck(database, tenantNo);
  }
}
