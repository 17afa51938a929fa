import { Button, Drawer, Space } from 'antd';
import type { ReactNode } from 'react';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { DetailTabs } from '#kit/web/history/detail-tabs.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PrintDetail } from '#kit/web/sheets/print-detail.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { DetailView } from './detail-view.tsx';
import type { Row } from './resource-calls.ts';
import type { Cells } from './table-columns.tsx';
import { useResourceDetail } from './use-resource-detail.ts';
import { type RowVerbs, useRowActions } from './use-row-actions.ts';

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
  const actionsOf = useRowActions(resource, { ...verbs, detail: () => {} });
  const buttons = (shown: Row) => (
    <Space wrap>
      {actionsOf(shown)
        .filter(({ key }) => key !== 'detail')
        .map(({ key, label, danger = false, run }) => (
          <Button key={key} danger={danger} onClick={run}>
            {label}
          </Button>
        ))}
    </Space>
  );
  const title = t('kit.detailOf', { noun: t.any(`${fullName(resource)}._title`) });
  const view = (shown: Row, actions?: ReactNode) => (
    <DetailView resource={resource} row={shown} cells={cells} actions={actions} />
  );
  return (
    <Drawer
      open
      title={title}
      extra={row && !error && <PrintDetail title={title}>{view(row)}</PrintDetail>}
      size="min(880px, 100vw)"
      onClose={onClose}
    >
      {error && <Failed error={error} onRetry={refresh} />}
      {loading && <Waiting />}
      {row && !error && (
        <DetailTabs resource={resource} id={id}>
          {view(row, buttons(row))}
        </DetailTabs>
      )}
    </Drawer>
  );
}
