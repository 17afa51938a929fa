import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { numberText } from '../common/quantity.tsx';
import type { HeadValues } from './doc-head.tsx';
import { DocForm } from './form/doc-form.tsx';
import { Totals, yuan } from './form/quantities.tsx';
import type { DocKind } from './kinds.ts';
import { usePaperSteps } from './use-paper-steps.tsx';

export interface PaperTab {
  readonly key: string;
  readonly filter: Readonly<Record<string, string>>;
}

interface Props {
  readonly kind: DocKind;
  readonly tabs: readonly PaperTab[];
  readonly initial?: Partial<HeadValues>;
  readonly buttons?: ReactNode;
}

/** The list of one kind of paper: what waits first, a new one in one click, each step in its row. */
export function PaperList({ kind, tabs, initial = {}, buttons }: Props) {
  const { resource } = kind;
  const t = useT();
  const { openPage, search } = usePage();
  const url = useUrlState();
  const { panel, open, close } = usePanel();
  const steps = usePaperSteps(kind);
  const mayEdit = useCan(kind.mayEdit);
  const text = useTexts('depot.docPage');
  const cells: Cells = {
    docNo: (row) => (
      <>
        <PageLink to={`/pri/depot/doc?id=${row.id}`}>{String(row.docNo)}</PageLink>
        {row.reversalOf !== null && <Tag style={{ marginInlineStart: 4 }}>{text('reversal')}</Tag>}
      </>
    ),
    totalQtyText: (row) => <Totals text={row.totalQtyText} />,
    totalAmount: (row) => <span>{yuan(row.totalAmount as number | null)}</span>,
    shortQty: (row) =>
      Number(row.shortQty) > 0 ? <Tag color="error">{numberText(Number(row.shortQty))}</Tag> : <span>-</span>,
  };
  const tab = search.get('tab') ?? 'all';
  const none = Object.fromEntries(tabs.flatMap((one) => Object.keys(one.filter)).map((name) => [name, null]));
  // Others lead here with a new paper begun: `?open=new&requisitionId=…`.
  const begun = {
    ...Object.fromEntries(
      ['requisitionId', 'toDepotId', 'boxId', 'depotId'].flatMap((name) => {
        const id = Number(search.get(name));
        return id ? [[name, id]] : [];
      }),
    ),
    ...(search.get('reason') && kind.docType !== 'issueOut' && { reason: search.get('reason') }),
  };
  const leave = () =>
    url.set(
      { open: null, requisitionId: null, toDepotId: null, boxId: null, ...(panel?.kind === 'new' && { reason: null }) },
      { replace: true },
    );
  return (
    <>
      <ListPage
        resource={resource}
        cells={cells}
        onForm={({ id }) => id && open({ kind: 'edit', id })}
        onOpen={(row) => openPage(`/pri/depot/doc?id=${row.id}`)}
        onTransition={(name, rows) => steps.take(name, rows)}
        actionsOf={(row, usual) => {
          // The number itself leads to the paper.
          const rest = usual.filter(({ key, isMain }) => key !== 'detail' && !isMain);
          const mayChange = mayEdit && row.status === 'draft' && row.kept === true;
          return [
            ...usual.filter(({ isMain }) => isMain),
            ...(mayChange
              ? [{ key: 'edit', label: t('kit.edit'), run: () => open({ kind: 'edit', id: row.id }) }]
              : []),
            ...rest,
            ...steps.more(row as unknown as Row),
          ];
        }}
        above={() => (
          <Tabs
            size="small"
            activeKey={tab}
            onChange={(key) =>
              url.set({ ...none, ...tabs.find((one) => one.key === key)?.filter, tab: key, pageNum: null })
            }
            items={[...tabs, { key: 'all' }].map(({ key }) => ({ key, label: text.any(key) }))}
          />
        )}
        extra={() => (
          <>
            {mayEdit && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ kind: 'new' })}>
                {t.any(`depot.docForm.new_${kind.docType}`)}
              </Button>
            )}
            {buttons}
          </>
        )}
      />
      {panel?.kind === 'new' && <DocForm kind={kind} id={null} initial={{ ...initial, ...begun }} onClose={leave} />}
      {panel?.kind === 'edit' && <DocForm key={panel.id} kind={kind} id={panel.id} onClose={close} />}
      {steps.dialogs}
    </>
  );
}
