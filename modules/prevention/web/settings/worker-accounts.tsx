import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Flex, Input, Modal, Space, Typography } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { SlipSheet } from '#modules/platform/web/index.ts';
import {
  openWorkerAccounts,
  resetWorkerAccount,
  stopWorkerAccount,
  type WorkerAccount,
  type WorkerSlip,
  workerAccount,
  workerSlips,
} from '#modules/prevention/contract/settings/worker-account.ts';

type Asked = { what: 'disable' | 'reset'; row: WorkerAccount };

/** 防疫员账户: who has none yet, whose password has not been handed out; one by one or many at once. */
export function WorkerAccounts({ modes }: { readonly modes: ReactNode }) {
  const text = useTexts('prevention.workerAccount');
  const { modal } = App.useApp();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [slips, setSlips] = useState<readonly WorkerSlip[] | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(workerAccount) });

  const open = (rows: readonly WorkerAccount[], done?: () => void) =>
    modal.confirm({
      title: text('open'),
      content: text('openAsk', { n: rows.length }),
      onOk: async () => {
        const { failed } = await call(openWorkerAccounts, { body: { staffIds: rows.map((row) => row.id) } });
        await refresh();
        done?.();
        if (failed.length > 0)
          modal.warning({
            title: text('failed'),
            content: (
              <Flex vertical data-record>
                {failed.map((one) => (
                  <span key={one.staffId}>{`${one.name} ${one.msg}`}</span>
                ))}
              </Flex>
            ),
          });
      },
    });
  const print = (rows: readonly WorkerAccount[], done?: () => void) =>
    modal.confirm({
      title: text('slipOne'),
      content: text('slipAsk'),
      okText: text('printNow'),
      onOk: async () => {
        setSlips(await call(workerSlips, { body: { staffIds: rows.map((row) => row.id) } }));
        await refresh();
        done?.();
      },
    });
  const batch = (list: ResourceList) => {
    const chosen = list.selected as unknown as WorkerAccount[];
    const without = chosen.filter((row) => !row.hasAccount);
    const due = chosen.filter((row) => row.slipDue);
    return (
      <Space wrap>
        {modes}
        {chosen.length > 0 && (
          <>
            <Button disabled={without.length === 0} onClick={() => open(without, () => list.select([]))}>
              {text('openN', { n: without.length })}
            </Button>
            <Button disabled={due.length === 0} onClick={() => print(due, () => list.select([]))}>
              {text('slips', { n: due.length })}
            </Button>
          </>
        )}
      </Space>
    );
  };
  return (
    <>
      <ResourcePage
        resource={workerAccount}
        isOwn={false}
        extra={batch}
        actions={(row) => [
          ...(row.hasAccount ? [] : [{ key: 'open', label: text('open'), run: () => open([row]) }]),
          ...(row.slipDue ? [{ key: 'slip', label: text('slipOne'), run: () => print([row]) }] : []),
          ...(row.accountStatus === 'active'
            ? [
                { key: 'reset', label: text('reset'), run: () => setAsked({ what: 'reset' as const, row }) },
                {
                  key: 'disable',
                  label: text('disable'),
                  danger: true,
                  run: () => setAsked({ what: 'disable' as const, row }),
                },
              ]
            : []),
        ]}
      />
      {asked && (
        <Because
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={async (slip) => {
            setAsked(null);
            await refresh();
            if (slip) showOnce(slip);
          }}
        />
      )}
      {slips && <SlipSheet slips={slips} onDone={() => setSlips(null)} />}
    </>
  );

  function showOnce(slip: WorkerSlip) {
    modal.success({
      title: text('newPassword'),
      okText: text('printNow'),
      closable: true,
      content: (
        <Flex vertical gap={4} data-record>
          <Typography.Text>{`${slip.realName} ${slip.username}`}</Typography.Text>
          <Typography.Text code copyable style={{ fontSize: 16 }}>
            {slip.password}
          </Typography.Text>
          <Typography.Text type="secondary">{text('until', { at: wallTime(slip.validUntil) })}</Typography.Text>
          <Typography.Text type="warning">{text('passwordOnce')}</Typography.Text>
        </Flex>
      ),
      onOk: () => setSlips([slip]),
    });
  }
}

interface BecauseProps {
  readonly asked: Asked;
  onClose(): void;
  onDone(slip: WorkerSlip | null): Promise<void>;
}

function Because({ asked: { what, row }, onClose, onDone }: BecauseProps) {
  const id = useId();
  const text = useTexts('prevention.workerAccount');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const body = { staffId: row.id, reason };
      if (what === 'disable') await call(stopWorkerAccount, { body });
      await onDone(what === 'reset' ? await call(resetWorkerAccount, { body }) : null);
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={
        <span>
          {text(what)} <span data-record>{row.name}</span>
        </span>
      }
      okText={text(what)}
      okButtonProps={{ danger: what === 'disable', disabled: reason.trim().length < 2 }}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <label htmlFor={`${id}-reason`}>{text('reason')}</label>
      <Input.TextArea
        id={`${id}-reason`}
        autoFocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
