import { Flex, Grid, Pagination, Typography } from 'antd';
import { maxPageSize, totalLimit } from '#kit/contract/envelope.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ResourceList } from './use-resource-list.ts';

const sizes = [20, 50, 100, maxPageSize];

interface Props {
  readonly list: ResourceList;
  /** A tree has no pages. */
  readonly isTree: boolean;
}

export function ListFooter({ list, isTree }: Props) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  if (list.error || list.loading || list.total === 0) return null;
  const { total, isCapped, page, pages, pageSize } = list;
  return (
    <Flex justify="space-between" align="center" gap={12} wrap>
      <Typography.Text type="secondary">
        {isCapped ? t('kit.totalCapped', { n: readable(totalLimit) }) : t('kit.total', { n: readable(total) })}
      </Typography.Text>
      {isTree
        ? total > maxPageSize && (
            <Typography.Text type="warning">{t('kit.treeCut', { n: maxPageSize })}</Typography.Text>
          )
        : total > 0 && (
            <Pagination
              current={page}
              pageSize={pageSize}
              total={pages * pageSize}
              onChange={(to, size) => list.turnTo(to, size)}
              showSizeChanger={{ showSearch: false }}
              showQuickJumper={!isNarrow}
              pageSizeOptions={sizes}
              simple={isNarrow}
              size={isNarrow ? 'small' : 'medium'}
            />
          )}
    </Flex>
  );
}

const readable = (number: number) => number.toLocaleString('en-US');
