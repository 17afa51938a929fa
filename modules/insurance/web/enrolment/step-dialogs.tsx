import { Checkbox, DatePicker, Form, Input, Modal } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import type { InsEnrolment } from '#modules/insurance/contract/enrolment/enrolment.ts';
import { moveCover } from '#modules/insurance/contract/enrolment/list-building.ts';
import { postNotice } from '#modules/insurance/contract/notice/notice.ts';
import { issuePolicy } from '#modules/insurance/contract/policy/policy-calls.ts';
import { PostedDialog } from '../common/posted-dialog.tsx';

interface Props {
  readonly list: InsEnrolment;
  onClose(): void;
}

export function IssueDialog({ list, onClose }: Props) {
  const joined = useJoined();
  const text = useTexts('insurance.detail');
  const { busy, act } = useAct(onClose);
  const [policyNo, setPolicyNo] = useState('');
  const [dropUnpaid, setDrop] = useState(false);
  const run = () =>
    act(
      () =>
        call(issuePolicy, {
          body: { enrolmentId: list.id, version: list.version, policyNo: policyNo.trim() || null, dropUnpaid },
        }),
      (made) => {
        notify('success', text('issued', { docNo: made.docNo, n: made.head }));
        if (made.dropped.length > 0) notify('warning', text('dropped', { names: joined(made.dropped) }));
      },
    );
  return (
    <Modal open title={text('issue')} confirmLoading={busy} onOk={run} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={text('policyNo')} extra={text('policyNoHint')}>
          <Input value={policyNo} maxLength={60} onChange={({ target }) => setPolicyNo(target.value)} />
        </Form.Item>
        <Checkbox checked={dropUnpaid} onChange={({ target }) => setDrop(target.checked)}>
          {text('dropUnpaid')}
        </Checkbox>
      </Form>
    </Modal>
  );
}

export function PostDialog({ list, onClose }: Props) {
  const text = useTexts('insurance.detail');
  const { busy, act } = useAct(onClose);
  const run = (posted: { place: string; photos: number[] }) =>
    act(
      () => call(postNotice, { body: { enrolmentId: list.id, version: list.version, ...posted } }),
      ({ endsAt }) =>
        notify(
          'success',
          text('posted', { date: wallTime(new Date(Date.parse(endsAt) - 1000).toISOString()).slice(0, 10) }),
        ),
    );
  return <PostedDialog words="insurance.detail" busy={busy} onPost={run} onClose={onClose} />;
}

export function CoverDialog({ list, onClose }: Props) {
  const text = useTexts('insurance.detail');
  const { busy, act } = useAct(onClose);
  const [from, setFrom] = useState(dayjs(list.coverFrom));
  const run = () =>
    act(() => call(moveCover, { body: { id: list.id, version: list.version, coverFrom: from.format('YYYY-MM-DD') } }));
  return (
    <Modal open title={text('moveCover')} confirmLoading={busy} onOk={run} onCancel={onClose}>
      <DatePicker
        value={from}
        allowClear={false}
        minDate={dayjs().add(1, 'day')}
        onChange={(day) => day && setFrom(day)}
      />
    </Modal>
  );
}
