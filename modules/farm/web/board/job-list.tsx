import { Button, Empty, Flex, Segmented, Tag, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { BoardJob } from '#modules/farm/contract/board/board.ts';

/** Where the work is done. */
const pageOf = ({ job, penId }: BoardJob, farmId: number): string =>
  ({
    calving: '/anm/breed/breeding?status=pregnant',
    check: '/anm/breed/breeding?status=served',
    move: '/anm/animal/turntable?tab=suggest',
    meal: '/anm/feeding/record?tab=sheet',
    treatment: '/anm/animal/treatment?result=ongoing',
    wean: `/anm/animal/info?${penId ? `penId=${penId}` : ''}`,
    release: '/anm/stocked/info?status=isolating',
    round: '/anm/feeding/inspection',
    remind: `/anm/warning/business?principalId=${farmId}&status=open`,
  })[job];

/** In the order of the day: births and sick animals before everything else. */
const order: readonly BoardJob['job'][] = [
  'calving',
  'treatment',
  'meal',
  'move',
  'release',
  'check',
  'wean',
  'round',
  'remind',
];

export const jobGroups = (jobs: readonly BoardJob[]): [BoardJob['job'], BoardJob[]][] =>
  order.flatMap((job): [BoardJob['job'], BoardJob[]][] => {
    const own = jobs.filter((one) => one.job === job);
    return own.length > 0 ? [[job, own]] : [];
  });

/** Today's work by kind, then by pen; or pen by pen, for who walks through the houses. */
export function JobList({ jobs, farmId }: { readonly jobs: readonly BoardJob[]; readonly farmId: number }) {
  const text = useTexts('farm.board');
  const [by, setBy] = useState<'job' | 'pen'>('job');
  if (jobs.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('allDone')} />;
  const byPen = [...Map.groupBy(jobs, (one) => one.pen ?? text('noPen'))].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <Flex vertical gap={8}>
      <Segmented
        size="small"
        style={{ alignSelf: 'start' }}
        value={by}
        options={[
          { value: 'job', label: text('byJob') },
          { value: 'pen', label: text('byPen') },
        ]}
        onChange={(next) => setBy(next as 'job' | 'pen')}
      />
      {by === 'job'
        ? jobGroups(jobs).map(([job, rows]) => (
            <Group key={job} title={text(`job_${job}`)} n={rows.reduce((sum, row) => sum + row.n, 0)}>
              <SomeLines>
                {rows.map((row) => (
                  <Line key={row.penId ?? 0} row={row} label={row.pen ?? text('noPen')} farmId={farmId} />
                ))}
              </SomeLines>
            </Group>
          ))
        : byPen.map(([pen, rows]) => (
            <Group key={pen} title={pen} n={rows.length}>
              {rows.map((row) => (
                <Line key={row.job} row={row} label={text(`job_${row.job}`)} farmId={farmId} />
              ))}
            </Group>
          ))}
    </Flex>
  );
}

const shown = 4;
/** The first few pens of a kind of work; work that every pen asks for would push all other work off the screen. */
function SomeLines({ children }: { readonly children: readonly ReactNode[] }) {
  const text = useTexts('farm.board');
  const [isOpen, setOpen] = useState(false);
  if (children.length <= shown + 1) return children;
  return (
    <>
      {isOpen ? children : children.slice(0, shown)}
      <Button type="link" size="small" style={{ alignSelf: 'start', padding: 0 }} onClick={() => setOpen(!isOpen)}>
        {isOpen ? text('fewerPens') : text('morePens', { n: children.length - shown })}
      </Button>
    </>
  );
}

function Group({ title, n, children }: { readonly title: string; readonly n: number; readonly children: ReactNode }) {
  return (
    <section>
      <Flex justify="space-between">
        <Typography.Text strong>{title}</Typography.Text>
        <Typography.Text type="secondary">{n}</Typography.Text>
      </Flex>
      <Flex vertical>{children}</Flex>
    </section>
  );
}

function Line({ row, label, farmId }: { readonly row: BoardJob; readonly label: string; readonly farmId: number }) {
  const joined = useJoined();
  const text = useTexts('farm.board');
  return (
    <Flex
      gap={8}
      align="center"
      justify="space-between"
      style={{ padding: '4px 0', borderBlockEnd: '1px solid var(--ant-color-split)' }}
    >
      <Flex vertical style={{ minInlineSize: 0 }}>
        <span data-record={label === row.pen || undefined}>
          <PageLink to={pageOf(row, farmId)}>{label}</PageLink>
        </span>
        {row.tags.length > 0 && (
          <Typography.Text type="secondary" ellipsis data-record>
            {joined(row.tags.map((tag) => tag.slice(-6)))}
            {row.n > row.tags.length ? ' …' : ''}
          </Typography.Text>
        )}
      </Flex>
      <Flex gap={4} align="center" style={{ flex: 'none' }}>
        {row.overdue && <Tag color="red">{text('overdue')}</Tag>}
        {row.on && !row.overdue && row.job !== 'meal' && (
          <Typography.Text type="secondary">{row.on.slice(5)}</Typography.Text>
        )}
        <Typography.Text strong>{text(row.job === 'meal' ? 'meals' : 'heads', { n: row.n })}</Typography.Text>
      </Flex>
    </Flex>
  );
}
