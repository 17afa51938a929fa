import { EditOutlined, FileTextOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Table, Tabs, Tag, Timeline, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type ActionTrace,
  actionTrace,
  type InvestigationAction,
  investigationAction,
} from '#modules/prevention/contract/outbreak/investigation.ts';
import { ActionForm } from './action-form.tsx';
import { ActionPaper } from './action-paper.tsx';
import { useDiseaseName, useLabel } from './names.tsx';
import { Points } from './points.tsx';
import { TraceGraph } from './trace-graph.tsx';
import { Zone } from './zone.tsx';

/** 流调行动详情: the rings, the holdings, where animals went, what was found and what was ordered. */
export default function InvestigationActionDetailPage() {
  const t = useT();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(investigationAction, id);
  if (id === null)
    return (
      <Card>
        <Empty description={t('prevention.actionPage.noAction')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  return <Action key={id} row={row as unknown as InvestigationAction} />;
}

function Action({ row }: { readonly row: InvestigationAction }) {
  const t = useT();
  const language = useLanguage();
  const diseaseName = useDiseaseName();
  const typeOf = useLabel('investigation_type');
  const mayEdit = useCan('ant:investigation:add');
  const [isEditing, setEditing] = useState(false);
  const [printing, setPrinting] = useState<'order' | 'report' | null>(null);
  const transition = useResourceTransition(investigationAction);
  const text = useTexts('prevention.actionPage');
  const { data: trace } = useQuery({
    queryKey: [...resourceKey(investigationAction), 'trace', row.id, language],
    queryFn: () => call(actionTrace, { query: { id: row.id }, quiet: true }),
  });
  const actionsOf = useRowActions(investigationAction, {
    detail: () => {},
    edit: () => {},
    remove: () => {},
    transition: (name, one) => transition.ask(name, [one]),
  });
  const steps = actionsOf(row as never).filter(({ key }) => key !== 'detail' && key !== 'remove');
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex gap={10} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {row.name}
            </Typography.Title>
            <Typography.Text type="secondary">{row.docNo}</Typography.Text>
            <Tag color={row.urgent ? 'red' : 'default'}>{typeOf(row.type)}</Tag>
            <Tag color="blue">{diseaseName(row.diseaseCode)}</Tag>
            <Status value={row.status} />
          </Flex>
          <Flex gap={8} wrap>
            {steps.map(({ key, label, danger = false, run }) => (
              <Button
                key={key}
                danger={danger}
                {...(key === 'issue' || key === 'conclude' ? { type: 'primary' as const } : {})}
                onClick={run}
              >
                {label}
              </Button>
            ))}
            {mayEdit && ['draft', 'issued', 'ongoing'].includes(row.status) && (
              <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
                {t('kit.edit')}
              </Button>
            )}
            <Button icon={<PrinterOutlined aria-hidden />} disabled={!trace} onClick={() => setPrinting('order')}>
              {text('printOrder')}
            </Button>
            <Button icon={<FileTextOutlined aria-hidden />} disabled={!trace} onClick={() => setPrinting('report')}>
              {text('printReport')}
            </Button>
          </Flex>
        </Flex>
        {row.heldAnimals > 0 && (
          <Alert
            type="error"
            showIcon
            style={{ marginBlockStart: 12 }}
            title={text('held', { n: row.heldAnimals })}
            action={
              <PageLink to={`/pri/animal/info?principalId=${row.indexPrincipalId}&quarantined=true`}>
                {text('heldLink')}
              </PageLink>
            }
          />
        )}
        <Facts row={row} />
      </Card>
      <Card size="small">
        <Tabs
          items={[
            { key: 'zone', label: text('zone'), children: <Zone row={row} trace={trace} language={language} /> },
            {
              key: 'points',
              label: `${text('points')} (${row.pointsDone}/${row.points})`,
              children: <Points actionId={row.id} status={row.status} />,
            },
            {
              key: 'trace',
              label: `${text('trace')} (${trace?.moves.length ?? 0})`,
              children: trace ? <TraceGraph points={trace.points} moves={trace.moves} /> : <Waiting />,
            },
            { key: 'timeline', label: text('timeline'), children: trace ? <Steps trace={trace} /> : <Waiting /> },
            {
              key: 'tests',
              label: `${text('tests')} (${trace?.tests.length ?? 0})`,
              children: <Tests trace={trace} />,
            },
          ]}
        />
      </Card>
      {transition.asked && <TransitionDialog transition={transition} />}
      {isEditing && <ActionForm row={row} onClose={() => setEditing(false)} />}
      {printing && trace && <ActionPaper row={row} trace={trace} kind={printing} onDone={() => setPrinting(null)} />}
    </Flex>
  );
}

function Status({ value }: { readonly value: string }) {
  const { options } = useDict('investigation_action_status');
  const one = options.find(({ dictValue }) => dictValue === value);
  return <Tag {...(one?.color && { color: one.color })}>{one?.dictLabel ?? value}</Tag>;
}

function Facts({ row }: { readonly row: InvestigationAction }) {
  const t = useT();
  const conclusionOf = useLabel('outbreak_conclusion');
  const record = (value: ReactNode) => <span data-record>{value}</span>;
  const all: [string, ReactNode][] = [
    [
      'indexPrincipalId',
      row.indexPrincipalId
        ? record(<PageLink to={`/pri/mainFile?id=${row.indexPrincipalId}`}>{row.indexPrincipalIdName ?? '-'}</PageLink>)
        : '-',
    ],
    ['regionCode', record(row.regionCodeName ?? '-')],
    ['suspectedOn', row.suspectedOn ?? '-'],
    ['startDate', row.startDate],
    ['leaderId', record(row.leaderIdName ?? '-')],
    ['teamNames', record(row.teamNames ?? '-')],
    ['conclusion', row.conclusion ? conclusionOf(row.conclusion) : '-'],
    ['endDate', row.endDate ?? '-'],
    ['measures', record(row.measures ?? '-')],
  ];
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2, xl: 4 }}
      style={{ marginBlockStart: 12 }}
      items={all.map(([name, children]) => ({
        key: name,
        label: t.any(`prevention.investigationAction.${name}`),
        children,
        ...(name === 'measures' && { span: 'filled' as const }),
      }))}
    />
  );
}

