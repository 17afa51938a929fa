import { useQuery } from '@tanstack/react-query';
import { Descriptions, Drawer, Flex, Table, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow } from '#kit/web/use-rows.ts';
import { changeView } from '#modules/bank/contract/pledge/change-calls.ts';
import { pledgeChange } from '#modules/bank/contract/pledge/pledge-change.ts';
import { useLabel } from '../site/parts.ts';
import { PreviewTable } from './preview-table.tsx';

/** 押品变更. */
export default function ChangePage() {
  const { search, setSearch, openPage } = usePage();
  const mayAsk = useCan('bank:change:ask');
  const id = Number(search.get('id')) || null;
  const show = (next: number | null) => {
    const query = new URLSearchParams(search);
    if (next) query.set('id', String(next));
    else query.delete('id');
    setSearch(query, { replace: true });
  };
  return (
    <>
      <ResourcePage
        resource={pledgeChange}
        isOwn={false}
        {...(mayAsk && { onNew: () => openPage('/bank/pledge/changeAdd') })}
        onOpen={(row) => show(row.id)}
        cells={{
          pledgeId: (row) => (
            <PageLink to={`/bank/pledge/detail?id=${row.pledgeId}`}>{row.pledgeIdName ?? ''}</PageLink>
          ),
        }}
      />
      {id && <ChangeView id={id} onClose={() => show(null)} />}
    </>
  );
}

/** R30: before and after, the animals, and what the same person asked for before. */
function ChangeView({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const text = useTexts('bank.changePage');
  const kind = useLabel('pledge_change_kind');
  const state = useLabel('pledge_change_status');
  const direction = useLabel('pledge_change_direction');
  const row = useRow(pledgeChange, id);
  const { data } = useQuery({
    queryKey: ['bank', 'changeView', id],
    queryFn: () => call(changeView, { params: { id: String(id) } as never, quiet: true }),
  });
  const label = (name: string) => t.any(`bank.pledgeChange.${name}`);
  const one = row.data;
  return (
    <Drawer open size={760} title={<span data-record>{one?.docNo ?? ''}</span>} onClose={onClose}>
      {!data || !one ? (
        <Waiting />
      ) : (
        <Flex vertical gap={16}>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2 }}
            items={[
              { key: 'kind', label: label('kind'), children: one.kindName },
              { key: 'status', label: t('label.status'), children: <Tag>{one.statusName}</Tag> },
              { key: 'reason', label: label('reason'), children: <span data-record>{one.reason}</span> },
              { key: 'buyer', label: label('buyerName'), children: <span data-record>{one.buyerName ?? '-'}</span> },
              { key: 'price', label: label('price'), children: one.price === null ? '-' : moneyText(one.price) },
              {
                key: 'repay',
                label: label('repayFirst'),
                children: one.repayFirst === null ? '-' : moneyText(one.repayFirst),
              },
              { key: 'until', label: label('releaseUntil'), children: one.releaseUntil ?? '-' },
              {
                key: 'asked',
                label: label('askedByName'),
                children: <span data-record>{`${one.askedByName ?? ''} ${wallTime(one.askedAt)}`}</span>,
              },
              {
                key: 'checked',
                label: label('checkedByName'),
                children: <span data-record>{one.checkedByName ?? '-'}</span>,
              },
              {
                key: 'approved',
                label: label('approvedByName'),
                children: <span data-record>{one.approvedByName ?? '-'}</span>,
              },
            ]}
          />
          {data.preview && <PreviewTable preview={data.preview} />}
          <Table
            size="small"
            rowKey="animalId"
            pagination={{ pageSize: 50, hideOnSinglePage: true }}
            dataSource={data.animals}
            columns={[
              {
                key: 'tag',
                title: t('bank.pledgeItem.earTag'),
                render: (_, line) => <span data-record>{line.earTag}</span>,
              },
              { key: 'dir', title: text('direction'), render: (_, line) => direction(line.direction) },
              {
                key: 'value',
                title: t('bank.pledgeItem.value'),
                align: 'end',
                render: (_, line) => (line.value === null ? '-' : moneyText(line.value)),
              },
              { key: 'photos', title: text('photos'), align: 'end', render: (_, line) => line.photos.length },
              {
                key: 'out',
                title: text('outcome'),
                render: (_, line) =>
                  line.outcome ? <Tag>{text(`outcome_${line.outcome as 'sold' | 'back' | 'gone'}`)}</Tag> : '',
              },
            ]}
          />
          <Table
            size="small"
            rowKey="id"
            title={() => text('earlier')}
            pagination={false}
            dataSource={data.earlier}
            columns={[
              { key: 'no', title: label('docNo'), render: (_, line) => <span data-record>{line.docNo}</span> },
              { key: 'kind', title: label('kind'), render: (_, line) => kind(line.kind) },
              { key: 'n', title: text('outIn'), align: 'end', render: (_, line) => `${line.headOut} / ${line.headIn}` },
              { key: 'at', title: label('askedAt'), render: (_, line) => wallTime(line.askedAt) },
              { key: 'st', title: t('label.status'), render: (_, line) => state(line.status) },
            ]}
          />
        </Flex>
      )}
    </Drawer>
  );
}
