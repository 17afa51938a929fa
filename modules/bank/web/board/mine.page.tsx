import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Col, Empty, Flex, List, Row, Statistic, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type MineBoard, mineBoard } from '#modules/bank/contract/board/board.ts';
import { LatestAlarms, useLabel } from './parts.tsx';

/** 我的贷款与抵押: what I owe, what I may not sell, what I have to answer; in plain words, for a phone. */
export default function MinePage() {
  const text = useTexts('bank.mine');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank.mine'],
    queryFn: () => call(mineBoard, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12} style={{ maxWidth: 1100 }}>
      <Notices board={data} />
      <Debt board={data} />
      <Acts />
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={12}>
          <Herd board={data} />
        </Col>
        <Col xs={24} lg={12}>
          <LatestAlarms alarms={data.alarms} to="/anm/device/alarm" />
        </Col>
        <Col xs={24} lg={12}>
          <Lines lines={data.lines} />
        </Col>
        <Col xs={24} lg={12}>
          <Statements board={data} />
        </Col>
        <Col xs={24} lg={12}>
          <Releases releases={data.releases} />
        </Col>
        <Col xs={24} lg={12}>
          <Looks looks={data.looks} />
        </Col>
      </Row>
      {data.lines.length === 0 && data.held === 0 && (
        <Typography.Text type="secondary">{text('nothingYet')}</Typography.Text>
      )}
    </Flex>
  );
}

/** R42 in plain words: how far it has gone, and the two ways back. */
function Notices({ board }: { readonly board: MineBoard }) {
  const text = useTexts('bank.mine');
  return (
    <>
      {board.notices.map((one) => (
        <Alert
          key={one.id}
          type={one.status === 'overdue' ? 'error' : 'warning'}
          showIcon
          title={text('noticeTitle', { bank: one.bank, day: one.dueOn })}
          description={text('noticeText', {
            ltv: one.ltv === null ? '∞' : `${one.ltv.toFixed(2)}%`,
            add: moneyText(one.addValue),
            repay: moneyText(one.repayAmount),
          })}
          action={<PageLink to="/bank/credit/marginNotice">{text('open')}</PageLink>}
        />
      ))}
      {board.consents.map((one) => (
        <Alert key={one.clientId} type="info" showIcon title={text('consentEnds', { bank: one.bank, day: one.to })} />
      ))}
    </>
  );
}

