import { useQuery } from '@tanstack/react-query';
import { Card, Col, Descriptions, Flex, Image, Row, Tag, Timeline } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { filePort } from '#kit/web/ui/file-port.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { pledgedAnimal } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { useLabel } from '../site/parts.ts';

/** What a pledged animal is worth from day to day, who saw it, who insures it, and how it looked. */
export function AnimalFile({ itemId }: { readonly itemId: number }) {
  const t = useT();
  const text = useTexts('bank.animalPage');
  const seenBy = useLabel('seen_by');
  const state = useLabel('pledge_item_state');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'animalFile', itemId],
    queryFn: () => call(pledgedAnimal, { params: { id: String(itemId) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { item, cover } = data;
  const yuan = (cents: number) => Number(moneyText(cents).replaceAll(',', ''));
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 3 }}
          items={[
            { key: 'tag', label: t('bank.pledgeItem.earTag'), children: <strong data-record>{item.earTag}</strong> },
            { key: 'state', label: t('bank.pledgeItem.state'), children: <Tag>{state(item.state)}</Tag> },
            {
              key: 'pledge',
              label: t('bank.pledgeItem.pledgeId'),
              children: <PageLink to={`/bank/pledge/detail?id=${item.pledgeId}`}>{item.pledgeNo}</PageLink>,
            },
            { key: 'client', label: t('bank.pledgeItem.client'), children: <span data-record>{item.client}</span> },
            { key: 'site', label: t('bank.pledgeItem.site'), children: <span data-record>{item.site}</span> },
            ...(item.value === null
              ? []
              : [
                  {
                    key: 'value',
                    label: t('bank.pledgeItem.value'),
                    children: <strong>{moneyText(item.value)}</strong>,
                  },
                  {
                    key: 'start',
                    label: t('bank.pledgeItem.startValue'),
                    children: item.startValue === null ? '-' : moneyText(item.startValue),
                  },
                ]),
            {
              key: 'cover',
              label: t('bank.pledgeItem.coverTo'),
              children: cover ? (
                <span
                  data-record
                >{`${cover.policyNo} – ${cover.until}${cover.beneficiary ? ` · ${text('beneficiary')}` : ''}`}</span>
              ) : (
                <Tag color="red">{text('noCover')}</Tag>
              ),
            },
          ]}
        />
      </Card>
      <Row gutter={[12, 12]}>
        {data.values.length > 0 && (
          <Col xs={24} lg={14}>
            <Card size="small" title={text('curve')}>
              <Chart
                height={240}
                label={text('curve')}
                option={{
                  xAxis: { type: 'category', data: data.values.map((one) => one.day) },
                  yAxis: { type: 'value', scale: true },
                  series: [{ type: 'line', step: 'end', data: data.values.map((one) => yuan(one.cents)) }],
                  tooltip: { trigger: 'axis' },
                }}
              />
            </Card>
          </Col>
        )}
        <Col xs={24} lg={10}>
          <Card size="small" title={text('sightings')}>
            <Timeline
              items={data.sightings.slice(0, 12).map((one) => ({
                content: <span data-record>{`${wallTime(one.at)} ${seenBy(one.by)} ${one.where ?? ''}`}</span>,
              }))}
            />
          </Card>
        </Col>
      </Row>
      <Card size="small" title={text('photos')}>
        <Flex gap={12} wrap>
          {data.photos.map((one) => (
            <Photo key={one.fileId} fileId={one.fileId} label={one.at ? wallTime(one.at) : ''} />
          ))}
        </Flex>
      </Card>
    </Flex>
  );
}

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
function Photo({ fileId, label }: { readonly fileId: number; readonly label: string }) {
  const { data } = useQuery({
    queryKey: ['bank', 'picture', fileId],
    queryFn: async () => (await filePort.current?.link(fileId)) ?? blank,
    retry: false,
    staleTime: 60_000,
  });
  return (
    <figure style={{ margin: 0 }}>
      <Image width={140} height={105} style={{ objectFit: 'cover' }} src={data ?? blank} fallback={blank} alt={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
