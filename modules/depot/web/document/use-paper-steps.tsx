import { type ReactNode, useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { CodeDialog, HandOverDialog, OverrideDialog, SettleDialog } from './issue-dialogs.tsx';
import type { DocKind } from './kinds.ts';
import { ToldDialog } from './told-dialog.tsx';

type Open = 'post' | 'receive' | 'handOver' | 'code' | 'settle' | 'override';

/** Everything that can be done with a paper, and the dialogs that ask for it; the same in lists and on its own page. */
export function usePaperSteps(kind: DocKind): {
  take(name: string, rows: readonly Row[]): undefined;
  more(row: Row): Action[];
  ask: ReturnType<typeof useResourceTransition>['ask'];
  dialogs: ReactNode;
} {
  const transition = useResourceTransition(kind.resource);
  const [open, setOpen] = useState<{ what: Open; row: Row } | null>(null);
  const mayIssue = useCan('depot:issue:edit');
  const mayReceive = useCan('depot:issue:receive');
  const mayLose = useCan('depot:out:approve');
  const mayOverride = useCan('depot:issue:override');
  const text = useTexts('depot.docPage');
  const show = (what: Open, row: Row) => setOpen({ what, row });
  const close = () => setOpen(null);

  const ofIssue = (row: Row): Action[] => {
    const status = String(row.status);
    const all: [boolean, Open, string][] = [
      [mayIssue && row.kept === true && ['draft', 'picked'].includes(status), 'handOver', 'handOver'],
      [mayReceive && row.keptTo === true && ['draft', 'picked', 'dispatched'].includes(status), 'code', 'showCode'],
      [row.isShort === true && ((mayIssue && row.kept === true) || mayLose), 'settle', 'settle'],
      [mayOverride && status === 'draft', 'override', 'override'],
    ];
    return all.flatMap(([is, what, label]) =>
      is ? [{ key: what, label: text.any(label), run: () => show(what, row) }] : [],
    );
  };
  return {
    take: (name, rows) => {
      const [row] = rows;
      if (row && rows.length === 1 && (name === 'receive' || (name === 'post' && kind.docType === 'purchaseIn')))
        show(name, row);
      else transition.ask(name, rows);
      return undefined;
    },
    more: (row) => (kind.docType === 'issueOut' ? ofIssue(row) : []),
    ask: transition.ask,
    dialogs: (
      <>
        {transition.asked && <TransitionDialog transition={transition} />}
        {(open?.what === 'post' || open?.what === 'receive') && (
          <ToldDialog kind={kind} row={open.row} step={open.what} onDone={close} />
        )}
        {open?.what === 'handOver' && <HandOverDialog row={open.row} onDone={close} />}
        {open?.what === 'code' && <CodeDialog row={open.row} onDone={close} />}
        {open?.what === 'settle' && <SettleDialog row={open.row} onDone={close} />}
        {open?.what === 'override' && <OverrideDialog row={open.row} onDone={close} />}
      </>
    ),
  };
}
