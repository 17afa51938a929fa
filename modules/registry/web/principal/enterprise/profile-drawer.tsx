import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Col, Drawer, Form, Input, InputNumber, Row, Select } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { enterpriseDetail, saveEnterprise } from '#modules/registry/contract/principal/enterprise.ts';

interface Props {
  readonly id: number;
  onClose(): void;
  onSaved(): void;
}

const numbers = ['designCapacity', 'annualOutput', 'staffCount', 'landArea'] as const;
const lines = ['mainProducts', 'publicPhone', 'website', 'videoUrl', 'panoramaUrl'] as const;
const links = new Set<string>(['website', 'videoUrl', 'panoramaUrl']);
const names = ['leadingGrade', 'introduction', ...numbers, ...lines] as const;

/** What an enterprise says of itself. */
export function ProfileDrawer({ id, onClose, onSaved }: Props) {
  const t = useT();
  const text = useTexts('registry.enterprise');
  const [form] = Form.useForm();
  const [isDirty, setDirty] = useState(false);
  const confirmLeave = useConfirmLeave();
  const grades = useDict('leading_grade').options;
  const query = useQuery({
    queryKey: ['registry.enterprise', 'profile', id],
    queryFn: () => call(enterpriseDetail, { params: { id }, quiet: true }),
    gcTime: 0,
  });
  const saving = useMutation({
    mutationFn: (values: Record<string, string | number | null | undefined>) => {
      const sent = Object.fromEntries(names.map((name) => [name, values[name] === '' ? null : (values[name] ?? null)]));
      return call(saveEnterprise, { body: { principalId: id, ...sent } as never });
    },
    onSuccess: () => {
      notify('success', t('ok.saved'));
      onSaved();
    },
    onError: (error) => {
      if (error instanceof ApiError)
        form.setFields(error.errors.map((one) => ({ name: one.field, errors: [one.msg] })));
    },
  });
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  return (
    <Drawer
      open
      size="min(720px, 100vw)"
      title={<span data-record>{query.data?.principalUnitName ?? ''}</span>}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      extra={
        <Button type="primary" loading={saving.isPending} disabled={!query.data} onClick={() => form.submit()}>
          {t('kit.save')}
        </Button>
      }
    >
      {query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Waiting />}
      {query.data && (
        <Form
          form={form}
          layout="vertical"
          initialValues={query.data}
          onValuesChange={() => setDirty(true)}
          onFinish={(values) => saving.mutate(values)}
        >
          <Row gutter={16}>
            <Col span={12}>
              <Form.Item name="leadingGrade" label={text('leadingGrade')}>
                <Select options={grades.map((one) => ({ value: one.dictValue, label: one.dictLabel }))} />
              </Form.Item>
            </Col>
            {numbers.map((name) => (
              <Col key={name} span={12}>
                <Form.Item name={name} label={text(name)}>
                  <InputNumber min={0} precision={name === 'landArea' ? 2 : 0} style={{ width: '100%' }} />
                </Form.Item>
              </Col>
            ))}
            {lines.map((name) => (
              <Col key={name} span={12}>
                <Form.Item
                  name={name}
                  label={text(name)}
                  rules={links.has(name) ? [{ pattern: /^https:\/\/\S+$/, message: text('https') }] : []}
                >
                  <Input maxLength={name === 'publicPhone' ? 30 : links.has(name) ? 300 : 200} />
                </Form.Item>
              </Col>
            ))}
            <Col span={24}>
              <Form.Item name="introduction" label={text('introduction')}>
                <Input.TextArea rows={6} maxLength={2000} showCount />
              </Form.Item>
            </Col>
          </Row>
        </Form>
      )}
    </Drawer>
  );
}
