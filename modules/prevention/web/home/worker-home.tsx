import { AlertOutlined, FormOutlined } from '@ant-design/icons';
import { Button, Card, Col, Empty, Flex, Progress, Row, Tag, Typography } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { numberText } from '../common/days.ts';

/** A worker's day: which villages, what is left, what lies in the box, and the two things done in the yard. */
export function WorkerHome({ data }: { readonly data: HomeSummary }) {
  const { openPage } = usePage();
  const text = useTexts('prevention.homePage');
  const mayVisit = useCan('ant:visit:add');
  const mayStress = useCan('ant:stress:add');
  const season = data.season ? `seasonId=${data.season.id}&` : '';
  return (
    <Flex vertical gap={12}>
      <Flex gap={12}>
        {mayVisit && (
          <Button
            type="primary"
            size="large"
            icon={<FormOutlined aria-hidden />}
            style={{ flex: '1 1 0', maxWidth: 280 }}
            onClick={() => openPage('/ant/preventionMange/immuneVisit')}
          >
            {text('recordVisit')}
          </Button>
        )}
        {mayStress && (
          <Button
            size="large"
            danger
            icon={<AlertOutlined aria-hidden />}
            style={{ flex: '1 1 0', maxWidth: 280 }}
            onClick={() => openPage('/ant/preventionMange/stressRelatedDeaths?open=new')}
          >
            {text('reportReaction')}
          </Button>
        )}
      </Flex>
      {data.places.length === 0 && (
        <Card size="small">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noVillages')} />
        </Card>
      )}
      <Row gutter={[12, 12]}>
        {data.places.map((one) => (
          <Col key={one.regionCode} xs={24} sm={12} xl={8}>
            <Card
              size="small"
              title={<span data-record>{one.name}</span>}
              extra={one.isZero && <Tag color="red">{text('zero')}</Tag>}
            >
              <Flex justify="space-between" gap={12}>
                <Flex vertical>
                  <Typography.Text type="secondary">{text('householdsLeft')}</Typography.Text>
                  <span style={{ fontSize: 22 }}>
                    {one.householdsLeft > 0 ? (
                      <PageLink
                        to={`/ant/preventionMange/household?${season}regionCode=${one.regionCode}&status=todo,partial,absent,refused`}
                      >
                        <span style={{ fontSize: 22 }}>{one.householdsLeft}</span>
                      </PageLink>
                    ) : (
                      0
                    )}
                    <Typography.Text type="secondary" style={{ fontSize: 14 }}>
                      {` / ${one.households}`}
                    </Typography.Text>
                  </span>
                </Flex>
                <Flex vertical align="end">
                  <Typography.Text type="secondary">{text('makeupLeft')}</Typography.Text>
                  <span style={{ fontSize: 22 }}>
                    {one.makeupDue > 0 ? (
                      <PageLink
                        to={`/ant/preventionMange/mtdLogs?month=${data.routine.month}&regionCode=${one.regionCode}&status=todo,partial`}
                      >
                        <span style={{ fontSize: 22 }}>{numberText(one.makeupDue)}</span>
                      </PageLink>
                    ) : (
                      0
                    )}
                  </span>
                </Flex>
              </Flex>
              {one.coverage !== null && (
                <Progress
                  percent={one.coverage}
                  size="small"
                  status={(one.gap ?? 0) < 0 ? 'exception' : 'normal'}
                  format={(n) => `${n}%`}
                  aria-label={`${one.name} ${text('coverage')}`}
                />
              )}
            </Card>
          </Col>
        ))}
      </Row>
      <Card size="small" title={text('held')} extra={<PageLink to="/pri/medicineBox">{text('openBox')}</PageLink>}>
        {data.held.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('heldNothing')} />
        ) : (
          <Flex vertical gap={6}>
            {data.held.map((one) => {
              const soon = one.daysLeft !== null && one.daysLeft <= 7;
              return (
                <Flex key={`${one.name} ${one.lotNo}`} justify="space-between" gap={12} wrap>
                  <span data-record>
                    {one.name} <Typography.Text type="secondary">{one.lotNo}</Typography.Text>
                  </span>
                  <span>
                    <Typography.Text strong>{text('doses', { n: numberText(one.qty) })}</Typography.Text>{' '}
                    <Typography.Text type={soon ? 'danger' : 'secondary'}>
                      {one.expireOn ? text('expires', { on: one.expireOn, n: one.daysLeft ?? 0 }) : ''}
                    </Typography.Text>
                  </span>
                </Flex>
              );
            })}
          </Flex>
        )}
      </Card>
    </Flex>
  );
}
