import { useQuery } from '@tanstack/react-query';
import { Descriptions, Drawer, Flex, Statistic, Table, Tag } from 'antd';
import { useEffect } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { titleFacts } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';

/** 权属核实: what was declared, beside what the register, the census and the immunisations say of the same holder. */
export default function TitlePage() {
  const { search, setSearch } = usePage();
  const id = Number(search.get('id')) || null;
  const show = (next: number | null) =>
    setSearch(new URLSearchParams({ status: 'surveyed', ...(next && { id: String(next) }) }), { replace: true });
  const isFiltered = search.has('status');
  // What waits for the station comes first; the filter shows what was, too.
  useEffect(() => {
    if (!isFiltered)
      setSearch(new URLSearchParams({ ...Object.fromEntries(search), status: 'surveyed' }), { replace: true });
  }, [isFiltered, search, setSearch]);
  if (!isFiltered) return <Waiting />;
  return (
    <>
      <ResourcePage resource={pledge} isOwn={false} onOpen={(row) => show(row.id)} />
      {id && <Facts id={id} onClose={() => show(null)} />}
    </>
  );
}

function Facts({ id, onClose }: { readonly id: number; onClose(): void }) {
  const t = useT();
  const text = useTexts('bank.titlePage');
  const { data } = useQuery({
    queryKey: ['bank', 'title', id],
    queryFn: () => call(titleFacts, { params: { id: String(id) } as never, quiet: true }),
  });
  return (
    <Drawer open title={text('title')} size={720} onClose={onClose}>
      {!data ? (
        <Waiting />
      ) : (
        <Flex vertical gap={16}>
          <Flex gap={32} wrap>
            <Statistic title={text('declared')} value={data.declared} />
            <Statistic title={text('immunised')} value={data.immunised} suffix={`/ ${data.declared}`} />
            <Statistic title={text('census')} value={data.census?.heads ?? '-'} suffix={data.census?.on ?? ''} />
            <Statistic title={text('doubles')} value={data.doubles} />
          </Flex>
          <Table
            size="small"
            rowKey={(one) => `${one.species}${one.stage}`}
            pagination={false}
            dataSource={data.stock}
            columns={[
              { key: 's', title: t('bank.pledgeItem.species'), dataIndex: 'species' },
              { key: 'g', title: t('bank.pledgeItem.stage'), dataIndex: 'stage' },
              { key: 'n', title: text('stock'), align: 'end', dataIndex: 'stock' },
              {
                key: 'd',
                title: text('declared'),
                align: 'end',
                render: (_, one) => <Tag color={one.declared > one.stock ? 'red' : 'default'}>{one.declared}</Tag>,
              },
            ]}
          />
          <Descriptions
            size="small"
            column={1}
            title={text('origins')}
            items={data.origins.map((one) => ({
              key: one.source,
              label: one.source,
              children: text('originHeads', { n: one.heads, m: one.certified }),
            }))}
          />
          <Descriptions
            size="small"
            column={1}
            title={text('statement')}
            items={data.statement.map((one, at) => ({
              key: String(at),
              label: text(`origin_${one.origin as 'born' | 'bought'}`),
              children: <span data-record>{`${one.heads} ${one.certNo ?? ''} ${one.note ?? ''}`}</span>,
            }))}
          />
        </Flex>
      )}
    </Drawer>
  );
}
