import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Flex, Input, Space, Typography } from 'antd';
import { useState } from 'react';
import { ApiError, call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { type Row, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  approvalWords,
  decideApproval,
  type SysApproval,
  sysApproval,
} from '#modules/platform/contract/role/sys-approval.ts';
import { PasswordDialog } from '../account/password-dialog.tsx';

/** What one person asked and another one decides. */
export default function ApprovalsPage() {
  const t = useT();
  return (
    <ListPage
      resource={sysApproval}
      extra={(list) => (
        <Button
          type={list.filters.status === 'pending' ? 'primary' : 'default'}
          onClick={() => list.search(list.filters.status === 'pending' ? {} : { status: 'pending' })}
        >
          {t('platform.sysApproval.onlyPending')}
        </Button>
      )}
      detail={({ id, onClose }) => <ApprovalDrawer key={id} id={id} onClose={onClose} />}
    />
  );
}

const shown = ['title', 'kind', 'requestedName', 'reason', 'createdAt', 'expiresAt', 'status'];
const decided = ['decidedName', 'decidedAt', 'opinion'];

function ApprovalDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const language = useLanguage();
  const { row, error, refresh } = useResourceDetail(sysApproval, id);
  const words = useQuery({
    queryKey: ['platform.sysApproval', 'words', id, language],
    queryFn: () => call(approvalWords, { params: { id }, quiet: true }),
  });
  const failure = error ?? words.error;
  const say = useTexts('platform.sysApproval');
  const item = (name: string) => ({
    key: name,
    label: say.any(name),
    children: <Cell name={name} field={sysApproval.fields[name as 'title']} row={row as Row} />,
  });
  return (
    <Drawer open title={say('_title')} size="min(640px, 100vw)" onClose={onClose}>
      {failure && <Failed error={failure} onRetry={error ? refresh : () => void words.refetch()} />}
      {!failure && (!row || !words.data) && <Waiting />}
      {row && words.data && (
        <Flex vertical gap={20}>
          <Descriptions
            column={1}
            size="small"
            bordered
            items={[...shown, ...(row.decidedBy ? decided : [])].map(item)}
          />
          <div>
            <Typography.Title level={5}>{say('payload')}</Typography.Title>
            <Descriptions
              column={1}
              size="small"
              bordered
              items={words.data.lines.map(({ label, value }, index) => ({ key: index, label, children: value }))}
            />
          </div>
          {words.data.mayDecide ? (
            <Decide row={row as unknown as SysApproval} onClose={onClose} />
          ) : (
            <Alert type="info" showIcon title={words.data.whyNot} />
          )}
        </Flex>
      )}
    </Drawer>
  );
}

function Decide({ row, onClose }: { readonly row: SysApproval; onClose(): void }) {
  const changed = useChanged(sysApproval);
  const [opinion, setOpinion] = useState('');
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null);
  const [made, setMade] = useState<{ username: string; password: string; validUntil: string } | null>(null);
  const say = useTexts('platform.sysApproval');
  const go = async (decision: 'approve' | 'reject') => {
    setBusy(decision);
    try {
      const { data, msg } = await callEnvelope(decideApproval, {
        body: { id: row.id, version: row.version, decision, ...(opinion.trim() && { opinion: opinion.trim() }) },
      });
      notify(data.status === 'failed' ? 'warning' : 'success', msg);
      if (data.initialPassword)
        return setMade({
          username: data.username ?? '',
          password: data.initialPassword,
          validUntil: data.validUntil ?? '',
        });
      void changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void changed();
    } finally {
      setBusy(null);
    }
  };
  return (
    <Flex vertical gap={12}>
      <Input.TextArea
        rows={3}
        maxLength={500}
        value={opinion}
        aria-label={say('opinion')}
        placeholder={say('opinionHint')}
        onChange={(event) => setOpinion(event.target.value)}
      />
      <Flex justify="end">
        <Space>
          <Button danger loading={busy === 'reject'} disabled={busy !== null} onClick={() => void go('reject')}>
            {say('reject')}
          </Button>
          <Button
            type="primary"
            loading={busy === 'approve'}
            disabled={busy !== null}
            onClick={() => void go('approve')}
          >
            {say('approve')}
          </Button>
        </Space>
      </Flex>
      {made && (
        <PasswordDialog
          made={[made]}
          validUntil={made.validUntil}
          onClose={() => {
            setMade(null);
            void changed();
            onClose();
          }}
        />
      )}
    </Flex>
  );
}
