import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs, Tag } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { BatchActions } from '#kit/web/resource/batch-actions.tsx';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useResourceRemove } from '#kit/web/resource/use-resource-remove.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
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
  const list = useResourceList(resource);
  const prefs = useListPrefs(fullName(resource), resource.list.columns);
  const { panel, open, close } = usePanel();
  const steps = usePaperSteps(kind);
  const remove = useResourceRemove(resource);
  const mayEdit = useCan(kind.mayEdit);
  const [isFull, setFull] = useState(false);
  const leaveFull = useCallback(() => setFull(false), []);
  const text = useTexts('depot.docPage');
  const verbs = {
    detail: (row: Row) => openPage(`/pri/depot/doc?id=${row.id}`),
    edit: (row: Row) => open({ kind: 'edit', id: row.id }),
    remove: (row: Row) => void remove([row]),
    transition: steps.take,
  };
  const actionsOf = useRowActions(resource, verbs);
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
      <FitFrame
        isFull={isFull}
        onLeaveFull={leaveFull}
        search={
          <>
            <Tabs
              size="small"
              activeKey={tab}
              onChange={(key) =>
                url.set({ ...none, ...tabs.find((one) => one.key === key)?.filter, tab: key, pageNum: null })
              }
              items={[...tabs, { key: 'all' }].map(({ key }) => ({ key, label: text.any(key) }))}
            />
            <SearchForm list={list} />
          </>
        }
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(resource, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
            tools={<ListTools list={list} prefs={prefs} cells={cells} />}
          >
            {mayEdit && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ kind: 'new' })}>
                {t.any(`depot.docForm.new_${kind.docType}`)}
              </Button>
            )}
            {buttons}
            <SheetButtons list={list} prefs={prefs} />
            <BatchActions list={list} onRemove={(rows) => void remove(rows)} onTransition={steps.ask} />
          </ListToolbar>
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={(row) => {
              // The number itself leads to the paper.
              const rest = actionsOf(row).filter(({ key }) => key !== 'detail');
              const mayChange = mayEdit && row.status === 'draft' && row.kept === true;
              return [
                ...(mayChange ? [{ key: 'edit', label: t('kit.edit'), run: () => verbs.edit(row) }] : []),
                ...rest,
                ...steps.more(row),
              ];
            }}
            onOpen={verbs.detail}
            cells={cells}
            height={height}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {panel?.kind === 'new' && <DocForm kind={kind} id={null} initial={{ ...initial, ...begun }} onClose={leave} />}
      {panel?.kind === 'edit' && <DocForm key={panel.id} kind={kind} id={panel.id} onClose={close} />}
      {steps.dialogs}
    </>
  );
}
