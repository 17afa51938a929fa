import type { Database } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { workAlarmKinds } from '#modules/farm/contract/setting/alarm-kinds.ts';
import { registerAlarmKinds } from '#modules/platform/server/index.ts';
import { arrivalRoutes } from './arrival/stock-in.ts';
import { boardRoutes } from './board/board.ts';
import { rollupNight } from './board/farm-rollup-day.ts';
import { farmNight } from './board/watch.ts';
import { formulaRoutes } from './feed/feed-formula.ts';
import { planRoutes } from './feed/feeding-plan.ts';
import { recordRoutes } from './feed/feeding-record.ts';
import { sheetRoutes } from './feed/sheet.ts';
import { chipRoutes } from './herd/chips.ts';
import { cycleRoutes } from './herd/cycle-board.ts';
import { schemeRoutes } from './herd/cycle-scheme.ts';
import { animalRoutes } from './herd/farm-animal.ts';
import { groupRoutes } from './herd/farm-group.ts';
import { registerHerdHooks } from './herd/hooks.ts';
import { moveRoutes } from './herd/moves.ts';
import { weanRoutes } from './herd/weaning.ts';
import { linkedRoutes } from './linked/linked.ts';
import { disinfectionRoutes, registerFarmArchive } from './pen/disinfection.ts';
import { countRoutes } from './pen/pen-count.ts';
import { dutyRoutes } from './pen/pen-duty.ts';
import { penRoutes } from './pen/pens.ts';
import { remindNight, remindRoutes } from './remind/remind-item.ts';
import { ruleRoutes } from './remind/remind-rule.ts';
import { reportRoutes } from './report/reports.ts';
import { roundRoutes } from './round/inspection-round.ts';
import { templateRoutes } from './round/inspection-template.ts';
import { settingRoutes } from './setting/settings.ts';

export const workRoutes = (): Route[] => [
  ...boardRoutes(),
  ...animalRoutes(),
  ...groupRoutes(),
  ...schemeRoutes(),
  ...cycleRoutes(),
  ...moveRoutes(),
  ...chipRoutes(),
  ...weanRoutes(),
  ...penRoutes(),
  ...dutyRoutes(),
  ...countRoutes(),
  ...disinfectionRoutes(),
  ...formulaRoutes(),
  ...planRoutes(),
  ...recordRoutes(),
  ...sheetRoutes(),
  ...templateRoutes(),
  ...roundRoutes(),
  ...arrivalRoutes(),
  ...remindRoutes(),
  ...ruleRoutes(),
  ...linkedRoutes(),
  ...reportRoutes(),
  ...settingRoutes(),
];

export function startWork(_database: Database): void {
  registerAlarmKinds('farm', workAlarmKinds);
  registerHerdHooks();
  registerFarmArchive();
}

export const workNights: readonly ((database: Database) => Promise<void>)[] = [rollupNight, farmNight, remindNight];
