import { defineModule } from '#kit/contract/module.ts';
import { alertEndpoints, signAlert } from './home/alert.ts';
import { homeSummary } from './home/home.ts';
import { ledgerEndpoints } from './ledger/ledger.ts';
import * as numbers from './numbers/tag-segment.ts';
import { handoverEndpoints, signReceiving, signStorage, tagShipment } from './papers/handover.ts';
import { procurementEndpoints, signProcurement } from './papers/procurement.ts';
import { recoveryEndpoints, signRecovery } from './papers/recovery.ts';
import { signScrap } from './papers/scrap.ts';
import { signStockOut, stockOutEndpoints } from './papers/stock-out.ts';
import { signStocktake, stocktakeEndpoints } from './papers/stocktake.ts';
import { signDocCategory, signRule, tagNumberPool } from './settings/settings.ts';
import { signCategory } from './settings/sign-category.ts';
import { companyStatistics, personStatistics } from './stat/stat.ts';
import { wearEndpoints } from './wear/wear.ts';

export const sign = defineModule({
  name: 'sign',
  needs: ['platform', 'registry', 'depot'],
  resources: [
    signCategory,
    signDocCategory,
    signRule,
    tagNumberPool,
    numbers.tagSegment,
    numbers.tagHold,
    signProcurement,
    tagShipment,
    signReceiving,
    signStorage,
    signStockOut,
    signScrap,
    signRecovery,
    signStocktake,
    signAlert,
  ],
  reports: [companyStatistics, personStatistics],
  endpoints: [
    homeSummary,
    ...wearEndpoints,
    numbers.locateTag,
    numbers.chainOfTag,
    numbers.tagsOfAnimal,
    numbers.resolveText,
    numbers.distributionOf,
    numbers.holdingOf,
    numbers.proposeTags,
    numbers.checkTags,
    ...procurementEndpoints,
    ...handoverEndpoints,
    ...stockOutEndpoints,
    ...recoveryEndpoints,
    ...stocktakeEndpoints,
    ...ledgerEndpoints,
    ...alertEndpoints,
  ],
});
