import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, List, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { mapHolders } from '#modules/prevention/contract/livestock/map.ts';
import { useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../../common/opens.tsx';
import { SaveTable } from '../save-table.tsx';

interface Props {
  /** A piece of the map, or the corners of a line drawn on it; nothing until the map stands. */
  readonly query: Readonly<Record<string, string | number>> | null;
  readonly title: string;
  readonly extra?: ReactNode;
  readonly height: number;
}

const kinds = ['cattle', 'sheep', 'goat'] as const;

/** Who keeps animals there: those with most first. */
export function HoldersAside({ query, title, extra, height }: Props) {
  const text = useTexts('prevention.map');
  const language = useLanguage();
  const speciesName = useLabel('species');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.map', 'holders', query, language],
    queryFn: ({ signal }) => call(mapHolders, { query: query ?? {}, signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: query !== null,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const rows = data?.rows ?? [];
  return (
    <Card size="small" title={title} extra={extra}>
      <Flex vertical gap={8}>
        <Flex justify="space-between" align="center" wrap gap={8}>
          <Typography.Text type="secondary" aria-live="polite">
            {data && text('inside', { holders: data.holders, heads: data.heads.toLocaleString('en') })}
          </Typography.Text>
          <SaveTable
            title={text('holdersTitle')}
            head={[
              text('holder'),
              text('place'),
              ...kinds.map(speciesName),
              text('due'),
              text('done'),
              text('lastVisit'),
            ]}
            rows={rows.map((one) => [
              one.name,
              one.regionName ?? '',
              ...kinds.map((kind) => one[kind]),
              one.due ?? '',
              one.done ?? '',
              one.lastVisitOn ?? '',
            ])}
          />
        </Flex>
        <List
          size="small"
          loading={isFetching && !data}
          dataSource={rows}
          rowKey="id"
          style={{ height, overflow: 'auto' }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nobody')} /> }}
          renderItem={(one) => (
            <List.Item data-record>
              <Flex vertical style={{ width: '100%', minWidth: 0 }}>
                <Flex justify="space-between" gap={8}>
                  <Opens to={`/ant/animalProtection/householdDetail?id=${one.id}`}>{one.name}</Opens>
                  {one.due !== null && one.due > 0 && (
                    <Typography.Text type={one.done === one.due ? 'success' : 'secondary'}>
                      {`${one.done ?? 0}/${one.due}`}
                    </Typography.Text>
                  )}
                </Flex>
                <Space size={12} wrap>
                  {kinds
                    .filter((kind) => one[kind] > 0)
                    .map((kind) => (
                      <Typography.Text
                        key={kind}
                        type="secondary"
                      >{`${speciesName(kind)} ${one[kind].toLocaleString('en')}`}</Typography.Text>
                    ))}
                </Space>
                <Typography.Text type="secondary" ellipsis>
                  {one.regionName}
                </Typography.Text>
              </Flex>
            </List.Item>
          )}
        />
        {data && data.holders > rows.length && (
          <Typography.Text type="secondary">{text('firstOnly', { n: rows.length })}</Typography.Text>
        )}
      </Flex>
    </Card>
  );
}
