import { Tag } from 'antd';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { pledgeItem } from '#modules/bank/contract/pledge/pledge-item.ts';

const pathOf = (id: number) => `/bank/animals/detail?id=${id}`;
/** 抵押畜只. */
export default function PledgedAnimalsPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={pledgeItem}
      isOwn={false}
      onOpen={(row) => openPage(pathOf(row.id))}
      cells={{
        earTag: (row) => <PageLink to={pathOf(row.id)}>{row.earTag}</PageLink>,
        pledgeId: (row) => <PageLink to={`/bank/pledge/detail?id=${row.pledgeId}`}>{row.pledgeIdName ?? ''}</PageLink>,
        seenAt: (row) => <Tag color={row.isUnseen ? 'red' : 'green'}>{row.seenAt ? wallTime(row.seenAt) : '-'}</Tag>,
      }}
    />
  );
}
