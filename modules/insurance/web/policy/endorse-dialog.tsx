import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Form, Input, Modal, Radio, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { z } from 'zod';
import type { BodyInput } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { insPolicyAnimal } from '#modules/insurance/contract/policy/policy.ts';
import { makeEndorsement } from '#modules/insurance/contract/policy/policy-calls.ts';
import { useChoices } from '../common/inputs.tsx';
import { AddedAnimals, isSeen, none, sendAdded, tagsOf } from './added-animals.tsx';

type Kind = BodyInput<typeof makeEndorsement>['kind'];
type Told = z.output<typeof makeEndorsement.data>;
const offered: readonly Kind[] = ['add', 'remove', 'transfer', 'beneficiary', 'correct', 'terminate', 'cancel'];

/** A change under a running policy: which animals, from when, and what it comes to before it is sent. */
export function EndorseDialog({ policyId, onClose }: { readonly policyId: number; onClose(): void }) {
  const text = useTexts('insurance.endorse');
  const client = useQueryClient();
  const kinds = useChoices('ins_endorse').filter((one) => offered.includes(one.value as Kind));
  const [kind, setKind] = useState<Kind>('remove');
  const [chosen, setChosen] = useState<number[]>([]);
  const [on, setOn] = useState(dayjs());
  const [reason, setReason] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  const [word, setWord] = useState('');
  const [added, setAdded] = useState(none);
  const isWhole = kind === 'terminate' || kind === 'cancel' || kind === 'add';
  const asksWord = kind === 'beneficiary' || kind === 'correct';
  const { data } = useRows(insPolicyAnimal, { policyId: String(policyId), status: 'live,transferPending' }, 1, 200);
  const run = async (dryRun: boolean) => {
    setBusy(true);
    try {
      const answer = await call(makeEndorsement, {
        body: {
          policyId,
          kind,
          policyAnimalIds: isWhole ? [] : chosen,
          effectiveOn: on.format('YYYY-MM-DD'),
          reason: reason.trim() || '-',
          ...(kind === 'beneficiary' && { bank: word.trim() || null }),
          ...(kind === 'correct' && { policyNo: word.trim() || null }),
          ...(kind === 'add' && {
            animals: dryRun ? tagsOf(added).map((earTag) => ({ earTag })) : await sendAdded(added),
          }),
          dryRun,
        },
      });
      setTold(answer);
      if (dryRun) return;
      notify('success', text('made', { docNo: answer.docNo ?? '' }));
      void client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  const isReady =
    kind === 'add'
      ? tagsOf(added).length > 0
      : isWhole || chosen.length > 0 || (kind === 'correct' && word.trim().length >= 3);
  // What an animal must be photographed from is known once its price is.
  const isPictured = kind !== 'add' || (told !== null && isSeen(added, told.angles));
  return (
    <Modal
      open
      width={720}
      title={text('new')}
      onCancel={onClose}
      footer={[
        <Button key="try" loading={busy} disabled={!isReady} onClick={() => void run(true)}>
          {text('preview')}
        </Button>,
        <Button
          key="send"
          type="primary"
          loading={busy}
          disabled={!isReady || !isPictured || reason.trim().length < 2}
          onClick={() => void run(false)}
        >
          {text('submit')}
        </Button>,
      ]}
    >
      <Form layout="vertical">
        <Form.Item label={text('kind')}>
          <Radio.Group
            value={kind}
            options={kinds}
            onChange={({ target }) => {
              setKind(target.value as Kind);
              setTold(null);
            }}
          />
        </Form.Item>
        <Form.Item label={text('effectiveOn')}>
          <DatePicker value={on} allowClear={false} onChange={(day) => day && setOn(day)} />
        </Form.Item>
        <Form.Item label={text('reason')} required>
          <Input.TextArea rows={2} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
        {asksWord && (
          <Form.Item
            label={text(kind === 'correct' ? 'policyNo' : 'bank')}
            extra={kind === 'correct' ? text('correctHint') : undefined}
          >
            <Input maxLength={80} value={word} onChange={({ target }) => setWord(target.value)} />
          </Form.Item>
        )}
        {kind === 'add' && <AddedAnimals value={added} angles={told?.angles ?? []} onChange={setAdded} />}
        {!isWhole && (
          <Table
            size="small"
            rowKey="id"
            loading={!data}
            dataSource={data?.rows ?? []}
            scroll={{ y: 240 }}
            pagination={false}
            rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => setChosen(keys as number[]) }}
            columns={[
              { key: 'tag', title: text('animals'), render: (_, row) => <span data-record>{row.earTag}</span> },
              { key: 'holder', title: '', render: (_, row) => <span data-record>{row.holderName}</span> },
              { key: 'status', title: '', render: (_, row) => row.statusName },
            ]}
          />
        )}
        {told && (
          <Alert
            style={{ marginBlockStart: 12 }}
            type="info"
            title={text('delta', {
              premium: moneyText(told.premiumDeltaCents),
              farmer: moneyText(told.farmerDeltaCents),
            })}
            description={told.lines.slice(0, 5).map((one) => (
              <div key={one.earTag} data-record>
                {one.how
                  ? `${one.earTag}: ${one.how} = ${moneyText(one.cents)}`
                  : text('change', { before: `${one.earTag} ${one.before ?? ''}`, after: one.after ?? '-' })}
              </div>
            ))}
          />
        )}
      </Form>
    </Modal>
  );
}
