import { field } from '#kit/contract/field.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

const issueFields = {
  id: field.id(),
  docNo: field.text({ max: 24, ...derived }),
  bizDate: field.date(derived),
  principalId: field.ref('registry.principal', derived),
  depotName: field.text({ max: 80, ...maybe }),
  toDepotName: field.text({ max: 80, ...maybe }),
  toPrincipalId: field.ref('registry.principal', maybe),
  sires: field.text({ max: 400, ...maybe }),
  straws: field.int(derived),
  received: field.int(maybe),
  shortQty: field.int(derived),
  transitDays: field.int({ unit: 'day', ...maybe }),
  dispatchedAt: field.dateTime(maybe),
  receivedAt: field.dateTime(maybe),
  regionCode: field.region(derived),
  status: field.dict('stock_doc_status', derived),
} as const;
const issueList = {
  columns: [
    'docNo',
    'bizDate',
    'depotName',
    'toDepotName',
    'sires',
    'straws',
    'received',
    'shortQty',
    'transitDays',
    'status',
  ],
  filters: ['docNo', 'bizDate', 'principalId', 'sires', 'status', 'regionCode'],
  search: ['docNo', 'toDepotName', 'sires'],
  sorts: ['docNo', 'bizDate'],
} as const;

/** 机构冻精调拨: straws sent from unit to unit. The papers are the depot's. */
export const semenTransfer = defineResource({
  module: 'breeding',
  name: 'semenTransfer',
  path: 'ant/breed/sendOrg',
  screen: '/ant/breed/sendSemenOrg',
  permission: 'breed:sendOrg',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: issueFields,
  title: 'docNo',
  list: issueList,
  form: [],
  operations: ['list', 'detail', 'export'],
});
/** 冻精发放: straws given into the tanks of technicians and farms. */
export const semenIssue = defineResource({
  module: 'breeding',
  name: 'semenIssue',
  path: 'ant/breed/send',
  screen: '/ant/breed/sendSemen',
  permission: 'breed:send',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: issueFields,
  title: 'docNo',
  list: issueList,
  form: [],
  operations: ['list', 'detail', 'export'],
});
export type SemenIssue = RowOf<typeof semenIssue>;

/** 冻精流水: every movement of straws, from the depot's ledger. */
export const semenMove = defineResource({
  module: 'breeding',
  name: 'semenMove',
  path: 'ant/breed/ledger',
  screen: '/ant/breed/sendSemenRecord',
  permission: 'breed:ledger',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    bizDate: field.date(derived),
    docNo: field.text({ max: 40, ...maybe }),
    docType: field.dict('stock_doc_type', derived),
    moveKind: field.dict('move_kind', derived),
    reason: field.dict('stock_reason', maybe),
    sireCode: field.text({ max: 15, ...maybe }),
    lotNo: field.text({ max: 60, ...maybe }),
    fromName: field.text({ max: 80, ...maybe }),
    toName: field.text({ max: 80, ...maybe }),
    depotId: field.ref('depot.depot', maybe),
    qty: field.int(derived),
    staffId: field.ref('registry.staff', maybe),
    sourceType: field.text({ max: 60, ...maybe }),
    sourceId: field.int(maybe),
    recordedAt: field.dateTime(derived),
    regionCode: field.region(derived),
  },
  title: 'docNo',
  list: {
    columns: [
      'bizDate',
      'docNo',
      'moveKind',
      'reason',
      'fromName',
      'toName',
      'sireCode',
      'lotNo',
      'qty',
      'staffId',
      'recordedAt',
    ],
    filters: ['bizDate', 'sireCode', 'lotNo', 'depotId', 'moveKind', 'docType', 'staffId', 'regionCode'],
    search: ['docNo'],
    sorts: ['bizDate', 'recordedAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

/** 冻精销毁记录: straws that were destroyed, with who saw it. */
export const semenDestroyed = defineResource({
  module: 'breeding',
  name: 'semenDestroyed',
  path: 'ant/breed/destroyed',
  screen: '/ant/breed/semenDestroyedLog',
  permission: 'breed:destroy',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    docNo: field.text({ max: 24, ...derived }),
    bizDate: field.date(derived),
    principalId: field.ref('registry.principal', derived),
    depotName: field.text({ max: 80, ...maybe }),
    sires: field.text({ max: 400, ...maybe }),
    lotNos: field.text({ max: 400, ...maybe }),
    straws: field.int(derived),
    remark: field.text({ max: 500, ...maybe }),
    createdByName: field.text({ max: 60, ...maybe }),
    regionCode: field.region(derived),
    status: field.dict('stock_doc_status', derived),
  },
  title: 'docNo',
  list: {
    columns: ['docNo', 'bizDate', 'principalId', 'depotName', 'sires', 'lotNos', 'straws', 'remark', 'status'],
    filters: ['docNo', 'bizDate', 'principalId', 'sires', 'status', 'regionCode'],
    search: ['docNo', 'sires'],
    sorts: ['docNo', 'bizDate'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

export const papers = { resources: [semenTransfer, semenIssue, semenMove, semenDestroyed] };
