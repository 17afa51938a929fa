import { useQuery } from '@tanstack/react-query';
import { Checkbox, Flex, Form, Input, Modal, Radio, Select, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { assignSurvey, dispatchCandidates, extendArrival } from '#modules/insurance/contract/claim/dispatch.ts';
import { useChoices } from '../common/inputs.tsx';

interface Props {
  readonly claim: { readonly id: number; readonly version: number; readonly status: string };
  onClose(): void;
}
/** R33: the best first, and what the order is made of. */
export function AssignDialog({ claim, onClose }: Props) {
  const text = useTexts('insurance.boardPage');
  const [staffId, setStaff] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const { busy, act } = useAct(onClose);
  const { data } = useQuery({
    queryKey: ['insurance', 'candidates', claim.id],
    queryFn: () => call(dispatchCandidates, { query: { claimId: String(claim.id) } as never, quiet: true }),
  });
  const chosen = staffId ?? data?.find((one) => one.why === null)?.staffId ?? null;
  const needsReason = claim.status !== 'reported';
  const run = () =>
    act(() =>
      call(assignSurvey, {
        body: { claimId: claim.id, version: claim.version, staffId: chosen ?? 0, reason: reason.trim() || null },
      }),
    );
  return (
    <Modal
      open
      title={text('assign')}
      confirmLoading={busy}
      okButtonProps={{ disabled: chosen === null || (needsReason && !reason.trim()) }}
      onOk={run}
      onCancel={onClose}
    >
      {!data ? (
        <Waiting />
      ) : (
        <Flex vertical gap={12}>
          <Radio.Group value={chosen} onChange={({ target }) => setStaff(target.value as number)}>
            <Flex vertical gap={8}>
              {data.map((one) => (
                <Radio key={one.staffId} value={one.staffId}>
                  <Flex gap={8} wrap>
                    <strong data-record>{one.name}</strong>
                    {one.distanceKm !== null && <span>{text('km', { n: one.distanceKm })}</span>}
                    <span>{text('open', { n: one.open, of: one.maxOpen })}</span>
                    <Tag>{text('score', { n: one.score })}</Tag>
                    {one.why && <Tag color="orange">{text(one.why === 'full' ? 'full' : 'excluded')}</Tag>}
                  </Flex>
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
          <Input.TextArea
            rows={2}
            maxLength={300}
            value={reason}
            aria-label={text('reason')}
            placeholder={text('reason')}
            onChange={({ target }) => setReason(target.value)}
          />
        </Flex>
      )}
    </Modal>
  );
}

export function ExtendDialog({ claim, onClose }: Props) {
  const text = useTexts('insurance.boardPage');
  const reasons = useChoices('ins_extend_reason');
  const [reason, setReason] = useState<'road' | null>(null);
  const [isTold, setTold] = useState(false);
  const { busy, act } = useAct(onClose);
  const run = () =>
    act(() =>
      call(extendArrival, {
        body: { claimId: claim.id, version: claim.version, reason: reason ?? 'road', holderTold: true },
      }),
    );
  return (
    <Modal
      open
      title={text('extend')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !reason || !isTold }}
      onOk={run}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('reason')} required>
          <Select value={reason} options={reasons} onChange={(next) => setReason(next as 'road')} />
        </Form.Item>
        <Checkbox checked={isTold} onChange={({ target }) => setTold(target.checked)}>
          {text('told')}
        </Checkbox>
      </Form>
    </Modal>
  );
}
