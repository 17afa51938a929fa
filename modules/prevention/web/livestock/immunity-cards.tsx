import { Alert, Card, Col, Descriptions, Empty, Row, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { ImmunityCard } from '#modules/prevention/contract/livestock/immunity.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { StateTag } from './immune-chips.tsx';

/** A card for each disease: what was given, by whom, and until when it holds. */
export function ImmunityCards({ cards }: { readonly cards: readonly ImmunityCard[] }) {
  const text = useTexts('prevention.immunity');
  const today = dayjs().format(dateFormat);
  if (cards.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noProgramme')} style={{ padding: 16 }} />;
  return (
    <Row gutter={[12, 12]}>
      {cards.map((one) => (
        <Col key={one.diseaseCode} xs={24} md={12} xl={8} xxl={6}>
          <Card
            size="small"
            type="inner"
            style={{ height: '100%' }}
            title={
              <Space>
                <span data-record>{one.diseaseName}</span>
                <StateTag state={one.state} />
              </Space>
            }
            extra={
              one.shots > 0 && <Typography.Text type="secondary">{text('shots', { n: one.shots })}</Typography.Text>
            }
          >
            <Descriptions
              column={1}
              size="small"
              items={[
                {
                  key: 'lastOn',
                  label: text('lastOn'),
                  children: one.lastOn ? (
                    <Space data-record>
                      {one.lastOn}
                      {one.visitId && (
                        <Opens to={`/ant/preventionMange/visitDetail?id=${one.visitId}`}>{one.docNo}</Opens>
                      )}
                    </Space>
                  ) : (
                    '-'
                  ),
                },
                {
                  key: 'vaccine',
                  label: text('vaccine'),
                  children: <span data-record>{[one.vaccineName, one.lotNo].filter(Boolean).join(' · ') || '-'}</span>,
                },
                { key: 'worker', label: text('worker'), children: <span data-record>{one.staffName ?? '-'}</span> },
                { key: 'validUntil', label: text('validUntil'), children: one.validUntil ?? '-' },
                {
                  key: 'nextOn',
                  label: text('nextOn'),
                  children: (
                    <Typography.Text {...(one.nextOn && one.nextOn < today && { type: 'danger' as const })}>
                      {one.nextOn ?? '-'}
                    </Typography.Text>
                  ),
                },
              ]}
            />
            {one.state === 'exempt' && (
              <Alert
                type="info"
                showIcon
                style={{ marginTop: 8 }}
                title={
                  <>
                    {text('exemptUntil', { on: one.exemptUntil ?? '' })}{' '}
                    {one.exemptReason && <DictName dict="immune_exempt" value={one.exemptReason} />}
                  </>
                }
              />
            )}
            {one.lastTitreOk === false && (
              <Alert type="warning" showIcon style={{ marginTop: 8 }} title={text('titreLow')} />
            )}
          </Card>
        </Col>
      ))}
    </Row>
  );
}
