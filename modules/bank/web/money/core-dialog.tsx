import { useQueryClient } from '@tanstack/react-query';
import { Alert, Flex, Input, Modal, Table, Upload } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { importPayments } from '#modules/bank/contract/money/money.ts';
import { useChoices, useLabel } from '../site/parts.ts';
import { coreKinds, readCore } from './core-rows.ts';

type Told = z.output<typeof importPayments.data>;

/** The core system's file: matched, booked, known and differing, before anything else is done with it. */
export function CoreDialog({ onClose }: { onClose(): void }) {
  const text = useTexts('bank.coreDialog');
  const client = useQueryClient();
  const kindOf = useLabel('bank_core_difference_kind');
  const [content, setContent] = useState('');
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told | null>(null);
  const kinds = useChoices('payment_kind');
  const { file, bad } = readCore(content, {
    kindOf: (word) =>
      coreKinds.find((one) => one === word || kinds.some((kind) => kind.value === one && kind.label === word)),
    balance: text('balance'),
  });
  const send = async () => {
    setBusy(true);
    try {
      setTold(await call(importPayments, { body: file }));
      void client.invalidateQueries();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={760}
      title={text('title')}
      okText={told ? text('close') : text('send', { n: file.rows.length + file.balances.length })}
      okButtonProps={{ disabled: !told && (bad.length > 0 || file.rows.length + file.balances.length === 0) }}
      confirmLoading={busy}
      onOk={() => (told ? onClose() : void send())}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <p>{text('how')}</p>
        {!told && (
          <>
            <Upload.Dragger
              accept=".csv,.txt"
              showUploadList={false}
              beforeUpload={(given) => {
                void given.text().then(setContent);
                return false;
              }}
            >
              {text('drop')}
            </Upload.Dragger>
            <Input.TextArea
              rows={6}
              value={content}
              aria-label={text('title')}
              onChange={({ target }) => setContent(target.value)}
            />
          </>
        )}
        {bad.length > 0 && (
          <Alert
            type="error"
            title={text('bad')}
            description={bad.slice(0, 5).map((one) => <div key={one.line}>{`${one.line}: ${one.text}`}</div>)}
          />
        )}
        {told && (
          <>
            <Alert
              type={told.differing.length > 0 ? 'warning' : 'success'}
              showIcon
              title={text('told', {
                matched: told.matched,
                made: told.new,
                known: told.known,
                n: told.differing.length,
              })}
            />
            {told.differing.length > 0 && (
              <Table
                size="small"
                rowKey={(one) => `${one.kind} ${one.coreRef} ${one.coreValue}`}
                dataSource={told.differing}
                pagination={{ pageSize: 20, hideOnSinglePage: true }}
                scroll={{ x: 600 }}
                columns={[
                  { key: 'ref', title: text('ref'), dataIndex: 'coreRef' },
                  { key: 'loan', title: text('loan'), dataIndex: 'loanNo' },
                  { key: 'kind', title: text('kind'), render: (_, one) => kindOf(one.kind) },
                  { key: 'ours', title: text('ours'), render: (_, one) => one.ourValue ?? '-' },
                  { key: 'core', title: text('core'), dataIndex: 'coreValue' },
                ]}
              />
            )}
          </>
        )}
      </Flex>
    </Modal>
  );
}
