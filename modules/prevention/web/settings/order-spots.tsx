import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Modal, Tag, Typography, theme } from 'antd';
import { useState } from 'react';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { orderVideoSpots, type VideoSpot, videoSpot } from '#modules/prevention/contract/settings/video-spot.ts';

const { list } = endpointsOf(videoSpot);

/** Every spot in its order: dragged, or moved by the arrows for whoever has no mouse. */
export function OrderSpots({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useTexts('prevention.videoSpot');
  const { token } = theme.useToken();
  const client = useQueryClient();
  const [moved, setMoved] = useState<readonly VideoSpot[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.videoSpot.order'],
    gcTime: 0,
    queryFn: async () => {
      if (!list) return [];
      return (await call(list, { query: { pageSize: 200, pageNum: 1 }, quiet: true })) as VideoSpot[];
    },
  });
  const rows = moved ?? data ?? [];
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return;
    const next = [...rows];
    const [one] = next.splice(from, 1);
    if (one) next.splice(to, 0, one);
    setMoved(next);
  };
  const save = async () => {
    setBusy(true);
    try {
      await call(orderVideoSpots, { body: { idArr: rows.map((row) => row.id) } });
      await client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('orderTitle')}
      okButtonProps={{ disabled: moved === null }}
      okText={t('kit.save')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <Typography.Paragraph type="secondary">
            {text('orderHint')} {text('shown', { n: rows.filter((row) => row.onScreen).length, all: rows.length })}
          </Typography.Paragraph>
          <Flex vertical gap={4} style={{ maxHeight: 460, overflow: 'auto' }} component="ol" data-record>
            {rows.map((row, at) => (
              <li
                key={row.id}
                draggable
                title={text('drag')}
                onDragStart={() => setDragged(at)}
                onDragOver={(event) => {
                  event.preventDefault();
                  if (dragged === null || dragged === at) return;
                  move(dragged, at);
                  setDragged(at);
                }}
                onDragEnd={() => setDragged(null)}
                style={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 8,
                  padding: '6px 8px',
                  cursor: 'grab',
                  border: `1px solid ${token.colorBorderSecondary}`,
                  borderRadius: token.borderRadius,
                  background: dragged === at ? token.colorFillSecondary : token.colorBgContainer,
                }}
              >
                <HolderOutlined aria-hidden />
                <span style={{ width: 24, color: token.colorTextSecondary }}>{at + 1}</span>
                <span style={{ flex: 1 }}>{row.name}</span>
                {row.onScreen && <Tag color="green">{text('onScreen')}</Tag>}
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={`${text('up')} ${row.name}`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={`${text('down')} ${row.name}`}
                  disabled={at === rows.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </li>
            ))}
          </Flex>
        </>
      )}
    </Modal>
  );
}
