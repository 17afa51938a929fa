import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Flex, Form, Input, Modal, Segmented, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { type InviteLink, linksOf, makeLink, revokeLink } from '#modules/cure/contract/room/room.ts';

type Kind = InviteLink['kind'];

/** R29: a link is shown once; those that are still open can be taken back. */
export function LinkDialog({ consultId, onClose }: { readonly consultId: number; onClose(): void }) {
  const text = useTexts('cure.room');
  const [kind, setKind] = useState<Kind>('roomGuest');
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ url: string; until: string } | null>(null);
  const { data = [], refetch } = useQuery({
    queryKey: ['cure.links', consultId],
    queryFn: () => call(linksOf, { query: { consultId }, quiet: true }),
  });
  const make = async () => {
    const { path, validUntil } = await call(makeLink, { body: { consultId, kind, shownName: name.trim() } });
    setMade({ url: `${location.origin}${path}`, until: validUntil });
    await refetch();
  };
  const revoke = async (id: number) => {
    await call(revokeLink, { body: { id } });
    await refetch();
  };
  return (
    <Modal open title={text('link')} footer={null} onCancel={onClose}>
      <Form layout="vertical" onFinish={() => void make().catch(() => {})}>
        <Segmented<Kind>
          block
          value={kind}
          onChange={setKind}
          options={(['roomGuest', 'expertCase'] as const).map((value) => ({ value, label: text(`kind.${value}`) }))}
        />
        <Typography.Paragraph type="secondary" style={{ margin: '8px 0' }}>
          {text(`kindHint.${kind}`)}
        </Typography.Paragraph>
        <Form.Item label={text('guestName')} htmlFor="room-guest">
          <Input id="room-guest" maxLength={30} value={name} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {text('makeLink')}
        </Button>
      </Form>
      {made && (
        <Flex vertical gap={4} style={{ marginTop: 12 }}>
          <Typography.Text copyable code data-record data-testid="invite-link">
            {made.url}
          </Typography.Text>
          <Typography.Text type="secondary">
            {text('once', { until: wallTime(made.until).slice(0, 16) })}
          </Typography.Text>
        </Flex>
      )}
      <Flex vertical gap={8} style={{ marginTop: 16 }}>
        {data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noLinks')} />}
        {data.map((one) => (
          <Flex key={one.id} gap={8} align="center" justify="space-between">
            <span data-record>
              {one.shownName || text(`kind.${one.kind}`)} {wallTime(one.validUntil).slice(5, 16)}
            </span>
            <Flex gap={8} align="center">
              {one.answer && <Tag>{text.any(`answer.${one.answer}`)}</Tag>}
              <Tag color={one.status === 'open' ? 'success' : 'default'}>{text.any(`linkStatus.${one.status}`)}</Tag>
              {one.status === 'open' && (
                <Button size="small" danger onClick={() => void revoke(one.id).catch(() => {})}>
                  {text('revoke')}
                </Button>
              )}
            </Flex>
          </Flex>
        ))}
      </Flex>
    </Modal>
  );
}
