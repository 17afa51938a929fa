import { useQuery } from '@tanstack/react-query';
import { Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type SampleLog, sampleLog, sampleTubes, type Tube } from '#modules/prevention/contract/lab/sample-log.ts';
import { PoolName } from '../pool-name.tsx';
import { CollectDrawer } from './collect-drawer.tsx';
import { SheetPaper } from './sheet-paper.tsx';

/** 采样记录: from the pen to the laboratory's door. */
export default function SampleLogPage() {
  const text = useTexts('prevention.labPage');
  const mayCollect = useCan('ant:sample:collect');
  const [open, setOpen] = useState<SampleLog | null>(null);
  const [paper, setPaper] = useState<SampleLog | null>(null);
  return (
    <>
      <ListPage
        resource={sampleLog}
        onForm={() => {}}
        isOwn={false}
        cells={{
          tubes: (row) =>
            row.tubes > 0 ? (
              <PageLink to={`/ant/collection/sampleList?keyword=${String(row.id).padStart(8, '0')}`}>
                {row.tubes}
              </PageLink>
            ) : (
              <span>0</span>
            ),
          refused: (row) =>
            row.refused > 0 ? (
              <PageLink to={`/ant/collection/sampleList?keyword=${String(row.id).padStart(8, '0')}&status=refused`}>
                <Typography.Text type="danger">{row.refused}</Typography.Text>
              </PageLink>
            ) : (
              <span>0</span>
            ),
          tubeList: (row) => <Tubes logId={row.id} />,
        }}
        actions={(row) => [
          ...(mayCollect && row.status === 'draft'
            ? [{ key: 'goOn', label: text('goOn'), run: () => setOpen(row) }]
            : []),
          ...(mayCollect ? [{ key: 'print', label: text('printSheet'), run: () => setPaper(row) }] : []),
        ]}
      />
      {open && (
        <CollectDrawer
          logId={open.id}
          version={open.version}
          docNo={open.docNo}
          holder={open.holder ?? ''}
          onClose={() => setOpen(null)}
        />
      )}
      {paper && <SheetPaper logId={paper.id} count={Math.max(1, paper.tubes)} onDone={() => setPaper(null)} />}
    </>
  );
}

function Tubes({ logId }: { readonly logId: number }) {
  const { options: qualities } = useDict('sample_quality');
  const { options: states } = useDict('sample_status');
  const { data = [], isPending } = useQuery({
    queryKey: ['prevention.sampleLog', 'tubes', logId],
    queryFn: () => call(sampleTubes, { params: { id: logId }, quiet: true }),
  });
  const nameIn = (options: typeof states, value: string) =>
    options.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const label = useTexts('prevention.sample');
  return (
    <Table<Tube>
      size="small"
      rowKey="barcode"
      loading={isPending}
      pagination={false}
      scroll={{ x: 480, y: 320 }}
      dataSource={data}
      columns={[
        { key: 'barcode', title: label('barcode'), dataIndex: 'barcode', width: 130 },
        {
          key: 'earTag',
          title: label('earTag'),
          width: 190,
          render: (_, row) => row.earTag ?? <PoolName poolNo={row.poolNo} tags={row.poolTags} />,
        },
        { key: 'volume', title: label('volume'), dataIndex: 'volume', width: 80, align: 'end' },
        {
          key: 'status',
          title: label('status'),
          render: (_, row) => (
            <>
              <Tag color={row.status === 'refused' ? 'error' : 'default'}>{nameIn(states, row.status)}</Tag>
              {row.quality !== 'ok' && nameIn(qualities, row.quality)}
            </>
          ),
        },
      ]}
    />
  );
}
