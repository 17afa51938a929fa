import { ScanOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { filterNames } from '#kit/web/resource/use-resource-list.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { sample, sampleTotals } from '#modules/prevention/contract/lab/sample.ts';
import { useLabChoices } from './choices.ts';
import { toneOf } from './conclusion.ts';
import { PoolName } from './pool-name.tsx';
import { ReceiveDrawer } from './sampling/receive-drawer.tsx';

interface Chip {
  readonly id: number;
  readonly item: string;
  readonly conclusion: string;
  readonly status: string;
}

/** 样品管理: every tube, where it is and what came of it. */
export default function SamplePage() {
  const url = useUrlState();
  const text = useTexts('prevention.labPage');
  const mayReceive = useCan('ant:sample:receive');
  const mayRead = useCan('ant:lab:list');
  const { diseaseName } = useLabChoices();
  const { options: conclusions } = useDict('sample_result_conclusion');
  const nameOf = (value: string) => conclusions.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const isReceiving = url.get('receive') === '1';
  return (
    <>
      <Totals />
      <ListPage
        resource={sample}
        onForm={() => {}}
        isOwn={false}
        cells={{
          earTag: (row) =>
            row.earTag ?? <PoolName poolNo={row.poolNo} tags={(row.poolTags ?? []) as readonly string[]} />,
          poolTags: (row) => <span>{((row.poolTags ?? []) as string[]).join('、') || '-'}</span>,
          results: (row) => (
            <Flex gap={4} wrap>
              {((row.results ?? []) as Chip[]).map((one) => (
                <Tag key={one.id} color={toneOf(one.conclusion)} title={one.item} style={{ margin: 0 }}>
                  {mayRead ? (
                    <PageLink to={`/ant/collection/sampleResult?barcode=${row.barcode}`}>
                      {nameOf(one.conclusion)}
                    </PageLink>
                  ) : (
                    nameOf(one.conclusion)
                  )}
                </Tag>
              ))}
            </Flex>
          ),
          immunisedOn: (row) => (
            <span>
              {Object.entries((row.immunisedOn ?? {}) as Record<string, string>)
                .map(([code, on]) => `${diseaseName(code)} ${on}`)
                .join(', ') || '-'}
            </span>
          ),
        }}
        extra={() =>
          mayReceive && (
            <Button type="primary" icon={<ScanOutlined aria-hidden />} onClick={() => url.set({ receive: '1' })}>
              {text('receive')}
            </Button>
          )
        }
      />
      {mayReceive && isReceiving && <ReceiveDrawer onClose={() => url.set({ receive: null }, { replace: true })} />}
    </>
  );
}

function Totals() {
  const t = useT();
  const url = useUrlState();
  const { options } = useDict('sample_status');
  const query = Object.fromEntries(
    filterNames(sample).flatMap((name) => {
      const value = url.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const { data } = useQuery({
    queryKey: [...resourceKey(sample), 'totals', query],
    queryFn: () => call(sampleTotals, { query, quiet: true }),
  });
  return (
    <FigureStrip
      figures={[
        { key: 'all', label: t('prevention.labPage.all'), value: data?.total ?? '-' },
        ...options.map((one) => ({
          key: one.dictValue,
          label: one.dictLabel,
          value: data?.byStatus[one.dictValue] ?? 0,
          isBad: one.dictValue === 'refused' && (data?.byStatus.refused ?? 0) > 0,
        })),
      ]}
    />
  );
}
