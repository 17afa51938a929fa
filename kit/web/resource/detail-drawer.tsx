import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Drawer, Dropdown, Space } from 'antd';
import type { ReactNode } from 'react';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { DetailTabs } from '#kit/web/history/detail-tabs.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PrintDetail } from '#kit/web/sheets/print-detail.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { DetailView } from './detail-view.tsx';
import { drawerWidth, type Row } from './resource-calls.ts';
import type { Cells } from './table-columns.tsx';
import { useResourceDetail } from './use-resource-detail.ts';
import { type RowVerbs, useRowActions } from './use-row-actions.ts';

/** As many as can be read at a glance stand as buttons, the main one first. */
const mostButtons = 3;

function DrawerActions({ actions }: { readonly actions: readonly Action[] }) {
  const t = useT();
  const inline = actions.length > mostButtons ? mostButtons - 1 : mostButtons;
  const rest = actions.slice(inline);
  return (
    <Space wrap>
      {actions.slice(0, inline).map(({ key, label, danger = false, isMain = false, run }) => (
        <Button key={key} danger={danger} type={isMain ? 'primary' : 'default'} onClick={run}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, label, danger = false }) => ({ key, label, danger })),
            onClick: ({ key }) => rest.find((one) => one.key === key)?.run(),
          }}
        >
          <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('kit.more')} />
        </Dropdown>
      )}
    </Space>
  );
}

interface DetailDrawerProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly cells?: Cells | undefined;
  readonly verbs: Omit<RowVerbs, 'detail' | 'addChild'>;
  onClose(): void;
}

export function DetailDrawer({ resource, id, cells, verbs, onClose }: DetailDrawerProps) {
  const t = useT();
  useReturnFocus();
  const { row, loading, error, refresh } = useResourceDetail(resource, id);
  const actionsOf = useRowActions(resource, { ...verbs, detail: undefined });
  const title = t('kit.detailOf', { noun: t.any(`${fullName(resource)}._title`) });
  const view = (shown: Row, actions?: ReactNode) => (
    <DetailView resource={resource} row={shown} cells={cells} actions={actions} />
  );
  return (
    <Drawer
      open
      title={title}
      extra={row && !error && <PrintDetail title={title}>{view(row)}</PrintDetail>}
      size={`min(${drawerWidth(resource)}px, 100vw)`}
      onClose={onClose}
    >
      {error && <Failed error={error} onRetry={refresh} />}
      {loading && <Waiting />}
      {row && !error && (
        <DetailTabs resource={resource} id={id}>
          {view(row, <DrawerActions actions={actionsOf(row)} />)}
        </DetailTabs>
      )}
    </Drawer>
  );
}
