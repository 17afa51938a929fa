import { Tabs } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { feedingRecord } from '#modules/farm/contract/feed/feed.ts';
import { FeedingSheetForm } from './feeding-sheet.tsx';

/** 饲喂记录: the day's sheet of all pens, and the ledger. */
export default function FeedingRecordPage() {
  const text = useTexts('farm.feeding');
  const { search } = usePage();
  const mayRecord = useCan('anm:feeding:record');
  const first = mayRecord && !search.get('penId') ? 'sheet' : 'ledger';
  const [tab, setTab] = useState(search.get('tab') ?? first);
  const ledger = <ResourcePage resource={feedingRecord} cells={{ mealNo: (row) => mealText(text, row.mealNo) }} />;
  if (!mayRecord) return ledger;
  return (
    <Tabs
      activeKey={tab}
      onChange={setTab}
      destroyOnHidden
      items={[
        { key: 'sheet', label: text('sheet'), children: <FeedingSheetForm /> },
        { key: 'ledger', label: text('ledger'), children: ledger },
      ]}
    />
  );
}

const mealText = (text: (key: 'wholeDay' | 'meal', args?: Record<string, number>) => string, mealNo: number) =>
  mealNo === 0 ? text('wholeDay') : text('meal', { n: mealNo });