function Debt({ board }: { readonly board: MineBoard }) {
  const text = useTexts('bank.mine');
  const { nextDue } = board;
  return (
    <Card size="small">
      <Row gutter={[12, 12]}>
        <Col xs={24} sm={8}>
          <Statistic title={text('owed')} value={moneyText(board.owed)} />
        </Col>
        <Col xs={24} sm={8}>
          <Statistic
            title={text('nextDue')}
            value={nextDue ? nextDue.on : text('none')}
            {...(nextDue && nextDue.days < 10 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
          />
          {nextDue && (
            <Typography.Text type="secondary">
              {nextDue.days < 0
                ? text('late', { n: -nextDue.days, cents: moneyText(nextDue.cents) })
                : text('inDays', { n: nextDue.days, cents: moneyText(nextDue.cents) })}
            </Typography.Text>
          )}
        </Col>
        <Col xs={24} sm={8}>
          <Statistic title={text('interest')} value={moneyText(board.interest)} />
        </Col>
      </Row>
    </Card>
  );
}

function Acts() {
  const text = useTexts('bank.mine');
  const { openPage } = usePage();
  const mayApply = useCan('bank:credit:apply');
  const mayAsk = useCan('bank:change:ask');
  return (
    <Flex gap={8} wrap>
      {mayApply && (
        <Button type="primary" size="large" onClick={() => openPage('/bank/credit/apply')}>
          {text('apply')}
        </Button>
      )}
      {mayAsk && (
        <>
          <Button size="large" onClick={() => openPage('/bank/pledge/changeAdd?kind=saleRelease')}>
            {text('askSale')}
          </Button>
          <Button size="large" onClick={() => openPage('/bank/pledge/changeAdd?kind=swap')}>
            {text('askSwap')}
          </Button>
        </>
      )}
    </Flex>
  );
}

function Herd({ board }: { readonly board: MineBoard }) {
  const text = useTexts('bank.mine');
  return (
    <Card size="small" title={text('herd')} style={{ height: '100%' }}>
      <Flex vertical gap={8}>
        <PageLink to="/bank/animals?state=pledged,releasing,missing">{text('held', { n: board.held })}</PageLink>
        <Typography.Text>{text('seen', { n: board.seen, m: board.held - board.seen })}</Typography.Text>
        {board.missing > 0 && (
          <PageLink to="/bank/animals?state=missing">
            <Typography.Text type="danger">{text('missing', { n: board.missing })}</Typography.Text>
          </PageLink>
        )}
        {board.banks.map((one) => (
          <Typography.Text key={one.id} data-record>
            {text('askBank', { bank: one.name, manager: one.manager, phone: one.phone ?? '-' })}
          </Typography.Text>
        ))}
      </Flex>
    </Card>
  );
}

const empty = (words: string) => <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words} />;

function Lines({ lines }: { readonly lines: MineBoard['lines'] }) {
  const text = useTexts('bank.mine');
  const state = useLabel('credit_line_status');
  return (
    <Card size="small" title={text('lines')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...lines]}
        locale={{ emptyText: empty(text('noLines')) }}
        renderItem={(one) => (
          <List.Item extra={<Typography.Text strong>{moneyText(one.balance)}</Typography.Text>}>
            <Flex vertical>
              <Flex gap={8} wrap>
                <PageLink to={`/bank/credit/detail?id=${one.id}`}>
                  <span data-record>{one.product || one.docNo}</span>
                </PageLink>
                <Tag>{state(one.status)}</Tag>
              </Flex>
              <Typography.Text type="secondary" data-record>
                {one.bank}
              </Typography.Text>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

function Statements({ board }: { readonly board: MineBoard }) {
  const text = useTexts('bank.mine');
  return (
    <Card size="small" title={text('statements')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...board.statements]}
        locale={{ emptyText: empty(text('noStatements')) }}
        renderItem={(one) => (
          <List.Item extra={<PageLink to={`/bank/credit/statement?docNo=${one.docNo}`}>{text('answer')}</PageLink>}>
            <Flex vertical>
              <Typography.Text>
                {text('statementOf', { month: one.month, cents: moneyText(one.closing) })}
              </Typography.Text>
              {one.confirmBy && (
                <Typography.Text type="secondary">{text('confirmBy', { day: one.confirmBy })}</Typography.Text>
              )}
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

function Releases({ releases }: { readonly releases: MineBoard['releases'] }) {
  const text = useTexts('bank.mine');
  const state = useLabel('pledge_change_status');
  return (
    <Card size="small" title={text('releases')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...releases]}
        locale={{ emptyText: empty(text('noReleases')) }}
        renderItem={(one) => (
          <List.Item extra={<Tag>{state(one.status)}</Tag>}>
            <Flex vertical>
              <PageLink to={`/bank/pledge/change?docNo=${one.docNo}`}>{one.docNo}</PageLink>
              <Typography.Text type="secondary">
                {one.until
                  ? text('releaseUntil', { n: one.heads, day: one.until })
                  : text('releaseHeads', { n: one.heads })}
              </Typography.Text>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

function Looks({ looks }: { readonly looks: MineBoard['looks'] }) {
  const text = useTexts('bank.mine');
  return (
    <Card size="small" title={text('looks')} style={{ height: '100%' }}>
      <List
        size="small"
        dataSource={[...looks]}
        locale={{ emptyText: empty(text('noLooks')) }}
        renderItem={(one) => (
          <List.Item extra={<Typography.Text type="secondary">{wallTime(one.at).slice(5, 16)}</Typography.Text>}>
            <span data-record>{[one.unit, one.who, one.channel].filter(Boolean).join(' · ')}</span>
          </List.Item>
        )}
      />
    </Card>
  );
}
