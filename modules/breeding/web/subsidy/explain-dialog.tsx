import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Empty, Flex, Modal, Tag, Typography, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type Explained, explainSubsidy } from '#modules/breeding/contract/subsidy/subsidy.ts';
import { useLabel } from '../common/use-label.ts';

interface Props {
  readonly recordKind: 'insemination' | 'pregnancy' | 'censusCow' | 'calf';
  readonly recordId: number;
  onClose(): void;
}

/** Why this one is paid, and why not that one: every condition of the rule, met or not, with what was found. */
export function ExplainDialog({ recordKind, recordId, onClose }: Props) {
  const text = useTexts('breeding.subsidyPage');
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'explain', recordKind, recordId, language],
    queryFn: () => call(explainSubsidy, { query: { recordKind, recordId: String(recordId) } as never, quiet: true }),
  });
  return (
    <Modal open width="min(720px, 96vw)" title={text('explainTitle')} footer={null} onCancel={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Flex vertical gap={12}>
          <Typography.Text strong data-record>
            {[data.label, data.holder, data.happenedOn].filter(Boolean).join(' · ')}
          </Typography.Text>
          {data.programmes.length === 0 && <Empty description={text('noProgramme')} />}
          {data.programmes.map((one) => (
            <Programme key={one.programmeId} one={one} />
          ))}
        </Flex>
      ) : (
        <Waiting />
      )}
    </Modal>
  );
}

function Programme({ one }: { readonly one: Explained['programmes'][number] }) {
  const text = useTexts('breeding.subsidyPage');
  const reasonOf = useLabel('subsidy_exclude');
  const payOf = useLabel('subsidy_line_pay_status');
  const { token } = theme.useToken();
  const tone = { counted: 'success', excluded: 'error', open: 'info' }[one.verdict] as 'success' | 'error' | 'info';
  const first = one.conditions.findIndex((condition) => !condition.met);
  return (
    <Card
      size="small"
      title={<span data-record>{one.programme}</span>}
      extra={one.ruleVersion !== null && <Tag>{text('ruleN', { n: one.ruleVersion })}</Tag>}
    >
      <Alert
        type={tone}
        showIcon
        title={
          one.verdict === 'counted'
            ? text('isCounted', { batch: one.batchNo ?? '', amount: moneyText(one.amountCents ?? 0) })
            : one.verdict === 'excluded'
              ? text('isExcluded', { reason: reasonOf(one.reason) })
              : text('isOpen', { amount: moneyText(one.amountCents ?? 0) })
        }
        description={one.payStatus ? `${one.payeeName ?? ''} · ${payOf(one.payStatus)}` : undefined}
      />
      <ol style={{ listStyle: 'none', padding: 0, margin: '12px 0 0' }}>
        {one.conditions.map((condition, at) => (
          <li
            key={condition.code}
            style={{ display: 'flex', gap: 8, padding: '3px 0', opacity: first >= 0 && at > first ? 0.5 : 1 }}
          >
            {condition.met ? (
              <CheckCircleFilled aria-label={text('met')} style={{ color: token.colorSuccess }} />
            ) : (
              <CloseCircleFilled aria-label={text('notMet')} style={{ color: token.colorError }} />
            )}
            <span style={{ flex: 1 }}>{text.any(`cond_${condition.code}`)}</span>
            {!condition.met && <Found condition={condition} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Numbers and days as they are, states by their names; what only the machine understands is left out. */
function Found({ condition }: { readonly condition: Explained['programmes'][number]['conditions'][number] }) {
  const joined = useJoined();
  const text = useTexts('breeding.subsidyPage');
  const moment = (value: unknown) => wallTime(String(value)).slice(0, 16);
  const words: Record<string, (value: unknown) => string> = {
    recordedLate: moment,
    otherBatch: String,
    belowMinCows: String,
    tagLate: String,
    notAlive: String,
    overStraws: String,
    damNotConfirmed: useLabel('mother_census_sheet_status'),
    notVerified: useLabel('calving_status'),
    notAi: useLabel('service_method'),
    wrongBreed: useLabel('breed_code'),
    methodNotCounted: useLabel('preg_method'),
  };
  const word = words[condition.code];
  const { wanted, found } = condition;
  if (!word || (wanted === null && found === null)) return null;
  const said = (value: string | null) => (value === null ? '-' : joined(value.split(',').map(word)));
  return (
    <Typography.Text type="secondary" data-record>
      {text('wantedFound', { wanted: said(wanted), found: said(found) })}
    </Typography.Text>
  );
}
