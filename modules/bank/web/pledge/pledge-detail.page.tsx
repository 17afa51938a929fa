import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Col, Descriptions, Empty, Flex, Row, Steps, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row as AnyRow } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { useRowActions } from '#kit/web/resource/use-row-actions.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow } from '#kit/web/use-rows.ts';
import { makeAnnex, pledgeConditions, type pledgePapers } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { type Pledge, pledge, pledgeSteps } from '#modules/bank/contract/pledge/pledge-file.ts';
import { useChoices } from '../site/parts.ts';
import { ChangesTab, ItemsTab, ObjectionsTab } from './pledge-tabs.tsx';

const NoticePaper = panelLater(async () => (await import('./pledge-papers.tsx')).NoticePaper);
const PledgePaper = panelLater(async () => (await import('./pledge-papers.tsx')).PledgePaper);
const SurveyDialog = panelLater(async () => (await import('./survey-dialog.tsx')).SurveyDialog);
type Paper = 'notice' | (typeof pledgePapers)[number];

/** 抵押详情: the steps with who took them, what is still red, and every head with its value, its proof of being there and its cover. */
export default function PledgeDetailPage() {
  const text = useTexts('bank.pledgePage');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data, error, refetch } = useRow(pledge, id);
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <PledgeFile data={data} onChanged={() => void refetch()} />;
}

function PledgeFile({ data, onChanged }: { readonly data: Pledge; onChanged(): void }) {
  const text = useTexts('bank.pledgePage');
  const client = useQueryClient();
  const mayEdit = useCan('bank:pledge:edit');
  const maySurvey = useCan('bank:pledge:survey');
  const [paper, setPaper] = useState<Paper | null>(null);
  const [isSurvey, setSurvey] = useState(false);
  const again = () => {
    onChanged();
    void client.invalidateQueries();
  };
  const transition = useResourceTransition(pledge, again);
  const actionsOf = useRowActions(pledge, {
    remove: () => {},
    transition: (name, row) => transition.ask(name, [row]),
  });
  const annex = async () => {
    try {
      const { fileId } = await call(makeAnnex, { body: { id: data.id } });
      const link = await filePort.current?.link(fileId);
      if (link) window.open(link, '_blank', 'noopener');
      notify('success', text('annexMade'));
    } catch {
      // The client has said why.
    }
  };
  const isOver = ['discharged', 'closed', 'cancelled'].includes(data.status);
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {data.docNo}
            </Typography.Title>
            <Tag color={data.status === 'active' ? 'green' : data.status === 'enforcing' ? 'red' : 'blue'}>
              {data.statusName}
            </Tag>
            <span data-record>{`${data.client ?? ''} · ${data.siteIdName ?? ''}`}</span>
          </Flex>
          <Flex gap={8} wrap>
            {maySurvey && data.status === 'declared' && (
              <Button type="primary" onClick={() => setSurvey(true)}>
                {text('surveyScan')}
              </Button>
            )}
            {actionsOf(data as unknown as AnyRow).map((one) => (
              <Button
                key={one.key}
                danger={one.danger ?? false}
                type={one.isMain ? 'primary' : 'default'}
                onClick={one.run}
              >
                {one.label}
              </Button>
            ))}
            <Button onClick={() => setPaper('declaration')}>{text('printDeclaration')}</Button>
            {['verified', 'published'].includes(data.status) && (
              <Button onClick={() => setPaper('notice')}>{text('printNotice')}</Button>
            )}
            {data.contractNo && mayEdit && <Button onClick={() => void annex()}>{text('printAnnex')}</Button>}
            {data.contractNo && !isOver && <Button onClick={() => setPaper('board')}>{text('printBoard')}</Button>}
            {data.dischargedAt && <Button onClick={() => setPaper('discharge')}>{text('printDischarge')}</Button>}
          </Flex>
        </Flex>
        <Way data={data} />
      </Card>
      {data.openObjections > 0 && (
        <Alert type="warning" showIcon title={text('objections', { n: data.openObjections })} />
      )}
      {data.dischargeDueOn && !isOver && (
        <Alert type="info" showIcon title={text('dischargeDue', { date: data.dischargeDueOn })} />
      )}
      {isOver && data.deregisterDueOn && !data.cancelNo && (
        <Alert type="info" showIcon title={text('deregisterDue', { date: data.deregisterDueOn })} />
      )}
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={16}>
          <Facts data={data} />
        </Col>
        <Col xs={24} lg={8}>
          <Conditions id={data.id} isOver={isOver} />
        </Col>
      </Row>
      <Tabs
        items={[
          { key: 'items', label: text('tabItems'), children: <ItemsTab pledgeId={data.id} /> },
          {
            key: 'objections',
            label: text('tabObjections'),
            children: <ObjectionsTab data={data} onChanged={again} />,
          },
          { key: 'changes', label: text('tabChanges'), children: <ChangesTab data={data} /> },
          { key: 'history', label: text('tabHistory'), children: <HistoryView resource={pledge} id={data.id} /> },
        ]}
      />
      <TransitionDialog transition={transition} />
      {isSurvey && (
        <SurveyDialog
          pledgeId={data.id}
          onClose={() => {
            setSurvey(false);
            again();
          }}
        />
      )}
      {paper === 'notice' && <NoticePaper id={data.id} onDone={() => setPaper(null)} />}
      {paper !== null && paper !== 'notice' && <PledgePaper id={data.id} kind={paper} onDone={() => setPaper(null)} />}
    </Flex>
  );
}

