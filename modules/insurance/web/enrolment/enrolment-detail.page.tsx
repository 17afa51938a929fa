import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Steps, Tabs, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow } from '#kit/web/use-rows.ts';
import { type InsEnrolment, insEnrolment } from '#modules/insurance/contract/enrolment/enrolment.ts';
import { type Blockers, enrolmentBlockers } from '#modules/insurance/contract/enrolment/list-building.ts';
import { RefusedTable } from './build-wizard.tsx';
import { Animals, CheckTab, Notices, Orders, Parties } from './enrolment-tabs.tsx';

const IssueDialog = panelLater(async () => (await import('./step-dialogs.tsx')).IssueDialog);
const PostDialog = panelLater(async () => (await import('./step-dialogs.tsx')).PostDialog);
const CoverDialog = panelLater(async () => (await import('./step-dialogs.tsx')).CoverDialog);
const ListSheet = panelLater(async () => (await import('./list-sheet.tsx')).ListSheet);

/** How many of the eight steps a list has behind it, by its state. */
const stepsDone = [
  'draft',
  'signing',
  'checking',
  'checked',
  'publicity',
  'publicised',
  'underwriting',
  'approved',
  'issued',
];
type Open = 'issue' | 'post' | 'cover' | 'print' | null;

/** 投保清单详情: eight steps, and what stands before the next. */
export default function EnrolmentDetailPage() {
  const text = useTexts('insurance.detail');
  const { search, setSearch } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data, error, refetch } = useRow(insEnrolment, id);
  const steps = useQuery({
    queryKey: ['insurance', 'blockers', id, data?.version],
    queryFn: () => call(enrolmentBlockers, { query: { id: String(id) } as never, quiet: true }),
    enabled: data !== undefined,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (!data) return <Waiting />;
  const tab = search.get('tab') ?? 'parties';
  const show = (key: string) => {
    const next = new URLSearchParams(search);
    next.set('tab', key);
    setSearch(next, { replace: true });
  };
  return (
    <Flex vertical gap={12}>
      <Head list={data} steps={steps.data} onShow={show} />
      <Tabs
        activeKey={tab}
        onChange={show}
        items={[
          { key: 'parties', label: text('tabParties'), children: <Parties list={data} /> },
          { key: 'animals', label: text('tabAnimals'), children: <Animals list={data} /> },
          { key: 'check', label: text('tabCheck'), children: <CheckTab list={data} /> },
          { key: 'notice', label: text('tabNotice'), children: <Notices list={data} /> },
          { key: 'orders', label: text('tabOrders'), children: <Orders list={data} /> },
          {
            key: 'refused',
            label: `${text('tabRefused')} ${data.refusedHead}`,
            children: (
              <RefusedTable refused={[...(data.refused.animals ?? [])]} reasons={[...(data.refused.reasons ?? [])]} />
            ),
          },
          {
            key: 'history',
            label: text('tabHistory'),
            children: <HistoryView resource={insEnrolment} id={data.id} />,
          },
        ]}
      />
    </Flex>
  );
}

interface HeadProps {
  readonly list: InsEnrolment;
  readonly steps: Blockers | undefined;
  onShow(tab: string): void;
}
function Head({ list, steps, onShow }: HeadProps) {
  const t = useT();
  const text = useTexts('insurance.detail');
  const label = (name: string) => t.any(`insurance.insEnrolment.${name}`);
  const client = useQueryClient();
  const { openPage } = usePage();
  const [open, setOpen] = useState<Open>(null);
  const transition = useResourceTransition(insEnrolment, () => void client.invalidateQueries());
  const mayPost = useCan('ins:publicity:post');
  const mayIssue = useCan('ins:policy:issue');
  const mayEdit = useCan('ins:enrolment:edit');
  const done = () => {
    setOpen(null);
    void client.invalidateQueries();
  };
  const isOpenList = !['issued', 'cancelled', 'lapsed'].includes(list.status);
  const verbs = list._can.filter((name) => name in (insEnrolment.transitions ?? {}));
  return (
    <Card size="small">
      <Flex gap={12} align="center" wrap justify="space-between">
        <Flex gap={12} align="center" wrap>
          <Typography.Title level={4} style={{ margin: 0 }} data-record>
            {list.docNo}
          </Typography.Title>
          <Tag color={list.status === 'issued' ? 'green' : 'blue'}>{list.statusName}</Tag>
          <span data-record>{`${list.regionCodeName ?? ''} · ${list.productIdName ?? ''}`}</span>
        </Flex>
        <Flex gap={8} wrap>
          {list.status === 'checked' && mayPost && (
            <Button type="primary" onClick={() => setOpen('post')}>
              {text('post')}
            </Button>
          )}
          {list.status === 'approved' && mayIssue && (
            <Button type="primary" onClick={() => setOpen('issue')}>
              {text('issue')}
            </Button>
          )}
          {verbs.map((name) => (
            <Button
              key={name}
              {...(name === 'cancel' ? { danger: true } : { type: 'primary', ghost: true })}
              onClick={() => transition.ask(name, [list as never])}
            >
              {label(`_${name}`)}
            </Button>
          ))}
          {mayEdit && isOpenList && <Button onClick={() => setOpen('cover')}>{text('moveCover')}</Button>}
          <Button onClick={() => setOpen('print')}>{text('print')}</Button>
          {list.policyId && (
            <Button onClick={() => openPage(`/insuranceMgt/policyDetail?id=${list.policyId}`)}>{text('policy')}</Button>
          )}
        </Flex>
      </Flex>
      <Steps
        size="small"
        responsive
        style={{ marginBlock: 16 }}
        current={Math.max(0, stepsDone.indexOf(list.status))}
        items={(steps?.steps ?? []).map((one) => ({
          title: t.any(`insurance.step.${one.code}`),
          ...(one.at && { content: <span data-record>{`${wallTime(one.at).slice(5, 16)} ${one.by ?? ''}`}</span> }),
        }))}
      />
      {steps && steps.blockers.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            <Flex gap={12} wrap>
              <span>{text('blocked')}</span>
              {steps.blockers.map((one) => (
                <TextButton key={one.code} onClick={() => onShow(one.tab === 'facts' ? 'parties' : one.tab)}>
                  {t.any(`insurance.refusal.${one.code}`, { n: one.count, date: one.day ?? '' })}
                </TextButton>
              ))}
            </Flex>
          }
        />
      )}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 4 }}
        style={{ marginBlockStart: 12 }}
        items={[
          { key: 'cover', label: label('coverFrom'), children: `${list.coverFrom} – ${list.coverTo}` },
          { key: 'parties', label: label('signedParties'), children: `${list.signedParties} / ${list.parties}` },
          { key: 'head', label: label('checkedHead'), children: `${list.checkedHead} / ${list.head}` },
          { key: 'sum', label: label('sumInsured'), children: moneyText(list.sumInsured) },
          { key: 'premium', label: label('premium'), children: <strong>{moneyText(list.premium)}</strong> },
          {
            key: 'farmer',
            label: label('farmerPremium'),
            children: `${moneyText(list.paidPremium)} / ${moneyText(list.farmerPremium)}`,
          },
          { key: 'clerk', label: label('clerk'), children: <span data-record>{list.clerk ?? '-'}</span> },
          {
            key: 'coordinator',
            label: label('coordinator'),
            children: <span data-record>{list.coordinator ?? '-'}</span>,
          },
          {
            key: 'organiser',
            label: label('organiserName'),
            children: <span data-record>{list.organiserName}</span>,
          },
          ...(list.opinion
            ? [{ key: 'opinion', label: label('opinion'), children: <span data-record>{list.opinion}</span> }]
            : []),
          ...(list.lapsesOn && isOpenList
            ? [{ key: 'lapses', label: label('lapsesOn'), children: list.lapsesOn }]
            : []),
        ]}
      />
      {transition.asked && <TransitionDialog transition={transition} />}
      {open === 'issue' && <IssueDialog list={list} onClose={done} />}
      {open === 'post' && <PostDialog list={list} onClose={done} />}
      {open === 'cover' && <CoverDialog list={list} onClose={done} />}
      {open === 'print' && <ListSheet list={list} onDone={() => setOpen(null)} />}
    </Card>
  );
}
