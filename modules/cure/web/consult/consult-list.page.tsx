import { Badge, Tag } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { consult } from '#modules/cure/contract/consult/consult.ts';
import { UrgencyTag } from './urgency-tag.tsx';

/** 问诊单. */
export default function ConsultListPage() {
  const { openPage } = usePage();
  const mayAsk = useCan('cure:consult:ask');
  const changed = useChanged(consult);
  usePush(
    'consult',
    useRefresh(() => changed()),
  );
  return (
    <ResourcePage
      resource={consult}
      onOpen={(row) => openPage(`/cure/consult/detail?id=${row.id}`)}
      {...(mayAsk && { onNew: () => openPage('/cure/consult/ask') })}
      cells={{
        urgency: (row) => <UrgencyTag urgency={row.urgency} />,
        unread: (row) => (row.unread > 0 ? <Badge count={row.unread} size="small" /> : <span>0</span>),
        answerDue: (row) =>
          row.answerDue ? (
            row.isLate ? (
              <Tag color="error">{wallTime(row.answerDue).slice(5, 16)}</Tag>
            ) : (
              <span>{wallTime(row.answerDue).slice(5, 16)}</span>
            )
          ) : (
            <span>-</span>
          ),
      }}
    />
  );
}
