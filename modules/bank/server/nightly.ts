import type { Database } from '#kit/server/db/database.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { creditNight } from './credit/credit-night.ts';
import { moneyNight } from './money/money-night.ts';
import { alone, type NightStep, nightOf, takeSteps } from './night.ts';
import { changeNight } from './pledge/change/effects.ts';
import { compareFlags } from './pledge/flag-night.ts';
import { valueNight } from './product/value-night.ts';
import { writeSeenDay } from './site/pledge-seen-day.ts';
import { takeSightings } from './site/sightings.ts';
import { coverNight, watchNight } from './watch/start.ts';

/** Each topic's work of the night, a line each: covers, money and credit before the values made of them, alarms after all. */
const nightSteps: readonly NightStep[] = [
  coverNight,
  alone((tx) => takeSightings(tx, new Date(Date.now() - 36 * 3_600_000))),
  alone((tx) => writeSeenDay(tx)),
  alone(compareFlags),
  moneyNight,
  creditNight,
  (night) => valueNight(night),
  changeNight,
  watchNight,
];

export const bankNight = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) => takeSteps(nightOf(database, tenantNo), nightSteps));
