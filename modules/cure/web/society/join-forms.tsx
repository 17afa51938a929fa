import { Alert, Button, Card, Form, Input, Radio, Result, Select, Typography } from 'antd';
import { useState } from 'react';
import { isPii } from '#kit/contract/pii.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { applyByLink, type ExpertJoin, type JoinShown, type MemberJoin } from '#modules/cure/contract/society/join.ts';
import '../room/room.css';

interface Props {
  readonly k: string;
  readonly about: JoinShown;
}

/** For whoever came by a link and has no account: the society's form, and afterwards the number it was taken in under. */
export function JoinPage({ k, about }: Props) {
  const text = useTexts('cure.join');
  const [docNo, setDocNo] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (form: MemberJoin | ExpertJoin) => {
    setBusy(true);
    try {
      setDocNo((await call(applyByLink, { body: { k, form } })).docNo);
    } catch {
      // The call said what is wrong; the form stays as it was typed.
    } finally {
      setBusy(false);
    }
  };
  if (docNo) return <Result status="success" title={text('taken', { docNo })} subTitle={text('takenHint')} />;
  return (
    <div className="ml-call-page">
      <Card title={<span data-record>{text(`title.${about.kind}`, { society: about.society })}</span>}>
        <Typography.Paragraph type="secondary">
          {text('until', { at: wallTime(about.validUntil).slice(0, 16) })}
        </Typography.Paragraph>
        {about.kind === 'memberJoin' ? (
          <MemberForm about={about} isBusy={isBusy} onSend={send} />
        ) : (
          <ExpertForm about={about} isBusy={isBusy} onSend={send} />
        )}
      </Card>
    </div>
  );
}

interface FormProps {
  readonly about: JoinShown;
  readonly isBusy: boolean;
  onSend(form: MemberJoin | ExpertJoin): Promise<void>;
}

const usePersonal = () => {
  const text = useTexts('cure.join');
  const must = { required: true, message: text('needed') };
  const right = (kind: 'phone' | 'idCard') => ({
    validator: (_: unknown, value?: string) =>
      !value || isPii(kind, value) ? Promise.resolve() : Promise.reject(new Error(text('wrongNumber'))),
  });
  return { must, right };
};

function MemberForm({ about, isBusy, onSend }: FormProps) {
  const text = useTexts('cure.join');
  const { must, right } = usePersonal();
  const [form] = Form.useForm<MemberJoin>();
  const memberKind = Form.useWatch('memberKind', form) ?? 'unit';
  const levels = about.levels.filter((one) => one.memberKind === memberKind);
  const levelId = Form.useWatch('levelId', form);
  const chosen = levels.find((one) => one.id === levelId);
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ memberKind: 'unit' }}
      onFinish={(values) => void onSend({ ...values, kind: 'memberJoin' })}
    >
      <Form.Item name="memberKind" label={text('memberKind')}>
        <Radio.Group
          onChange={() => form.resetFields(['levelId'])}
          options={(['unit', 'person'] as const).map((value) => ({ value, label: text(value) }))}
        />
      </Form.Item>
      <Form.Item name="applicantName" label={text(memberKind === 'unit' ? 'unitName' : 'personName')} rules={[must]}>
        <Input maxLength={80} />
      </Form.Item>
      {memberKind === 'unit' && (
        <Form.Item
          name="creditCode"
          label={text('creditCode')}
          rules={[must, { pattern: /^[0-9A-Z]{18}$/, message: text('wrongNumber') }]}
        >
          <Input maxLength={18} />
        </Form.Item>
      )}
      {memberKind === 'unit' && (
        <Form.Item name="representative" label={text('representative')}>
          <Input maxLength={40} />
        </Form.Item>
      )}
      {memberKind === 'person' && (
        <Form.Item name="idCard" label={text('idCard')} rules={[must, right('idCard')]}>
          <Input maxLength={18} />
        </Form.Item>
      )}
      <Form.Item name="phone" label={text('phone')} rules={[must, right('phone')]}>
        <Input maxLength={15} inputMode="tel" />
      </Form.Item>
      <Form.Item name="levelId" label={text('level')} rules={[must]}>
        <Select options={levels.map((one) => ({ value: one.id, label: one.name }))} />
      </Form.Item>
      {chosen && (
        <Alert
          type="info"
          title={
            <span data-record>
              {text('yearFee')} {moneyText(chosen.yearFee)}
            </span>
          }
        />
      )}
      <Form.Item name="remark" label={text('remark')} style={{ marginTop: 12 }}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {text('send')}
      </Button>
    </Form>
  );
}

function ExpertForm({ about, isBusy, onSend }: FormProps) {
  const text = useTexts('cure.join');
  const { must, right } = usePersonal();
  return (
    <Form<ExpertJoin>
      layout="vertical"
      initialValues={{ species: [], speaks: ['zh'] }}
      onFinish={(values) => void onSend({ ...values, kind: 'expertJoin' })}
    >
      <Form.Item name="personName" label={text('personName')} rules={[must]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="phone" label={text('phone')} rules={[must, right('phone')]}>
        <Input maxLength={15} inputMode="tel" />
      </Form.Item>
      <Form.Item name="idCard" label={text('idCard')} rules={[must, right('idCard')]}>
        <Input maxLength={18} />
      </Form.Item>
      <Form.Item name="employer" label={text('employer')} rules={[must]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="title" label={text('rank')} rules={[must]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="fieldTagId" label={text('field')}>
        <Select allowClear options={about.fields.map((one) => ({ value: one.id, label: one.name }))} />
      </Form.Item>
      <Form.Item name="species" label={text('species')} rules={[must]}>
        <Select mode="multiple" options={about.species} />
      </Form.Item>
      <Form.Item name="speaks" label={text('speaks')} rules={[must]}>
        <Select mode="multiple" options={about.speaks} />
      </Form.Item>
      <Form.Item name="introduction" label={text('introduction')}>
        <Input.TextArea rows={3} maxLength={1000} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {text('send')}
      </Button>
    </Form>
  );
}
