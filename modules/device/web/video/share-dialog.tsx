import { Form, Input, InputNumber, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { addVideoLink, type ChannelNode } from '#modules/device/contract/video/video.ts';
import { useLabel } from '../common/names.ts';

interface Values {
  page: 'playVedio' | 'simple';
  minutes: number;
  purpose: string;
  forName?: string;
}

/** R56: a link for a while and a purpose; shown once. */
export function ShareDialog({ channels, onClose }: { readonly channels: readonly ChannelNode[]; onClose(): void }) {
  const text = useTexts('device.videoPage');
  const page = useLabel('video_link_page');
  const [form] = Form.useForm<Values>();
  const [link, setLink] = useState<string | null>(null);
  const save = async () => {
    const { forName, ...values } = await form.validateFields();
    const ids = values.page === 'playVedio' ? channels.slice(0, 1) : channels;
    const { path } = await call(addVideoLink, {
      body: { ...values, ...(forName && { forName }), channelIds: ids.map((one) => one.id) },
    });
    setLink(`${location.origin}${path}`);
  };
  return (
    <Modal open title={text('share')} onCancel={onClose} onOk={() => (link ? onClose() : void save())}>
      {link ? (
        <Typography.Paragraph copyable data-record style={{ wordBreak: 'break-all' }}>
          {link}
        </Typography.Paragraph>
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ page: channels.length > 1 ? 'simple' : 'playVedio', minutes: 30 }}
        >
          <Form.Item name="page" label={text('page')}>
            <Select options={(['playVedio', 'simple'] as const).map((value) => ({ value, label: page(value) }))} />
          </Form.Item>
          <Form.Item name="purpose" label={text('purpose')} rules={[{ required: true, min: 2 }]}>
            <Input maxLength={120} />
          </Form.Item>
          <Form.Item name="forName" label={text('forName')}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="minutes" label={text('minutes')}>
            <InputNumber min={5} max={1440} style={{ width: '100%' }} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
