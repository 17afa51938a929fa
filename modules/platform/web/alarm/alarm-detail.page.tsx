import { Card, Empty } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AlarmView } from './alarm-view.tsx';

/** One alarm, by `?id=`: what happened on the left, what was and can be done on the right. */
export default function AlarmDetailPage() {
  const t = useT();
  const id = Number(usePage().search.get('id'));
  if (!Number.isSafeInteger(id) || id <= 0)
    return (
      <Card>
        <Empty description={t('platform.alarmPage.noneChosen')} />
      </Card>
    );
  return <AlarmView key={id} id={id} />;
}
