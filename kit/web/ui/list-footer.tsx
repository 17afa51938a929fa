import { Flex, Grid, Pagination, Typography, theme } from 'antd';
import { maxPageSize, totalLimit } from '#kit/contract/envelope.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

const sizes = [20, 50, 100, maxPageSize];

interface ListFooterProps {
  readonly total: number;
  /** Nothing is known yet: its place is kept, or the table above would be drawn once more when it comes. */
  readonly loading?: boolean;
  /** More rows match than are counted. */
  readonly isCapped: boolean;
  readonly page: number;
  readonly pages: number;
  readonly pageSize: number;
  onTurn(page: number, pageSize: number): void;
  /** A tree has no pages. */
  readonly isTree: boolean;
}

export function ListFooter({
  total,
  loading = false,
  isCapped,
  page,
  pages,
  pageSize,
  onTurn,
  isTree,
}: ListFooterProps) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  const { token } = theme.useToken();
  if (loading) return <div style={{ height: token.controlHeight }} />;
  if (total === 0) return null;
  return (
    <Flex justify="space-between" align="center" gap={12} wrap>
      <Typography.Text type="secondary">
        {isCapped ? t('kit.totalCapped', { n: readable(totalLimit) }) : t('kit.total', { n: readable(total) })}
      </Typography.Text>
      {isTree ? (
        total > maxPageSize && <Typography.Text type="warning">{t('kit.treeCut', { n: maxPageSize })}</Typography.Text>
      ) : (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={pages * pageSize}
          onChange={onTurn}
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
