import { Button, Card, Col, Empty, Flex, Row, Tag, Typography } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { numberText } from '../common/days.ts';
import { useDiseaseName } from '../common/use-diseases.ts';
import { useLabel } from '../common/use-label.ts';
import { Tile } from './season-strip.tsx';

/** What a household or farm sees: its own animals, what is due on them, its own cases. */
export function HolderHome({ data }: { readonly data: HomeSummary }) {
  const { openPage } = usePage();
  const text = useTexts('prevention.homePage');
  const species = useLabel('species');
  const status = useLabel('stress_case_status');
  const nameOf = useDiseaseName();
  const [mayAnimals, mayRecord, mayStress] = [
    useCan('pri:animal:list'),
    useCan('ant:visit:add'),
    useCan('ant:stress:add'),
  ];
  const { own } = data;
  if (!own) return null;
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={8}>
        <Card size="small" title={text('ownAnimals')} style={{ height: '100%' }}>
          {own.stock.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noStock')} />
          ) : (
            <Flex gap="12px 32px" wrap>
              {own.stock.map((one) => (
                <Tile
                  key={one.species}
                  name={species(one.species)}
                  value={
                    one.untagged > 0
                      ? text('taggedAndNot', { tagged: numberText(one.tagged), untagged: numberText(one.untagged) })
                      : numberText(one.tagged)
                  }
                  to={mayAnimals && `/pri/animal/info?species=${one.species}&status=inStock`}
                />
              ))}
            </Flex>
          )}
        </Card>
      </Col>
      <Col xs={24} lg={8}>
        <Card
          size="small"
          title={text('dueNow')}
          style={{ height: '100%' }}
          extra={
            mayRecord && (
              <Button
                size="small"
                type="primary"
                onClick={() => openPage(`/ant/preventionMange/immuneVisit?principalId=${own.principalId}`)}
              >
                {text('recordVisit')}
              </Button>
            )
          }
        >
          {own.due.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingDue')} />
          ) : (
            <Flex vertical gap={6}>
              {own.due.map((one) => (
                <Flex key={one.diseaseCode} justify="space-between">
                  <span data-record>{nameOf(one.diseaseCode)}</span>
                  <span>
                    {one.remaining > 0 && <Tag color="orange">{text('dueSeason', { n: one.remaining })}</Tag>}
                    {one.makeup > 0 && <Tag color="gold">{text('dueMakeup', { n: one.makeup })}</Tag>}
                  </span>
                </Flex>
              ))}
            </Flex>
          )}
        </Card>
      </Col>
      <Col xs={24} lg={8}>
        <Card
          size="small"
          title={text('ownCases')}
          style={{ height: '100%' }}
          extra={
            mayStress && (
              <Button size="small" onClick={() => openPage('/ant/preventionMange/stressRelatedDeaths?open=new')}>
                {text('reportReaction')}
              </Button>
            )
          }
        >
          {own.cases.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noCases')} />
          ) : (
            <Flex vertical gap={6}>
              {own.cases.map((one) => (
                <Flex key={one.id} justify="space-between">
                  <PageLink to={`/ant/preventionMange/stressRelatedDeaths?open=detail:${one.id}`}>{one.docNo}</PageLink>
                  <span>
                    <Typography.Text type="secondary">{`${one.reactedOn} `}</Typography.Text>
                    <Tag>{status(one.status)}</Tag>
                  </span>
                </Flex>
              ))}
            </Flex>
          )}
        </Card>
      </Col>
    </Row>
  );
}
