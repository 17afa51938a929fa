import { Card, Empty } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import HolderCard from './holder-card.tsx';

/** 改良户详情. */
export default function HouseholdDetailPage() {
  const text = useTexts('breeding.cardPage');
  const id = Number(usePage().search.get('id')) || 0;
  if (id > 0) return <HolderCard id={id} />;
  return (
    <Card>
      <Empty description={text('noHolder')} />
    </Card>
  );
}
