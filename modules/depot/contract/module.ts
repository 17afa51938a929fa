import { defineModule } from '#kit/contract/module.ts';
import * as reconcile from './box/box-reconcile.ts';
import * as box from './box/medicine-box.ts';
import * as docView from './document/doc-view.ts';
import * as issue from './document/issue-out.ts';
import { otherIn } from './document/other-in.ts';
import * as doc from './document/stock-doc.ts';
import { fromShipment, stockIn } from './document/stock-in.ts';
import { useOut, useOutTotals } from './document/use-out.ts';
import * as goods from './goods/material.ts';
import { purveyor } from './goods/purveyor.ts';
import { depotBoard, depotCheck } from './home/board.ts';
import * as req from './requisition/requisition.ts';
import * as lot from './stock/lot.ts';
import { numberedStockList, stockBalance, stockSummary } from './stock/stock-balance.ts';
import { ledgerAsOf, ledgerCard, ledgerMonth, stockMove } from './stock/stock-move.ts';
import * as count from './stocktake/stocktake.ts';
import * as store from './store/depot.ts';
import * as temperature from './temperature/temperature.ts';

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
    numberedStockList,
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
    issue.handOverPeople,
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
