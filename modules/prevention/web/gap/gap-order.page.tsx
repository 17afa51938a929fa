import { Segmented, Tag, Typography } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type GapLine, type GapOrder, gapOrder } from '#modules/prevention/contract/gap/gap-order.ts';
import { GapLines } from './gap-lines.tsx';

const colours: Readonly<Record<string, string>> = {
  open: 'blue',
  answered: 'purple',
  escalated: 'red',
  closed: 'green',
};

/** The list wants the whole width of the detail. */
const roomy = {
  ...gapOrder,
  fields: { ...gapOrder.fields, lines: { ...gapOrder.fields.lines, kind: 'longText' } },
} as unknown as typeof gapOrder;

/** Where the work of an order is done. */
function workPath(row: GapOrder): string {
  if (row.holderId)
    return `/ant/preventionMange/immuneVisit?principalId=${row.holderId}${row.source === 'routine' ? '&mode=routine' : ''}`;
  return row.source === 'routine'
    ? `/ant/preventionMange/mtdLogs?month=${row.month}&regionCode=${row.regionCode}&status=todo,partial`
    : `/ant/preventionMange/household?seasonId=${row.seasonId}&regionCode=${row.regionCode}&status=todo,partial,absent,refused`;
}

/** 催办督办: what was asked of whom, what they answered, and what is not closed. */
export default function GapOrderPage() {
  const text = useTexts('prevention.gapPage');
  const url = useUrlState();
  const { openPage } = usePage();
  const mayRecord = useCan('ant:visit:add');
  const mayPlan = useCan('ant:plan:list');
  const isReady = useFirstAddress({ isOpen: 'true' });
  if (!isReady) return null;
  const cells: Cells<typeof gapOrder> = {
    subjectName: (row) => (
      // In the order itself it leads on to where the work is done.
      <Typography.Link
        strong
        onClick={() =>
          url.get('open') === `detail:${row.id}` ? openPage(workPath(row)) : url.set({ open: `detail:${row.id}` })
        }
      >
        {row.subjectName}
      </Typography.Link>
    ),
    status: (row) => <Tag color={colours[row.status] ?? 'default'}>{row.statusName}</Tag>,
    staffName: (row) => <span>{row.staffName ?? text('station')}</span>,
    dueOn: (row) => (
      <Typography.Text {...(row.isLate && { type: 'danger' as const })}>
        {row.dueOn}
        {row.isLate && ` ${text('overdue')}`}
      </Typography.Text>
    ),
    remaining: (row) => <span>{`${row.remaining} / ${row.heads}`}</span>,
    lines: (row) => (
      <GapLines
        title={row.subjectName}
        kind={row.subjectKind}
        lines={row.lines as GapLine[]}
        young={row.young}
        {...(row.status !== 'closed' && {
          visitPath: `/ant/preventionMange/immuneVisit?${row.source === 'routine' ? 'mode=routine&' : ''}`,
        })}
      />
    ),
  };
  return (
    <ResourcePage
      resource={roomy}
      isOwn={false}
      cells={cells}
      actions={(row) =>
        row.status !== 'closed' && (row.holderId ? mayRecord : mayPlan)
          ? [{ key: 'work', label: text(row.holderId ? 'record' : 'openList'), run: () => openPage(workPath(row)) }]
          : []
      }
      extra={() => (
        <Segmented<string>
          value={url.get('isOpen') ?? ''}
          onChange={(isOpen) => url.set({ isOpen: isOpen || null, pageNum: null })}
          options={[
            { value: 'true', label: text('waiting') },
            { value: 'false', label: text('closed') },
            { value: '', label: text('all') },
          ]}
        />
      )}
    />
  );
}
