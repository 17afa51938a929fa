import { WarningFilled } from '@ant-design/icons';
import { Button, Empty, Flex, Skeleton, Typography, theme } from 'antd';
import { ApiError } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';

interface FailedProps {
  readonly error: Error;
  onRetry(): void;
}

/** What went wrong, in words, with what to do about it and the number to tell the help desk. */
export function Failed({ error, onRetry }: FailedProps) {
  const t = useT();
  const { token } = theme.useToken();
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  return (
    <Flex vertical align="center" gap={16} style={{ padding: '48px 32px', textAlign: 'center' }}>
      <WarningFilled style={{ fontSize: 56, color: token.colorWarning }} />
      <Typography.Title level={4} style={{ margin: 0 }}>
        {error instanceof ApiError ? error.message : t('error.network')}
      </Typography.Title>
      {traceId && (
        <Typography.Text type="secondary" copyable={{ text: traceId }}>
          {t('kit.traceId', { traceId })}
        </Typography.Text>
      )}
      <Button type="primary" onClick={onRetry}>
        {t('kit.retry')}
      </Button>
    </Flex>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  onReset(): void;
  readonly onNew?: (() => void) | undefined;
}

/** An empty list says why it is empty and offers the next step. */
export function Nothing({ isFiltered, onReset, onNew }: NothingProps) {
  const t = useT();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={t(isFiltered ? 'kit.nothingFound' : 'kit.nothingYet')}
      style={{ padding: '32px 0' }}
    >
      {isFiltered && <Button onClick={onReset}>{t('kit.resetFilters')}</Button>}
      {!isFiltered && onNew && (
        <Button type="primary" onClick={onNew}>
          {t('kit.new')}
        </Button>
      )}
    </Empty>
  );
}

export const Waiting = () => <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />;
