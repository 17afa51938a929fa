import { EyeOutlined } from '@ant-design/icons';
import { Button, Input, Modal, Space, Tooltip, Typography } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';

interface RevealProps {
  /** `module.resource` of the record. */
  readonly entity: string;
  readonly id: number;
  readonly field: string;
  readonly mask: string | null;
}

const permission = 'sys:sensitive:view';

/** A masked number; whoever may, sees it whole after giving a reason, which is written down. It is masked again when the page is left. */
export function Reveal({ entity, id, field, mask }: RevealProps) {
  const t = useT();
  const may = useCan(permission);
  const [clear, setClear] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!mask) return <span>-</span>;
  const ask = async () => {
    setBusy(true);
    try {
      setClear(await lookups().reveal({ entity, id, field, reason: reason?.trim() ?? '' }));
      setReason(null);
    } catch {
      // The client has told the refusal already; the dialog stays for another try.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Space size={4}>
      <Typography.Text copyable={clear ? { text: clear, tooltips: [t('kit.copy'), t('kit.copied')] } : false}>
        {clear ?? mask}
      </Typography.Text>
      {may && !clear && (
        <Tooltip title={t('kit.reveal')}>
          <Button
            type="text"
            size="small"
            icon={<EyeOutlined />}
            aria-label={t('kit.reveal')}
            onClick={() => setReason('')}
          />
        </Tooltip>
      )}
      <Modal
        open={reason !== null}
        title={t('kit.reveal')}
        onCancel={() => setReason(null)}
        onOk={() => void ask()}
        okButtonProps={{ disabled: (reason?.trim().length ?? 0) < 2, loading: busy }}
        destroyOnHidden
      >
        <Typography.Paragraph type="secondary">{t('kit.revealNote')}</Typography.Paragraph>
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={200}
          showCount
          value={reason ?? ''}
          aria-label={t('kit.revealReason')}
          placeholder={t('kit.revealReason')}
          onChange={(event) => setReason(event.target.value)}
        />
      </Modal>
    </Space>
  );
}
