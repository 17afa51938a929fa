import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Progress, Row, Space } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Overview, unitOverview } from '#modules/registry/contract/home/base.ts';
import { ScansCard, UnitsCard } from './area-cards.tsx';
import { Bars, Opens } from './figures.tsx';
import { UnitCard } from './unit-card.tsx';
import { PapersCard, TasksCard } from './waiting-cards.tsx';

const shortcuts = [
  { key: 'enclosure', to: '/pri/enclosure', needs: 'pri:enclosure:list' },
  { key: 'animals', to: '/pri/animal/info', needs: 'pri:animal:list' },
  { key: 'staff', to: '/pri/staffInfo', needs: 'pri:staff:list' },
  { key: 'person', to: '/pri/person', needs: 'pri:person:list' },
  { key: 'variety', to: '/pri/variety', needs: 'pri:variety:list' },
  { key: 'ledger', to: '/pri/ledger', needs: 'pri:ledger:list' },
  { key: 'grid', to: '/pri/grid', needs: 'pri:grid:list' },
] as const;

/** The first thing a unit's administrator opens. */
export default function BasePage() {
  const text = useTexts('registry.base');
  const language = useLanguage();
  const { openPage } = usePage();
  const { actions } = useSession();
  const mayPapers = useCan('pri:document:list');
  const query = useQuery({
    queryKey: ['registry.base', language],
    queryFn: () => call(unitOverview, { quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { unit, isArea, staff, stock, breeds, enclosure, units, scans } = query.data;
  const own = isArea ? null : (unit?.id ?? null);
  const of = own ? `&principalId=${own}` : '';
  const heads = stock.reduce((sum, one) => sum + one.n, 0);
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={mayPapers ? 10 : 14}>
          {unit ? <UnitCard unit={unit} /> : <Empty description={text('noUnit')} />}
        </Col>
        <Col xs={24} md={12} xl={mayPapers ? 7 : 10}>
          <TasksCard />
        </Col>
        {mayPapers && (
          <Col xs={24} md={12} xl={7}>
            <PapersCard own={own} />
          </Col>
        )}
      </Row>
      <Card size="small">
        <Space size={8} wrap>
          {shortcuts
            .filter((one) => actions.has(one.needs))
            .map((one) => (
              <Button key={one.key} onClick={() => openPage(one.to)}>
                {text(`to_${one.key}`)}
              </Button>
            ))}
        </Space>
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} md={12} xl={7}>
          <Card size="small" title={text('stock', { n: heads.toLocaleString('en') })} style={{ height: '100%' }}>
            <Bars
              needs="pri:animal:list"
              most={10}
              bars={stock.map(({ species, stage, stageName, n }) => ({
                key: `${species} ${stage}`,
                label: stageName,
                n,
                to: `/pri/animal/info?status=inStock&species=${species}&stage=${stage}`,
              }))}
            />
          </Card>
        </Col>
        <Col xs={24} md={12} xl={7}>
          <Card size="small" title={text('breeds', { n: breeds.length })} style={{ height: '100%' }}>
            <Bars
              needs="pri:animal:list"
              bars={breeds.map(({ breed, species, name, n }) => ({
                key: breed,
                label: name,
                n,
                to: `/pri/animal/info?status=inStock&species=${species}&breed=${breed}`,
              }))}
            />
          </Card>
        </Col>
        <Col xs={24} md={12} xl={5}>
          <EnclosureCard enclosure={enclosure} of={of} />
        </Col>
        <Col xs={24} md={12} xl={5}>
          <Card
            size="small"
            title={text('staff', { n: staff.reduce((sum, one) => sum + one.n, 0).toLocaleString('en') })}
            style={{ height: '100%' }}
          >
            <Bars
              needs="pri:staff:list"
              bars={staff.map(({ job, jobName, n }) => ({
                key: job,
                label: jobName,
                n,
                to: `/pri/staffInfo?status=active&job=${job}${of}`,
              }))}
            />
          </Card>
        </Col>
      </Row>
      {isArea && (
        <Row gutter={[12, 12]}>
          <Col xs={24} xl={12}>
            <UnitsCard units={units} />
          </Col>
          <Col xs={24} xl={12}>
            <ScansCard scans={scans} />
          </Col>
        </Row>
      )}
    </Flex>
  );
}

interface EnclosureProps {
  readonly enclosure: Overview['enclosure'];
  /** Beginning with `&`, or empty. */
  readonly of: string;
}

function EnclosureCard({ enclosure, of }: EnclosureProps) {
  const text = useTexts('registry.base');
  const { hovels, pens, capacity, count, over } = enclosure;
  const fill = capacity === 0 ? 0 : Math.round((1000 * count) / capacity) / 10;
  const list = `/pri/enclosure?${of.slice(1)}`;
  const figure = (key: string, n: number, to = list) => (
    <Flex justify="space-between" gap={8}>
      <span>{text.any(key)}</span>
      <Opens to={to} needs="pri:enclosure:list">
        {n.toLocaleString('en')}
      </Opens>
    </Flex>
  );
  return (
    <Card size="small" title={text('enclosure')} style={{ height: '100%' }}>
      <Flex vertical gap={8}>
        {figure('hovels', hovels)}
        {figure('pens', pens)}
        {figure('capacity', capacity)}
        {figure('over', over, `/pri/enclosure?fill=over${of}`)}
      </Flex>
      <div style={{ marginTop: 12 }}>
        {text('fill')} {count.toLocaleString('en')} / {capacity.toLocaleString('en')}
        <Progress aria-label={text('fill')} percent={fill} status={fill > 100 ? 'exception' : 'normal'} />
      </div>
    </Card>
  );
}
