import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs, Typography } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type MedicineBox, medicineBox } from '#modules/depot/contract/box/medicine-box.ts';
import { BoxDrawer } from './box-drawer.tsx';
import { MyBox } from './my-box.tsx';

/** 药箱管理: keepers and heads see all boxes of their unit, carriers their own. */
export default function MedicineBoxPage() {
  const t = useT();
  const url = useUrlState();
  const mayAll = useCan('depot:box:all');
  const mayCarry = useCan('depot:box:reconcile');
  if (!mayAll) return <MyBox />;
  if (!mayCarry) return <Boxes />;
  const tab = url.get('tab') ?? 'list';
  return (
    <>
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => url.set({ tab: key, open: null })}
        items={['list', 'mine'].map((key) => ({ key, label: t.any(`depot.medicineBoxPage.${key}`) }))}
      />
      {tab === 'mine' ? <MyBox /> : <Boxes />}
    </>
  );
}

function Boxes() {
  const t = useT();
  const { openPage } = usePage();
  // Under a name of its own: the list would open a plain detail for the same word.
  const { panel, open, close } = usePanel('box');
  const mayIssue = useCan('depot:issue:edit');
  const mayTake = useCan('depot:in:edit');
  const mayMake = useCan('depot:store:edit');
  const text = useTexts('depot.medicineBoxPage');
  const linksOf = (id: number): Action[] => [
    ...(mayIssue
      ? [
          {
            key: 'issue',
            label: text('issueTo'),
            run: () => openPage(`/pri/depot/suppliesOut?open=new&toDepotId=${id}`),
          },
        ]
      : []),
    ...(mayTake
      ? [
          {
            key: 'return',
            label: text('returnFrom'),
            run: () => openPage(`/pri/depot/materialIn?open=new&reason=staffReturn&boxId=${id}`),
          },
        ]
      : []),
    { key: 'reconcile', label: text('reconcile'), run: () => openPage(`/pri/medicineBox/reconcile?boxId=${id}`) },
  ];
  return (
    <>
      <ListPage
        resource={medicineBox}
        onForm={() => {}}
        cells={{
          name: (row) => (
            <Button
              type="link"
              size="small"
              style={{ padding: 0 }}
              onClick={() => open({ kind: 'detail', id: row.id })}
            >
              {row.name}
            </Button>
          ),
          expiringCount: (row) => <Warned n={row.expiringCount} isBad={row.expiringCount > 0} />,
          unreconciledDays: (row) => <Warned n={row.unreconciledDays} isBad={row.unreconciledDays > 31} />,
          pendingCount: (row) => <Warned n={row.pendingCount} isBad={row.pendingCount > 0} />,
        }}
        actions={(row: MedicineBox) => [
          { key: 'open', label: t('kit.detail'), run: () => open({ kind: 'detail', id: row.id }) },
          ...linksOf(row.id),
        ]}
        extra={() =>
          mayMake && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => openPage('/pri/store?kind=box&open=new')}
            >
              {text('newBox')}
            </Button>
          )
        }
      />
      {panel?.kind === 'detail' && <BoxDrawer id={panel.id} actions={linksOf(panel.id)} onClose={close} />}
    </>
  );
}

const Warned = ({ n, isBad }: { readonly n: number; readonly isBad: boolean }) =>
  isBad ? <Typography.Text type="danger">{n}</Typography.Text> : <span>{n}</span>;