/** The eight steps, each with its day. */
function Way({ data }: { readonly data: Pledge }) {
  const states = useChoices('pledge_status');
  const day = (time: string | null) => time && wallTime(time).slice(0, 10);
  const when: Readonly<Record<string, readonly (string | null)[]>> = {
    declared: [day(data.declaredAt), data.declaredByName],
    surveyed: [day(data.surveyedAt), data.surveyedByName],
    verified: [day(data.verifiedAt), data.titleNo],
    published: [day(data.noticeFrom), data.noticeTo && `– ${day(data.noticeTo)}`],
    contracted: [data.contractOn, data.contractNo],
    registered: [data.registeredOn, data.registryNo],
    active: [day(data.activatedAt)],
    discharged: [day(data.dischargedAt)],
  };
  const place: Readonly<Record<string, string>> = { enforceAsked: 'active', enforcing: 'active', closed: 'discharged' };
  const at = pledgeSteps.indexOf((place[data.status] ?? data.status) as (typeof pledgeSteps)[number]);
  return (
    <Steps
      size="small"
      responsive
      titlePlacement="vertical"
      current={data.status === 'cancelled' ? -1 : at}
      {...(['enforceAsked', 'enforcing', 'cancelled'].includes(data.status) && { status: 'error' as const })}
      style={{ marginBlockStart: 16 }}
      items={pledgeSteps.map((key) => ({
        title: states.find((one) => one.value === key)?.label ?? key,
        content: (
          <div data-record style={{ overflowWrap: 'anywhere' }}>
            {when[key]?.map((line) => line && <div key={line}>{line}</div>)}
          </div>
        ),
      }))}
    />
  );
}

function Facts({ data }: { readonly data: Pledge }) {
  const t = useT();
  const text = useTexts('bank.pledgePage');
  const label = (name: string) => t.any(`bank.pledge.${name}`);
  const record = (value: string | null) => <span data-record>{value ?? '-'}</span>;
  return (
    <Card size="small" title={text('facts')}>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, xl: 3 }}
        items={[
          { key: 'bank', label: label('bank'), children: record(data.bank) },
          {
            key: 'credit',
            label: label('creditDocNo'),
            children: data.creditLineId ? (
              <PageLink to={`/bank/credit/detail?id=${data.creditLineId}`}>{data.creditDocNo ?? ''}</PageLink>
            ) : (
              '-'
            ),
          },
          {
            key: 'site',
            label: label('siteId'),
            children: <PageLink to={`/bank/warehouse/detail?id=${data.siteId}`}>{data.siteIdName ?? ''}</PageLink>,
          },
          {
            key: 'heads',
            label: label('liveHead'),
            children: (
              <PageLink to={`/bank/animals?pledgeId=${data.id}`}>{`${data.liveHead} / ${data.heads}`}</PageLink>
            ),
          },
          ...(data.value === null
            ? []
            : [{ key: 'value', label: label('value'), children: <strong>{moneyText(data.value)}</strong> }]),
          ...(data.valueAtStart === null
            ? []
            : [{ key: 'start', label: label('valueAtStart'), children: moneyText(data.valueAtStart) }]),
          { key: 'seen', label: label('seen24'), children: `${data.seen24} / ${data.liveHead}` },
          { key: 'cover', label: label('coveredHead'), children: `${data.coveredHead} / ${data.liveHead}` },
          { key: 'until', label: label('registryExpireOn'), children: data.registryExpireOn ?? '-' },
          { key: 'title', label: label('titleOpinion'), children: record(data.titleOpinion) },
          { key: 'place', label: label('noticePlace'), children: record(data.noticePlace) },
          ...(data.defaultFacts
            ? [{ key: 'default', label: label('defaultFacts'), children: record(data.defaultFacts) }]
            : []),
          ...(data.endReason ? [{ key: 'end', label: label('endReason'), children: record(data.endReason) }] : []),
        ]}
      />
    </Card>
  );
}

/** R21: green or red, with the way to fix it. */
function Conditions({ id, isOver }: { readonly id: number; readonly isOver: boolean }) {
  const text = useTexts('bank.pledgePage');
  const { data } = useQuery({
    queryKey: ['bank', 'conditions', id],
    queryFn: () => call(pledgeConditions, { params: { id: String(id) } as never, quiet: true }),
    enabled: !isOver,
  });
  if (isOver) return null;
  return (
    <Card size="small" title={text('conditions')} loading={!data}>
      <Flex vertical gap={8}>
        {(data ?? []).map((one) => (
          <Flex key={one.code} gap={8} align="baseline" data-condition={one.code} data-ok={one.ok}>
            <Tag color={one.ok ? 'green' : 'red'}>{text(one.ok ? 'green' : 'red')}</Tag>
            <span style={{ flex: 1 }}>{one.words}</span>
            {!one.ok && one.fixPath && <PageLink to={one.fixPath}>{text('fix')}</PageLink>}
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
