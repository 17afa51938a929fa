import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { HistoryView } from './history-view.tsx';

interface Props {
  readonly resource: AnyResource;
  readonly id: number;
  readonly children: ReactNode;
}

export default function TabbedDetail({ resource, id, children }: Props) {
  const t = useT();
  return (
    <Tabs
      items={[
        { key: 'detail', label: t('history.detailTab'), children },
        { key: 'history', label: t('history.tab'), children: <HistoryView resource={resource} id={id} /> },
      ]}
    />
  );
}
