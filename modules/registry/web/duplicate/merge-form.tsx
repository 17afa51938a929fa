import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Input, Popconfirm, Space, Switch, Tag, Typography, theme } from 'antd';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey, useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  approveMerge,
  type Compared,
  comparePair,
  type DuplicateKind,
  duplicateCandidate,
  requestMerge,
} from '#modules/registry/contract/duplicate/duplicate.ts';
import { DictName } from '../animal/names.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { FieldTable } from './field-table.tsx';

export interface Pair {
  readonly kind: DuplicateKind;
  readonly leftId: number;
  readonly rightId: number;
}

export type Side = 'left' | 'right';
export const otherOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

const archiveOf: Readonly<Record<DuplicateKind, (id: number) => string>> = {
  principal: (id) => `/pri/mainFile?id=${id}`,
  person: (id) => `/pri/person?open=detail:${id}`,
  animal: (id) => `/pri/animal/detail?id=${id}`,
};

/** Two records side by side: which stays, which value of each field, what will follow, and why; then a second person agrees. */
export function MergeForm({ pair }: { readonly pair: Pair }) {
  const t = useT();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(duplicateCandidate), 'compare', pair, language],
    queryFn: () => call(comparePair, { query: { ...pair, leftId: pair.leftId, rightId: pair.rightId }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Loaded
      key={`${data.candidate?.status} ${data.request?.createdAt}`}
      pair={pair}
      data={data}
      text={(key, args) => t.any(`registry.mergePage.${key}`, args)}
    />
  );
}

type Text = (key: string, args?: Record<string, string | number>) => string;

