import { EnvironmentOutlined, PhoneOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Card, Empty, Flex, Grid, Segmented, Select, Table, Tag, Typography, theme } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type DueCard, type DueColumn, dueBoard, dueColumns } from '#modules/breeding/contract/record/due-board.ts';
import { heatReport } from '#modules/breeding/contract/record/heat-report.ts';
import { tankContent } from '#modules/breeding/contract/semen/semen-tank.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** Where the work of a card is done. */
const formOf = (card: DueCard): string =>
  ({
    heat: `/ant/breed/serviceAdd?tag=${card.earTag}`,
    watch: `/ant/breed/serviceAdd?tag=${card.earTag}`,
    open: `/ant/breed/serviceAdd?tag=${card.earTag}`,
    check: `/ant/breed/pregnancy?check=${card.earTag}`,
    calving: `/ant/breed/calving?mother=${card.earTag}`,
    tag: `/ant/breed/calving?earTag=${card.earTag}`,
  })[card.column];

/** Who does it; those who only watch over the work see the card alone. */
const permissionOf: Readonly<Record<DueColumn, string>> = {
  heat: 'breed:service:add',
  watch: 'breed:service:add',
  open: 'breed:service:add',
  check: 'breed:pregnancy:add',
  calving: 'breed:calving:add',
  tag: 'breed:calving:add',
};

function DoButton({ card, type }: { readonly card: DueCard; readonly type: 'primary' | 'link' }) {
  const text = useTexts('breeding.board');
  const { openPage } = usePage();
  if (!useCan(permissionOf[card.column])) return null;
  return (
    <Button size="small" type={type} onClick={() => openPage(formOf(card))}>
      {text(`do_${card.column}`)}
    </Button>
  );
}

