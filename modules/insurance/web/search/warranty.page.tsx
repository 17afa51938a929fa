import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Input, List, Row, Tag, Typography } from 'antd';
import { useEffect } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { searchWarranty, type WarrantyHits } from '#modules/insurance/contract/policy/policy-calls.ts';

type Hit = WarrantyHits['holders'][number];

/** 保单查询: a holder, a policy or an animal by whatever is known of it. */
export default function WarrantyPage() {
  const text = useTexts('insurance.searchPage');
  const { search, setSearch, openPage } = usePage();
  const name = (search.get('name') ?? '').trim();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['insurance', 'search', name],
    queryFn: () => call(searchWarranty, { query: { name } as never, quiet: true }),
    enabled: name.length > 0,
  });
  const all = data ? [...data.holders, ...data.policies, ...data.animals, ...data.claims] : [];
  const only = all.length === 1 ? all[0]?.path : undefined;
  useEffect(() => {
    if (only) openPage(only);
  }, [only, openPage]);
  const groups = data
    ? ([
        ['holders', data.holders],
        ['policies', data.policies],
        ['animals', data.animals],
        ['claims', data.claims],
      ] as const)
    : [];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Input.Search
          allowClear
          size="large"
          defaultValue={name}
          key={name}
          aria-label={text('title')}
          placeholder={text('hint')}
          onSearch={(value) => setSearch(new URLSearchParams(value.trim() ? { name: value.trim() } : {}))}
        />
      </Card>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isFetching && <Waiting />}
      {data && all.length === 0 && <Empty description={text('none')} />}
      {all.length > 0 && (
        <Row gutter={[12, 12]}>
          {groups.map(([key, hits]) => (
            <Col key={key} xs={24} md={12} xl={6}>
              <Card size="small" title={`${text(key)} ${hits.length}`}>
                <List
                  size="small"
                  dataSource={[...hits]}
                  locale={{ emptyText: text('none') }}
                  renderItem={(hit) => <Item hit={hit} onOpen={() => openPage(hit.path)} />}
                />
              </Card>
            </Col>
          ))}
        </Row>
      )}
    </Flex>
  );
}

function Item({ hit, onOpen }: { readonly hit: Hit; onOpen(): void }) {
  const text = useTexts('insurance.searchPage');
  const { text: words, from, to } = hit.title;
  return (
    <List.Item
      extra={
        hit.covered !== null && (
          <Tag color={hit.covered ? 'green' : 'default'}>{text(hit.covered ? 'covered' : 'notCovered')}</Tag>
        )
      }
    >
      <Flex vertical>
        <TextButton onClick={onOpen}>
          <span data-record>
            {words.slice(0, from)}
            <mark>{words.slice(from, to)}</mark>
            {words.slice(to)}
          </span>
        </TextButton>
        <Typography.Text type="secondary" data-record>
          {hit.note}
        </Typography.Text>
      </Flex>
    </List.Item>
  );
}