function Loaded({ pair, data, text }: { readonly pair: Pair; readonly data: Compared; readonly text: Text }) {
  const t = useT();
  const id = useId();
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const client = useQueryClient();
  const changed = useChanged(duplicateCandidate);
  const mayRequest = useCan('pri:duplicate:request');
  const mayApprove = useCan('pri:duplicate:approve');
  const { request, candidate } = data;
  const status = candidate?.status ?? 'open';
  // What has more hanging on it is more likely the one people know.
  const weight = (side: Side) => Object.values(data[side].counts).reduce((sum, n) => sum + n, 0);
  const [survivor, setSurvivor] = useState<Side>(
    request
      ? request.survivorId === data.left.id
        ? 'left'
        : 'right'
      : data.left.status === 'merged' || weight('right') > weight('left')
        ? 'right'
        : 'left',
  );
  const [taken, setTaken] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(Object.keys(request?.fieldChoices ?? {}).map((name) => [name, otherOf(survivor)])),
  );
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [reason, setReason] = useState(request?.reason ?? '');
  const [busy, setBusy] = useState(false);
  const [isDismissing, setDismissing] = useState(false);
  const loser = otherOf(survivor);
  const isEditable = status === 'open' || status === 'notDuplicate';
  const mayEdit = isEditable && mayRequest && data.blocks.length === 0;
  const body = { kind: pair.kind, survivorId: data[survivor].id, loserId: data[loser].id };
  const follows = Object.entries(data[loser].counts).filter(([, n]) => n > 0);

  const run = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true);
    try {
      await work();
      notify('success', t.any(`registry.duplicate.${said}`));
      await changed();
      // What was merged is shown on other pages too.
      await client.invalidateQueries();
    } catch {
      // The client has said why; what was chosen stays.
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    run(() => {
      const chosen = data.fields.filter((one) => one.choosable && one.differs && taken[one.name] === loser);
      const fieldChoices = Object.fromEntries(chosen.map((one) => [one.name, 'loser' as const]));
      return call(requestMerge, { body: { ...body, fieldChoices, reason } });
    }, 'requested');
  const agree = () => run(() => call(approveMerge, { body }), 'merged');

  return (
    <Flex vertical gap={12}>
      {data.blocks.map((one) => (
        <Alert key={one.bizCode} type="error" showIcon title={one.words} />
      ))}
      {request && (
        <Alert
          type="info"
          showIcon
          title={
            <span data-record>
              {text('requestedBy', {
                name: request.requestedByName ?? '-',
                date: request.createdAt.slice(0, 10),
                reason: request.reason,
              })}
            </span>
          }
          description={request.isOwn ? text('own') : undefined}
        />
      )}
      {status === 'merged' && (
        <Alert
          type="success"
          showIcon
          title={text('done')}
          action={
            mayOpen(archiveOf[pair.kind](0)) && (
              <Button
                size="small"
                onClick={() =>
                  openPage(archiveOf[pair.kind](data[data.left.status === 'merged' ? 'right' : survivor].id))
                }
              >
                {text('openSurvivor')}
              </Button>
            )
          }
        />
      )}
      {status === 'notDuplicate' && <Alert type="warning" showIcon title={text('notDuplicate')} />}
      <Card
        size="small"
        title={
          <Space wrap>
            {candidate && candidate.score > 0 && <Tag color="warning">{text('score', { n: candidate.score })}</Tag>}
            {candidate?.reasons.map((one) => (
              <Tag key={one}>
                <DictName dict="duplicate_reason" value={one} />
              </Tag>
            ))}
          </Space>
        }
        extra={
          <Space>
            <Switch id={`${id}-different`} size="small" checked={onlyDifferent} onChange={setOnlyDifferent} />
            <label htmlFor={`${id}-different`}>{text('onlyDifferent')}</label>
          </Space>
        }
      >
        <FieldTable
          kind={pair.kind}
          data={data}
          survivor={survivor}
          taken={taken}
          onlyDifferent={onlyDifferent}
          mayEdit={mayEdit}
          onSurvivor={(side) => {
            setSurvivor(side);
            setTaken({});
          }}
          onTake={(name, side) => setTaken({ ...taken, [name]: side })}
          open={mayOpen(archiveOf[pair.kind](0)) ? (side) => openPage(archiveOf[pair.kind](data[side].id)) : undefined}
        />
      </Card>
      {status !== 'merged' && (
        <Card size="small" title={text('follows')}>
          {follows.length === 0 ? (
            <Typography.Text type="secondary">{text('nothingFollows')}</Typography.Text>
          ) : (
            <Flex gap={24} wrap>
              {follows.map(([name, n]) => (
                <Flex key={name} vertical>
                  <Typography.Text type="secondary">{text(`counts.${name}`)}</Typography.Text>
                  <span style={{ fontSize: token.fontSizeHeading4 }}>{n.toLocaleString('en')}</span>
                </Flex>
              ))}
            </Flex>
          )}
        </Card>
      )}
      {(mayEdit || request) && (
        <Card size="small">
          {mayEdit && (
            <Form layout="vertical">
              <Form.Item label={text('reason')} htmlFor={`${id}-reason`} required style={{ marginBlockEnd: 12 }}>
                <Input.TextArea
                  id={`${id}-reason`}
                  rows={2}
                  maxLength={200}
                  value={reason}
                  placeholder={text('reasonNeeded')}
                  onChange={(event) => setReason(event.target.value)}
                />
              </Form.Item>
            </Form>
          )}
          <Space wrap>
            {mayEdit && (
              <Button type="primary" disabled={reason.trim().length < 2} loading={busy} onClick={() => void send()}>
                {text('request')}
              </Button>
            )}
            {request && mayApprove && !request.isOwn && (
              <Popconfirm
                title={text('approveSure')}
                description={text('approveHint', { loser: data[loser].name, survivor: data[survivor].name })}
                onConfirm={agree}
                okText={text('approve')}
              >
                <Button type="primary" loading={busy} disabled={data.blocks.length > 0}>
                  {text('approve')}
                </Button>
              </Popconfirm>
            )}
            {candidate && status !== 'notDuplicate' && (request ? mayApprove || request.isOwn : mayRequest) && (
              <Button onClick={() => setDismissing(true)}>{text('refuse')}</Button>
            )}
          </Space>
        </Card>
      )}
      {isDismissing && (
        <DismissDialog kind={pair.kind} left={data.left} right={data.right} onClose={() => setDismissing(false)} />
      )}
    </Flex>
  );
}
