import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Progress, Row, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dayFromNow } from '#kit/web/ui/times.ts';
import { type SocietyDesk as Desk, societyDesk } from '#modules/cure/contract/society/member.ts';
import { SocietyDoors } from './society-doors.tsx';
import { wholePercent } from './whole-percent.ts';

interface Tile {
  readonly key: Exclude<keyof Desk, 'oldest' | 'dueCents' | 'receivedCents'>;
  readonly to: string;
  readonly needs: string;
  readonly isBad?: boolean;
}
const tiles: readonly Tile[] = [
  { key: 'toCheck', to: '/cure/society/membershipAudit?status=submitted', needs: 'cure:member:check' },
  { key: 'toApprove', to: '/cure/society/membershipAudit?status=checked', needs: 'cure:member:audit' },
  { key: 'expertsToCheck', to: '/cure/society/expertAudit?status=submitted,checked', needs: 'cure:expert:check' },
  { key: 'revisions', to: '/cure/society/baike?status=submitted', needs: 'cure:baike:review' },
  { key: 'toEnter', to: '/cure/society/fee?status=open', needs: 'cure:fee:enter' },
  { key: 'toConfirm', to: '/cure/society/fee?status=entered', needs: 'cure:fee:confirm' },
  { key: 'lateFees', to: '/cure/society/fee?status=open&isLate=true', needs: 'cure:fee:list', isBad: true },
  { key: 'inGrace', to: '/cure/society/membership?status=grace', needs: 'cure:member:list', isBad: true },
  {
    key: 'endingMembers',
    to: `/cure/society/membership?status=active&validToFrom=${dayFromNow(0)}&validToTo=${dayFromNow(60)}`,
    needs: 'cure:member:list',
  },
  {
    key: 'endingTerms',
    to: `/cure/society/person?status=serving&termToTo=${dayFromNow(89)}`,
    needs: 'cure:society:edit',
  },
  { key: 'vacantSeats', to: '/cure/society/post?vacantFrom=1', needs: 'cure:society:edit' },
  { key: 'disputes', to: '/cure/society/entrust?disputed=true', needs: 'cure:entrust:supervise', isBad: true },
  { key: 'lateLogs', to: '/cure/society/entrust?logLate=true', needs: 'cure:entrust:supervise', isBad: true },
];

/** What a society's people must do today: every number opens its list, the oldest application stands first. */
export function SocietyDesk() {
  const text = useTexts('cure.desk');
  const { actions } = useSession();
  const { labelOf } = useKinds();
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.society.desk'],
    queryFn: () => call(societyDesk, { quiet: true }),
    refetchInterval: 60_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const share = wholePercent(data.receivedCents, data.dueCents);
  return (
    <Flex vertical gap={12}>
      <SocietyDoors />
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(135px, 1fr))', gap: 12 }}>
        {tiles
          .filter((one) => actions.has(one.needs))
          .map((one) => (
            <Figure key={one.key} tile={one} n={data[one.key]} />
          ))}
      </div>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={12}>
          <Card
            size="small"
            title={text('oldest')}
            style={{ height: '100%' }}
            extra={<PageLink to="/cure/society/membershipAudit?status=submitted,checked">{text('all')}</PageLink>}
          >
            {data.oldest.length === 0 && (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingWaits')} />
            )}
            <Flex vertical gap={8}>
              {data.oldest.map((one) => (
                <Flex key={one.id} gap={8} align="center" justify="space-between" wrap>
                  <span data-record>
                    <PageLink to={`/cure/society/membershipAudit?keyword=${one.docNo}`}>{one.docNo}</PageLink>{' '}
                    {labelOf(one.kind)} · {one.name}
                  </span>
                  <Flex gap={4}>
                    <Tag color={one.status === 'checked' ? 'processing' : 'default'}>
                      {text(one.status === 'checked' ? 'step_checked' : 'step_submitted')}
                    </Tag>
                    <Tag color={one.days > 5 ? 'error' : 'default'}>{text('days', { n: one.days })}</Tag>
                  </Flex>
                </Flex>
              ))}
            </Flex>
          </Card>
        </Col>
        <Col xs={24} xl={12}>
          <Card
            size="small"
            title={text('fees')}
            style={{ height: '100%' }}
            extra={<PageLink to="/cure/society/fee">{text('all')}</PageLink>}
          >
            <Flex vertical gap={8}>
              <Flex justify="space-between" wrap gap={8}>
                <Typography.Text>{text('members', { n: data.members })}</Typography.Text>
                <Typography.Text>
                  {text('received', { got: moneyText(data.receivedCents), due: moneyText(data.dueCents) })}
                </Typography.Text>
              </Flex>
              <Progress percent={share} aria-label={text('fees')} />
            </Flex>
          </Card>
        </Col>
      </Row>
    </Flex>
  );
}

function useKinds() {
  const { options } = useDict('member_application_kind');
  return { labelOf: (kind: string) => options.find((one) => one.dictValue === kind)?.dictLabel ?? kind };
}

function Figure({ tile: { key, to, isBad }, n }: { readonly tile: Tile; readonly n: number }) {
  const text = useTexts('cure.desk');
  const figure = (
    <Typography.Text
      {...(isBad && n > 0 && { type: 'danger' as const })}
      style={{ fontSize: 24, fontVariantNumeric: 'tabular-nums' }}
    >
      {n}
    </Typography.Text>
  );
  return (
    <Card size="small" style={{ height: '100%' }}>
      <Typography.Text type="secondary">{text(key)}</Typography.Text>
      <div>{n > 0 ? <PageLink to={to}>{figure}</PageLink> : figure}</div>
    </Card>
  );
}
