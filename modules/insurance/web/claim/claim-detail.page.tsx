import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Descriptions,
  Empty,
  Flex,
  Image,
  Steps,
  Table,
  Tabs,
  Tag,
  Timeline,
  Typography,
} from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { HistoryView } from '#kit/web/history/history-view.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow, useRows } from '#kit/web/use-rows.ts';
import { type InsClaim, insClaim, insClaimAnimal } from '#modules/insurance/contract/claim/claim.ts';
import { type ClaimMatch, claimMatch } from '#modules/insurance/contract/claim/claim-calls.ts';
import { FilePicture } from '../common/file-picture.tsx';
import { useLabel } from '../common/inputs.tsx';
import { ProofTable, SettlementTable } from './claim-tables.tsx';
import { ClockBar } from './clock-bar.tsx';

const AssessDialog = panelLater(async () => (await import('./assess-dialog.tsx')).AssessDialog);
const ClaimDialogs = panelLater(async () => (await import('./claim-dialogs.tsx')).ClaimDialogs);
const ClaimSheet = panelLater(async () => (await import('./claim-sheet.tsx')).ClaimSheet);
type Open = 'assess' | 'agree' | 'post' | 'link' | 'print' | null;

const path = [
  'reported',
  'dispatched',
  'surveying',
  'surveyed',
  'assessed',
  'agreed',
  'publicity',
  'reviewing',
  'approved',
  'closed',
];