function Steps({ trace }: { readonly trace: ActionTrace }) {
  const t = useT();
  const known = ['suspected', 'started', 'firstSign', 'visited', 'issue', 'begin', 'conclude', 'revise', 'archive'];
  const colour: Record<string, string> = {
    suspected: 'red',
    firstSign: 'red',
    visited: 'blue',
    conclude: 'green',
    revise: 'green',
  };
  return (
    <Timeline
      style={{ padding: '12px 4px' }}
      items={trace.timeline.map((one) => ({
        key: `${one.on} ${one.what} ${one.text}`,
        color: colour[one.what] ?? 'gray',
        children: (
          <span>
            {one.on} {known.includes(one.what) ? t.any(`prevention.actionPage.step.${one.what}`) : one.what}{' '}
            {one.text && <span data-record>{one.text}</span>}
          </span>
        ),
      }))}
    />
  );
}

function Tests({ trace }: { readonly trace: ActionTrace | undefined }) {
  const conclusionOf = useLabel('sample_result_conclusion');
  const text = useTexts('prevention.actionPage');
  return (
    <Table
      aria-label={text('tests')}
      size="small"
      rowKey="barcode"
      dataSource={trace?.tests ?? []}
      pagination={false}
      scroll={{ x: 640 }}
      locale={{ emptyText: text('noTests') }}
      columns={[
        { key: 'barcode', title: text('barcode'), dataIndex: 'barcode' },
        { key: 'earTag', title: text('earTag'), dataIndex: 'earTag' },
        { key: 'holder', title: text('holder'), dataIndex: 'holder' },
        { key: 'testedOn', title: text('on'), dataIndex: 'testedOn' },
        { key: 'conclusion', title: text('result'), render: (_, one) => conclusionOf(one.conclusion) },
      ]}
    />
  );
}
