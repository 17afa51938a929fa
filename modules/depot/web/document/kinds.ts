import type { AnyResource } from '#kit/contract/resource.ts';
import { issueOut } from '#modules/depot/contract/document/issue-out.ts';
import { otherIn } from '#modules/depot/contract/document/other-in.ts';
import {
  addIssueOut,
  addOtherIn,
  addStockIn,
  addUseOut,
  type DocType,
  editIssueOut,
  editOtherIn,
  editStockIn,
  editUseOut,
} from '#modules/depot/contract/document/stock-doc.ts';
import { stockIn } from '#modules/depot/contract/document/stock-in.ts';
import { useOut } from '#modules/depot/contract/document/use-out.ts';

/** What the pages must know of each kind of paper. */
export interface DocKind {
  readonly docType: DocType;
  readonly resource: AnyResource;
  readonly add: typeof addStockIn;
  readonly edit: typeof editStockIn;
  readonly mayEdit: string;
  /** The step that follows saving, where the keeper goes on at once. */
  readonly next: string;
}

export const docKinds: Readonly<Record<DocType, DocKind>> = {
  purchaseIn: {
    docType: 'purchaseIn',
    resource: stockIn,
    add: addStockIn,
    edit: editStockIn,
    mayEdit: 'depot:in:edit',
    next: 'submit',
  },
  otherIn: {
    docType: 'otherIn',
    resource: otherIn,
    add: addOtherIn,
    edit: editOtherIn,
    mayEdit: 'depot:in:edit',
    next: 'post',
  },
  useOut: {
    docType: 'useOut',
    resource: useOut,
    add: addUseOut,
    edit: editUseOut,
    mayEdit: 'depot:out:edit',
    next: 'post',
  },
  issueOut: {
    docType: 'issueOut',
    resource: issueOut,
    add: addIssueOut,
    edit: editIssueOut,
    mayEdit: 'depot:issue:edit',
    next: 'pick',
  },
};