/** 赔案详情: where a claim stands, what its clocks say, and how each sum came about. */
export default function ClaimDetailPage() {
  const text = useTexts('insurance.claimPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  const { data, error, refetch } = useRow(insClaim, id);
  const { data: match } = useQuery({
    queryKey: ['insurance', 'claimMatch', id],
    queryFn: () => call(claimMatch, { query: { claimId: String(id) } as never, quiet: true }),
    enabled: id > 0 && data !== undefined,
  });
  if (id === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Head claim={data} match={match} />
      <Tabs
        items={[
          { key: 'animals', label: text('animals'), children: <Animals claim={data} match={match} /> },
          { key: 'surveys', label: text('surveys'), children: <Surveys match={match} /> },
          { key: 'disposal', label: text('disposal'), children: <ProofTable claimId={data.id} /> },
          { key: 'reviews', label: text('reviews'), children: <Reviews claim={data} match={match} /> },
          { key: 'payments', label: text('payments'), children: <SettlementTable claimId={data.id} /> },
          { key: 'alarms', label: text('alarms'), children: <Alarms match={match} /> },
          { key: 'history', label: text('history'), children: <HistoryView resource={insClaim} id={data.id} /> },
        ]}
      />
    </Flex>
  );
}

interface Props {
  readonly claim: InsClaim;
  readonly match: ClaimMatch | undefined;
}
function Head({ claim, match }: Props) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  const state = useLabel('ins_claim_status');
  const flag = useLabel('ins_claim_flags');
  const client = useQueryClient();
  const { openPage } = usePage();
  const label = (name: string) => t.any(`insurance.insClaim.${name}`);
  const [open, setOpen] = useState<Open>(null);
  const transition = useResourceTransition(insClaim, () => void client.invalidateQueries());
  const mayAssess = useCan('ins:claim:assess');
  const mayAgree = useCan('ins:claim:report');
  const mayPost = useCan('ins:publicity:post');
  const mayLink = useCan('ins:disposal:link');
  const maySurvey = useCan('ins:survey:do');
  const verbs = claim._can.filter((name) => name in (insClaim.transitions ?? {}));
  const isEnded = ['closed', 'rejected', 'withdrawn'].includes(claim.status);
  const colour = claim.status === 'closed' ? 'green' : claim.status === 'rejected' ? 'red' : 'blue';
  const done = () => {
    setOpen(null);
    void client.invalidateQueries();
  };
  return (
    <Card size="small">
      <Flex gap={12} align="center" wrap justify="space-between">
        <Flex gap={12} align="center" wrap>
          <Typography.Title level={4} style={{ margin: 0 }} data-record>
            {claim.docNo}
          </Typography.Title>
          <Tag color={colour}>{claim.statusName}</Tag>
          <span
            data-record
          >{`${claim.holderName} · ${claim.regionCodeName ?? ''} · ${claim.productIdName ?? ''}`}</span>
        </Flex>
        <Flex gap={8} wrap>
          <Button onClick={() => setOpen('print')}>{text('print')}</Button>
          {maySurvey && ['dispatched', 'surveying'].includes(claim.status) && (
            <Button type="primary" onClick={() => openPage(`/insuranceMgt/surveyForm?claimId=${claim.id}`)}>
              {text('survey')}
            </Button>
          )}
          {mayAssess && ['surveyed', 'assessed'].includes(claim.status) && (
            <Button type="primary" onClick={() => setOpen('assess')}>
              {text('assess')}
            </Button>
          )}
          {(mayAssess || mayAgree) && claim.status === 'assessed' && (
            <Button onClick={() => setOpen('agree')}>{text('agree')}</Button>
          )}
          {mayPost && claim.status === 'agreed' && claim.kind === 'collective' && (
            <Button onClick={() => setOpen('post')}>{text('post')}</Button>
          )}
          {mayLink && !isEnded && <Button onClick={() => setOpen('link')}>{text('link')}</Button>}
          {verbs.map((name) => (
            <Button
              key={name}
              {...(['reject', 'withdraw', 'reopen'].includes(name)
                ? { danger: true }
                : { type: 'primary' as const, ghost: true })}
              onClick={() => transition.ask(name, [claim as never])}
            >
              {label(`_${name}`)}
            </Button>
          ))}
        </Flex>
      </Flex>
      <div style={{ overflowX: 'auto', marginBlockStart: 12 }}>
        <Steps
          size="small"
          style={{ minInlineSize: 900 }}
          current={Math.max(0, path.indexOf(claim.status === 'paying' ? 'approved' : claim.status))}
          {...(['rejected', 'withdrawn'].includes(claim.status) && { status: 'error' as const })}
          items={path.map((one) => ({ title: state(one) }))}
        />
      </div>
      {match && match.blockers.length > 0 && ['agreed', 'publicity'].includes(claim.status) && (
        <Alert
          type="warning"
          style={{ marginBlockStart: 12 }}
          title={`${text('blocked')}: ${match.blockers.map((code) => t.any(`insurance.refusal.${code}`)).join(' · ')}`}
        />
      )}
      {claim.rejectText && (
        <Alert type="error" style={{ marginBlockStart: 12 }} title={<span data-record>{claim.rejectText}</span>} />
      )}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 4 }}
        style={{ marginBlockStart: 12 }}
        items={[
          {
            key: 'arrive',
            label: text('clockArrive'),
            children: <ClockBar from={claim.reportedAt} due={claim.arriveDueAt} done={claim.arrivedAt} />,
          },
          ...(claim.payDueAt && claim.agreedAt && !isEnded
            ? [
                {
                  key: 'pay',
                  label: text('clockPay'),
                  children: <ClockBar from={claim.agreedAt} due={claim.payDueAt} />,
                },
              ]
            : []),
          { key: 'amount', label: label('amount'), children: <strong>{moneyText(claim.amount)}</strong> },
          { key: 'paid', label: label('paid'), children: moneyText(claim.paid) },
          { key: 'risk', label: label('risk'), children: claim.risk },
          {
            key: 'reported',
            label: label('reportedAt'),
            children: (
              <span data-record>{`${wallTime(claim.reportedAt)} ${claim.reporterName} ${claim.phoneMask ?? ''}`}</span>
            ),
          },
          { key: 'happened', label: label('occurredAt'), children: wallTime(claim.occurredAt) },
          {
            key: 'cause',
            label: label('cause'),
            children: <span data-record>{[claim.causeName, claim.causeText].filter(Boolean).join(' · ')}</span>,
          },
          {
            key: 'surveyor',
            label: label('surveyorName'),
            children: <span data-record>{claim.surveyorName ?? '-'}</span>,
          },
          {
            key: 'flags',
            label: label('flags'),
            children:
              claim.flags.length > 0
                ? claim.flags.map((one) => (
                    <Tag key={one} color="orange">
                      {flag(one)}
                    </Tag>
                  ))
                : '-',
          },
          ...(claim.policyId
            ? [
                {
                  key: 'policy',
                  label: label('policyId'),
                  children: (
                    <PageLink to={`/insuranceMgt/policyDetail?id=${claim.policyId}`}>
                      {claim.policyIdName ?? ''}
                    </PageLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      {open === 'assess' && <AssessDialog claim={claim} onClose={done} />}
      {open === 'print' && <ClaimSheet claim={claim} match={match} onDone={() => setOpen(null)} />}
      {open && open !== 'assess' && open !== 'print' && <ClaimDialogs kind={open} claim={claim} onClose={done} />}
      {transition.asked && <TransitionDialog transition={transition} />}
    </Card>
  );
}

/** 三方比对: death, survey and carcass of each animal in one row; what is missing says whose turn it is. */
function Animals({ claim, match }: Props) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  const { data } = useRows(insClaimAnimal, { claimId: String(claim.id) }, 1, 200);
  const label = (name: string) => t.any(`insurance.insClaimAnimal.${name}`);
  const of = (id: number) => match?.animals.find((one) => one.claimAnimalId === id);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 900 }}
      pagination={false}
      columns={[
        { key: 'tag', title: label('earTag'), render: (_, row) => <span data-record>{row.earTag}</span> },
        {
          key: 'died',
          title: text('died'),
          render: (_, row) => {
            const one = of(row.id);
            return one && <Tag color={one.died === 'confirmed' ? 'green' : 'orange'}>{text(`died_${one.died}`)}</Tag>;
          },
        },
        { key: 'finding', title: text('surveyed'), render: (_, row) => row.findingName ?? '-' },
        {
          key: 'carcass',
          title: text('carcass'),
          render: (_, row) => {
            const one = of(row.id);
            return (
              one && (
                <Tag color={one.disposed === 'verified' ? 'green' : 'orange'}>
                  <span data-record>{`${text(`disposed_${one.disposed}`)} ${one.certNo ?? ''}`}</span>
                </Tag>
              )
            );
          },
        },
        {
          key: 'gap',
          title: text('match'),
          render: (_, row) => {
            const gap = of(row.id)?.gap;
            return gap ? <Tag color="red">{t.any(`insurance.claimPage.gap_${gap}`)}</Tag> : <Tag color="green">✓</Tag>;
          },
        },
        { key: 'sum', title: label('sumInsured'), align: 'end', render: (_, row) => moneyText(row.sumInsured) },
        {
          key: 'amount',
          title: label('amount'),
          align: 'end',
          render: (_, row) =>
            row.amount > 0 ? (
              <SumButton entity="insurance.insClaimAnimal" id={row.id}>
                {moneyText(row.amount)}
              </SumButton>
            ) : (
              '-'
            ),
        },
        { key: 'paid', title: label('paid'), align: 'end', render: (_, row) => moneyText(row.paid) },
        { key: 'status', title: t('label.status'), render: (_, row) => <Tag>{row.statusName}</Tag> },
      ]}
    />
  );
}

