import { Button, Card, Empty } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';

/** Before a cow was named. */
export function ScanFirst() {
  const text = useTexts('breeding.servicePage');
  const { openPage } = usePage();
  return (
    <Card>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('scanFirst')}>
        <Button onClick={() => openPage('/ant/breed/dueBoard')}>{text('toBoard')}</Button>
      </Empty>
    </Card>
  );
}
