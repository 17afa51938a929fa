import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Modal, QRCode, Select, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { paper } from '#kit/web/ui/palette.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  type JoinKind,
  joinLinks,
  makeJoinLink,
  mayHandOut,
  revokeJoinLink,
} from '#modules/cure/contract/society/join.ts';
import { useSocieties } from './use-societies.ts';

/** A link to join by: shown once, as a code to hang up or send; those that are open can be taken back. */
export function JoinLinksButton({ kind }: { readonly kind: JoinKind }) {
  const text = useTexts('cure.join');
  const { actions } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!actions.has(mayHandOut[kind])) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text(`make.${kind}`)}</Button>
      {isOpen && <JoinLinks kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}

function JoinLinks({ kind, onClose }: { readonly kind: JoinKind; onClose(): void }) {
  const text = useTexts('cure.join');
  const societies = useSocieties();
  const [chosen, setChosen] = useState<number | null>(null);
  const [url, setUrl] = useState('');
  const societyId = chosen ?? societies[0]?.id ?? 0;
  const { data = [], refetch } = useQuery({
    queryKey: ['cure.joinLinks', kind, societyId],
    queryFn: () => call(joinLinks, { query: { societyId, kind }, quiet: true }),
    enabled: societyId > 0,
  });
  const make = async () => {
    const { path } = await call(makeJoinLink, { body: { societyId, kind } });
    setUrl(`${location.origin}${path}`);
    await refetch();
  };
  const revoke = async (id: number) => {
    await call(revokeJoinLink, { body: { id } });
    await refetch();
  };
  return (
    <Modal open title={text(`make.${kind}`)} footer={null} onCancel={onClose}>
      <Flex vertical gap={12}>
        {societies.length > 1 && (
          <Select
            aria-label={text('society')}
            value={societyId}
            onChange={setChosen}
            options={societies.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
        <Typography.Text type="secondary">{text(`makeHint.${kind}`)}</Typography.Text>
        <Button type="primary" disabled={societyId === 0} onClick={() => void make().catch(() => {})}>
          {text('makeNow')}
        </Button>
        {url && (
          <Flex vertical align="center" gap={8} data-record>
            <QRCode value={url} size={200} type="svg" color={paper.black} bgColor={paper.white} />
            <Typography.Text copyable code style={{ wordBreak: 'break-all' }}>
              {url}
            </Typography.Text>
            <Typography.Text type="warning">{text('once')}</Typography.Text>
          </Flex>
        )}
        {data.map((one) => (
          <Flex key={one.id} gap={8} align="center" justify="space-between">
            <span data-record>
              {wallTime(one.validUntil).slice(0, 10)} {text('uses', { n: one.uses, most: one.maxUses })}
            </span>
            <Flex gap={8} align="center">
              <Tag color={one.status === 'open' ? 'success' : 'default'}>{text.any(`status.${one.status}`)}</Tag>
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
