import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Tag } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { type EntrustContract, entrustContract } from '#modules/cure/contract/entrust/contract.ts';

const alive = 'draft,refused,offered,accepted,signed,running,settling';
const most = 6;

/** Contracts of entrusted care that wait for this side; nothing where the unit has none. */
export function InCare() {
  const text = useTexts('cure.home');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.entrustContract', 'home', language],
    queryFn: () =>
      call(callOf(entrustContract, 'list'), {
        query: { status: alive, pageNum: 1, pageSize: 100 },
        quiet: true,
      }) as Promise<EntrustContract[]>,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const waiting = data.filter((one) => one.nextStep !== null);
  const heads = data.reduce((sum, one) => sum + (one.heads ?? 0), 0);
  return (
    <Card
      size="small"
      title={text('inCare', { n: data.length, heads })}
      extra={<PageLink to="/cure/entrust/contract">{text('all')}</PageLink>}
    >
      {waiting.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingInCare')} />}
      <Flex vertical gap={8}>
        {waiting.slice(0, most).map((one) => (
          <Flex key={one.id} gap={8} align="center" justify="space-between" wrap>
            <span data-record>
              <PageLink to={`/cure/entrust/detail?id=${one.id}`}>{one.docNo}</PageLink>{' '}
              {[one.owner, one.host].filter(Boolean).join(' → ')}
            </span>
            <Tag color={one.logLate || one.disputed ? 'error' : 'processing'}>{one.nextStepName}</Tag>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
