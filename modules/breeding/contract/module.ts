import { defineModule } from '#kit/contract/module.ts';
import { base } from './base/base.ts';
import { census } from './census/census.ts';
import { breedingCycle, cycleCounts, setAside } from './record/breeding-cycle.ts';
import { addCalving, calving, checkCalving, closeCalf, registerCalf } from './record/calving.ts';
import { dueBoard } from './record/due-board.ts';
import { heatReport } from './record/heat-report.ts';
import { insemination } from './record/insemination.ts';
import { addChecks, pregnancyCheck, voidCheck } from './record/pregnancy-check.ts';
import { services } from './record/service.ts';
import { reports } from './report/reports.ts';
import { semenBatch } from './semen/semen-batch.ts';
import { papers } from './semen/semen-papers.ts';
import { plans } from './semen/semen-plan.ts';
import { tanks } from './semen/semen-tank.ts';
import { breedSetting } from './setting/breed-setting.ts';
import { sires } from './sire/seed-animal.ts';
import { subsidies } from './subsidy/subsidy.ts';

export const breeding = defineModule({
  name: 'breeding',
  needs: ['platform', 'registry', 'depot', 'prevention'],
  resources: [
    ...sires.resources,
    semenBatch,
    ...tanks.resources,
    ...plans.resources,
    ...papers.resources,
    heatReport,
    insemination,
    pregnancyCheck,
    calving,
    breedingCycle,
    ...census.resources,
    ...subsidies.resources,
    ...base.resources,
    breedSetting,
  ],
  endpoints: [
    ...sires.endpoints,
    ...tanks.endpoints,
    ...plans.endpoints,
    ...services.endpoints,
    addChecks,
    voidCheck,
    checkCalving,
    addCalving,
    registerCalf,
    closeCalf,
    setAside,
    cycleCounts,
    dueBoard,
    ...census.endpoints,
    ...subsidies.endpoints,
    ...base.endpoints,
  ],
  reports,
});
