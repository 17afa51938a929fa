import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { usePage } from '#kit/web/shell-context.ts';

/** Several lists of one screen; `?tab=` names the one to begin with. */
export function TabbedLists({
  items,
}: {
  readonly items: readonly { key: string; label: string; children: ReactNode }[];
}) {
  const { search } = usePage();
  const [tab, setTab] = useState(search.get('tab') ?? items[0]?.key ?? '');
  return <Tabs activeKey={tab} onChange={setTab} destroyOnHidden items={[...items]} />;
}
