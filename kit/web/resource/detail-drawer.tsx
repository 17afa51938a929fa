import { Button, Drawer, Space } from 'antd';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
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
  return (
    <Drawer
      open
      title={t('kit.detailOf', { noun: t.any(`${fullName(resource)}._title`) })}
      size="min(880px, 100vw)"
      onClose={onClose}
    >
      {error && <Failed error={error} onRetry={refresh} />}
      {loading && <Waiting />}
      {row && !error && <DetailView resource={resource} row={row} cells={cells} actions={buttons(row)} />}
    </Drawer>
  );
}