/** 今日工作: what a technician finds in the morning; to those above, how many of each everybody has. */
export default function DueBoardPage() {
  const joined = useJoined();
  const text = useTexts('breeding.board');
  const language = useLanguage();
  const { search } = usePage();
  const screens = Grid.useBreakpoint();
  const [view, setView] = useState<'board' | 'route'>('board');
  const [column, setColumn] = useState<DueColumn>('heat');
  const [staffId, setStaffId] = useState<number | null>(Number(search.get('staffId')) || null);
  const [isPrinting, setPrinting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'due', staffId, language],
    queryFn: () => call(dueBoard, { query: (staffId ? { staffId: String(staffId) } : {}) as never, quiet: true }),
    refetchInterval: 300_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const of = (name: DueColumn) => data.cards.filter((card) => card.column === name);
  const isWide = screens.lg === true;
  const shown = isWide ? dueColumns : [column];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} wrap align="center" justify="space-between">
          <Flex gap={12} wrap align="center">
            <Segmented
              value={view}
              options={[
                { value: 'board', label: text('board') },
                { value: 'route', label: text('route') },
              ]}
              onChange={(next) => setView(next as 'board' | 'route')}
            />
            {data.technicians.length > 1 && (
              <Select
                allowClear
                style={{ inlineSize: 180 }}
                placeholder={text('technician')}
                value={staffId}
                options={data.technicians.map((one) => ({ value: one.staffId, label: one.name }))}
                onChange={(next) => setStaffId(next ?? null)}
              />
            )}
            <Typography.Text type="secondary" data-record>
              {joined(data.villages.map((one) => one.name))}
            </Typography.Text>
            {data.uncovered > 0 && <Tag color="orange">{text('uncovered', { n: data.uncovered })}</Tag>}
          </Flex>
          <Button icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
            {text('printDay')}
          </Button>
        </Flex>
      </Card>
      {view === 'route' ? (
        <Route cards={data.cards} />
      ) : (
        <>
          {!isWide && (
            <Segmented
              block={screens.sm === true}
              style={{ overflowX: 'auto' }}
              value={column}
              options={dueColumns.map((name) => ({
                value: name,
                label: `${text(`short_${name}`)} ${of(name).length}`,
              }))}
              onChange={(next) => setColumn(next as DueColumn)}
            />
          )}
          <div
            style={{
              display: 'grid',
              gap: 12,
              gridTemplateColumns: isWide ? 'repeat(6, minmax(0, 1fr))' : '1fr',
              alignItems: 'start',
            }}
          >
            {shown.map((name) => (
              <Column key={name} name={name} cards={of(name)} />
            ))}
          </div>
        </>
      )}
      <Flex gap={12} wrap align="stretch">
        <MyTank />
        {data.technicians.length > 1 && (
          <Card size="small" title={text('byTechnician')} style={{ flex: '2 1 420px' }}>
            <Table
              size="small"
              rowKey="staffId"
              pagination={false}
              dataSource={data.technicians}
              scroll={{ x: 640 }}
              columns={[
                { key: 'name', title: text('technician'), render: (_, row) => <span data-record>{row.name}</span> },
                ...dueColumns.map((name) => ({
                  key: name,
                  title: text(`short_${name}`),
                  align: 'end' as const,
                  render: (_: unknown, row: (typeof data.technicians)[number]) => row.counts[name] ?? 0,
                })),
                {
                  key: 'late',
                  title: text('late'),
                  align: 'end' as const,
                  render: (_, row) => (row.late > 0 ? <Typography.Text type="danger">{row.late}</Typography.Text> : 0),
                },
              ]}
            />
          </Card>
        )}
      </Flex>
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet title={`${text('_title')} ${data.today}`} isWide onDone={() => setPrinting(false)}>
            <table>
              <thead>
                <tr>
                  {['what', 'tag', 'holder', 'village', 'sire', 'dueOn'].map((name) => (
                    <th key={name}>{text.any(name)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.cards.map((card) => (
                  <tr key={card.key}>
                    <td>{text(`short_${card.column}`)}</td>
                    <td>{card.earTag}</td>
                    <td>{card.holder}</td>
                    <td>{card.region}</td>
                    <td>{card.sireCode}</td>
                    <td>{card.dueOn}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}

function Column({ name, cards }: { readonly name: DueColumn; readonly cards: readonly DueCard[] }) {
  const text = useTexts('breeding.board');
  const { token } = theme.useToken();
  const [most, setMost] = useState(12);
  const late = cards.filter((card) => card.left < 0).length;
  return (
    <section
      aria-label={text(`column_${name}`)}
      style={{ background: token.colorFillQuaternary, borderRadius: token.borderRadiusLG, padding: 8, minWidth: 0 }}
    >
      <Flex justify="space-between" align="center" style={{ padding: '2px 4px 8px' }}>
        <Typography.Text strong>{text(`column_${name}`)}</Typography.Text>
        <Badge
          count={cards.length}
          showZero
          overflowCount={999}
          color={late > 0 ? token.colorError : token.colorPrimary}
        />
      </Flex>
      <Flex vertical gap={8}>
        {cards.slice(0, most).map((card) => (
          <WorkCard key={card.key} card={card} />
        ))}
        {cards.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothing')} />}
        {cards.length > most && (
          <Button type="link" onClick={() => setMost(most + 24)}>
            {text('more', { n: cards.length - most })}
          </Button>
        )}
      </Flex>
    </section>
  );
}

function WorkCard({ card }: { readonly card: DueCard }) {
  const text = useTexts('breeding.board');
  const client = useQueryClient();
  const mayTake = useCan('breed:heat:take');
  const take = async () => {
    await callEnvelope(callOf(heatReport, 'transition'), {
      body: { id: card.refId, version: card.version, name: 'take' },
    } as never).catch(() => {});
    void client.invalidateQueries({ queryKey: ['breeding', 'due'] });
    void client.invalidateQueries({ queryKey: resourceKey(heatReport) });
  };
  const unit = card.column === 'heat' ? 'hours' : 'days';
  const when =
    card.left < 0
      ? text(`${unit}Late`, { n: Math.ceil(Math.abs(card.left)) })
      : text(`${unit}Left`, { n: Math.max(0, Math.floor(card.left)) });
  return (
    <Card size="small" styles={{ body: { padding: 8 } }}>
      <Flex justify="space-between" align="baseline" gap={4} wrap>
        <Typography.Text strong style={{ fontSize: 18, fontVariantNumeric: 'tabular-nums' }} data-record>
          {card.earTag.slice(-6)}
        </Typography.Text>
        <Typography.Text {...(card.left < 0 ? { type: 'danger' } : { type: 'secondary' })}>{when}</Typography.Text>
      </Flex>
      <div data-record style={{ overflowWrap: 'anywhere' }}>
        {card.holder}
      </div>
      {[card.region, card.sireCode].filter(Boolean).map((one) => (
        <Typography.Text key={one} type="secondary" data-record style={{ display: 'block' }}>
          {one}
        </Typography.Text>
      ))}
      <Flex gap={6} wrap style={{ marginBlockStart: 6 }}>
        <DoButton card={card} type="primary" />
        {card.column === 'heat' && card.status === 'waiting' && mayTake && (
          <Button size="small" onClick={() => void take()}>
            {text('take')}
          </Button>
        )}
        {card.phone && (
          <Typography.Text type="secondary" data-record>
            <PhoneOutlined aria-hidden /> {card.phone}
          </Typography.Text>
        )}
      </Flex>
    </Card>
  );
}

/** By village, for the way round. */
function Route({ cards }: { readonly cards: readonly DueCard[] }) {
  const text = useTexts('breeding.board');
  const villages = [...Map.groupBy(cards, (card) => card.region)];
  if (villages.length === 0)
    return (
      <Card>
        <Empty description={text('nothing')} />
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      {villages.map(([region, own]) => (
        <Card
          key={region}
          size="small"
          title={
            <span data-record>
              <EnvironmentOutlined aria-hidden /> {region}
            </span>
          }
        >
          <Table
            size="small"
            rowKey="key"
            pagination={false}
            dataSource={own}
            scroll={{ x: 520 }}
            columns={[
              { key: 'holder', title: text('holder'), render: (_, row) => <span data-record>{row.holder}</span> },
              { key: 'tag', title: text('tag'), render: (_, row) => <span data-record>{row.earTag}</span> },
              { key: 'what', title: text('what'), render: (_, row) => text(`column_${row.column}`) },
              {
                key: 'due',
                title: text('dueOn'),
                render: (_, row) => (
                  <Typography.Text {...(row.left < 0 && { type: 'danger' })}>{row.dueOn}</Typography.Text>
                ),
              },
              {
                key: 'do',
                title: '',
                render: (_, row) => <DoButton card={row} type="link" />,
              },
            ]}
          />
        </Card>
      ))}
    </Flex>
  );
}

function MyTank() {
  const text = useTexts('breeding.board');
  const mayOwn = useCan('breed:userSemen:own');
  const { data } = useQuery({
    queryKey: ['breeding', 'tank', 'own'],
    queryFn: () => call(tankContent, { query: {} as never, quiet: true }),
    enabled: mayOwn,
  });
  if (!mayOwn || !data?.tankId) return null;
  const bulls = [...Map.groupBy(data.straws, (one) => one.sireCode)];
  const colour = { ok: 'green', low: 'orange', dry: 'red' }[data.tankState] ?? 'default';
  return (
    <Card
      size="small"
      style={{ flex: '1 1 260px' }}
      title={text('myTank', { no: data.tankNo ?? '' })}
      extra={<Tag color={colour}>{text('level', { n: data.levelPct ?? 0, day: data.dryOn ?? '-' })}</Tag>}
    >
      {bulls.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('tankEmpty')} />}
      {bulls.map(([code, own]) => (
        <Flex key={code} justify="space-between">
          <span data-record>{`${code} ${own[0]?.sireName ?? ''}`}</span>
          <strong>{own.reduce((sum, one) => sum + one.qty, 0)}</strong>
        </Flex>
      ))}
    </Card>
  );
}
