import { defineModule } from '#kit/contract/module.ts';
import { depotBoard, depotCheck } from './board.ts';
import * as reconcile from './box-reconcile.ts';
import * as store from './depot.ts';
import * as docView from './doc-view.ts';
import * as issue from './issue-out.ts';
import * as lot from './lot.ts';
import * as goods from './material.ts';
import * as box from './medicine-box.ts';
import { otherIn } from './other-in.ts';
import { purveyor } from './purveyor.ts';
import * as req from './requisition.ts';
import { stockBalance, stockSummary } from './stock-balance.ts';
import * as doc from './stock-doc.ts';
import { fromShipment, stockIn } from './stock-in.ts';
import { ledgerAsOf, ledgerCard, ledgerMonth, stockMove } from './stock-move.ts';
import * as count from './stocktake.ts';
import * as temperature from './temperature.ts';
import { useOut, useOutTotals } from './use-out.ts';

export const depot = defineModule({
  name: 'depot',
  needs: ['platform', 'registry'],
  resources: [
    store.depotResource,
    goods.material,
    purveyor,
    stockBalance,
    stockMove,
    stockIn,
    otherIn,
    useOut,
    issue.issueOut,
    box.medicineBox,
    reconcile.boxReconcile,
    count.stocktake,
    req.requisition,
  ],
  endpoints: [
    store.depotTotals,
    store.keeperChoices,
    goods.materialLots,
    goods.materialLimits,
    goods.saveLimits,
    goods.materialLibrary,
    temperature.coldStores,
    temperature.temperatureList,
    temperature.addTemperature,
    temperature.holdInside,
    stockSummary,
    ledgerCard,
    ledgerMonth,
    ledgerAsOf,
    lot.findLots,
    lot.lotTrace,
    lot.holdLot,
    lot.releaseLot,
    lot.recallLot,
    depotBoard,
    depotCheck,
    doc.addStockIn,
    doc.editStockIn,
    fromShipment,
    doc.addOtherIn,
    doc.editOtherIn,
    doc.addUseOut,
    doc.editUseOut,
    useOutTotals,
    doc.addIssueOut,
    doc.editIssueOut,
    issue.overrideLot,
    issue.settleShort,
    issue.handOverCode,
    issue.handOver,
    issue.issueTotals,
    docView.docById,
    docView.docTrail,
    docView.pickLots,
    docView.shelfOf,
    docView.findGoods,
    docView.storesFor,
    docView.requisitionRest,
    box.boxDetail,
    box.myBox,
    box.writeOffOpened,
    box.offerReturn,
    reconcile.reconcileSheet,
    reconcile.openReconcile,
    reconcile.saveReconcile,
    count.countingStaff,
    count.stocktakeLines,
    count.saveCounts,
    count.addCountedLot,
    count.saveRecounts,
    req.addRequisition,
    req.editRequisition,
    req.suggestSupplies,
    req.askingDepots,
    req.requisitionLines,
    req.approveRequisition,
  ],
});
