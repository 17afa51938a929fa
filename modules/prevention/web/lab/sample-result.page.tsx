import { TableOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { filterNames, type ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { FigureStrip } from '#kit/web/ui/figure-strip.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  releaseResults,
  resultTotals,
  type SampleResult,
  sampleResult,
} from '#modules/prevention/contract/lab/sample-result.ts';
import { useLabChoices } from './choices.ts';
import { toneOf } from './conclusion.ts';
import { PlateDrawer } from './plate/plate-drawer.tsx';
import { PoolName } from './pool-name.tsx';
import { ReportPaper } from './report-paper.tsx';

/** 检测结果: entered plate by plate, looked over by somebody else, and let out; what it means happens with its release. */
export default function SampleResultPage() {
  const url = useUrlState();
  const { user } = useSession();
  const { modal } = App.useApp();
  const changed = useChanged(sampleResult);
  const text = useTexts('prevention.labPage');
  const mayTest = useCan('ant:lab:test');
  const mayRelease = useCan('ant:lab:release');
  const { diseaseName } = useLabChoices();
  const [paper, setPaper] = useState<readonly SampleResult[] | null>(null);
  const release = (rows: readonly SampleResult[], list?: ResourceList) =>
    modal.confirm({
      title: text('release'),
      content: text('releaseAsk', { n: rows.length }),
      onOk: async () => {
        try {
          const done = await call(releaseResults, { body: { ids: rows.map((one) => one.id) } });
          notify('success', text('released', { n: done.released }));
          if (done.alerts > 0) notify('warning', text('alerts', { n: done.alerts }));
          if (done.failed[0]) notify('warning', done.failed[0].msg);
          list?.select([]);
        } catch {
          // The client has said why.
        }
        void changed();
      },
    });
  return (
    <>
      <Totals />
      <ListPage
        resource={sampleResult}
        onForm={() => {}}
        isOwn={false}
        cells={{
          earTag: (row) =>
            row.earTag ?? <PoolName poolNo={row.poolNo} tags={(row.poolTags ?? []) as readonly string[]} />,
          poolTags: (row) => <span>{((row.poolTags ?? []) as string[]).join('、') || '-'}</span>,
          value: (row) => <span>{`${Number(row.value)}${row.unit ? ` ${row.unit}` : ''}`}</span>,
          conclusion: (row) => <Tag color={toneOf(row.conclusion)}>{row.conclusionName}</Tag>,
          disease: (row) => <span>{diseaseName(row.diseaseCode)}</span>,
        }}
        actions={(row) => [
          ...(mayRelease && row.status === 'reviewed' && row.testerId !== user.userId
            ? [{ key: 'release', label: text('release'), run: () => release([row]) }]
            : []),
          ...(row.status === 'released' ? [{ key: 'report', label: text('report'), run: () => setPaper([row]) }] : []),
        ]}
        extra={(list) => {
          const rows = list.selected as unknown as readonly SampleResult[];
          const ready = rows.filter((one) => one.status === 'reviewed' && one.testerId !== user.userId);
          const out = rows.filter((one) => one.status === 'released');
          return (
            <>
              {mayTest && (
                <Button type="primary" icon={<TableOutlined aria-hidden />} onClick={() => url.set({ plate: '1' })}>
                  {text('plate')}
                </Button>
              )}
              {mayRelease && ready.length > 0 && (
                <Button onClick={() => release(ready, list)}>{`${text('release')} (${ready.length})`}</Button>
              )}
              {out.length > 0 && <Button onClick={() => setPaper(out)}>{`${text('report')} (${out.length})`}</Button>}
            </>
          );
        }}
      />
      {mayTest && url.get('plate') === '1' && (
        <PlateDrawer onClose={() => url.set({ plate: null }, { replace: true })} />
      )}
      {paper && <ReportPaper rows={paper} onDone={() => setPaper(null)} />}
    </>
  );
}

function Totals() {
  const url = useUrlState();
  const text = useTexts('prevention.labPage');
  const query = Object.fromEntries(
    filterNames(sampleResult).flatMap((name) => {
      const value = url.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const { data } = useQuery({
    queryKey: [...resourceKey(sampleResult), 'totals', query],
    queryFn: () => call(resultTotals, { query, quiet: true }),
  });
  const measured = (data?.qualified ?? 0) + (data?.unqualified ?? 0);
  return (
    <FigureStrip
      figures={[
        { key: 'tested', label: text('tested'), value: data?.tested ?? '-' },
        {
          key: 'rate',
          label: text('qualifiedRate'),
          value:
            data && measured > 0
              ? `${((data.qualified / measured) * 100).toFixed(1)}% (${data.qualified}/${measured})`
              : '-',
        },
        { key: 'positive', label: text('positive'), value: data?.positive ?? '-', isBad: (data?.positive ?? 0) > 0 },
        { key: 'invalid', label: text('invalid'), value: data?.invalid ?? '-' },
        { key: 'waiting', label: text('waiting'), value: data?.waiting ?? '-' },
      ]}
    />
  );
}