function Surveys({ match }: Pick<Props, 'match'>) {
  const text = useTexts('insurance.claimPage');
  const angle = useLabel('photo_angle');
  if (!match) return <Waiting />;
  if (match.surveys.length === 0) return <Empty />;
  return (
    <Flex vertical gap={12}>
      {match.surveys.map((one) => (
        <Card
          key={one.id}
          size="small"
          title={<span data-record>{`${one.docNo} · ${one.by} · ${wallTime(one.startedAt)}`}</span>}
          extra={
            <Flex gap={4}>
              <Tag>{text('minutes', { n: one.minutes })}</Tag>
              {one.secondOpinion && <Tag color="orange">{text('second')}</Tag>}
            </Flex>
          }
        >
          <Typography.Paragraph>
            <span data-record>{[one.conclusion, one.witness].filter(Boolean).join(' · ')}</span>
          </Typography.Paragraph>
          <Image.PreviewGroup>
            <Flex gap={8} wrap>
              {one.photos.map((photo) => (
                <FilePicture key={photo.fileId} fileId={photo.fileId} label={angle(photo.angle)} />
              ))}
            </Flex>
          </Image.PreviewGroup>
        </Card>
      ))}
    </Flex>
  );
}

function Reviews({ claim, match }: Props) {
  const text = useTexts('insurance.claimPage');
  const decision = useLabel('ins_claim_review_decision');
  if (!match) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      {claim.status === 'reviewing' && <Tag>{text('levels', { n: claim.level, of: match.levels })}</Tag>}
      {match.reviews.length === 0 ? (
        <Empty />
      ) : (
        <Timeline
          items={match.reviews.map((one) => ({
            key: `${one.round}-${one.level}-${one.at}`,
            color: one.decision === 'pass' ? 'green' : 'red',
            content: (
              <span data-record>{`${wallTime(one.at)} ${one.by} ${decision(one.decision)}: ${one.opinion}`}</span>
            ),
          }))}
        />
      )}
    </Flex>
  );
}

function Alarms({ match }: Pick<Props, 'match'>) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  if (!match) return <Waiting />;
  if (match.alarms.length === 0) return <Empty description={text('noAlarm')} />;
  return (
    <Flex vertical gap={8}>
      {match.alarms.map((one) => (
        <Alert
          key={one.id}
          type={!one.isOpen ? 'info' : one.score >= 80 ? 'error' : 'warning'}
          title={`${t.any(`insurance.alarmKind.${one.kind}.name`)} · ${one.score}`}
        />
      ))}
    </Flex>
  );
}
