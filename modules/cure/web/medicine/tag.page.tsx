import { Modal, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { type CureTag, cureTag, mergeTags } from '#modules/cure/contract/medicine/cure-tag.ts';
import { RefSelect } from '../common/ref-select.tsx';

/** 标签管理: the words of the module; two that mean the same become one. */
export default function TagPage() {
  const text = useTexts('cure.cureTag');
  const mayMerge = useCan('cure:tag:edit');
  const changed = useChanged(cureTag);
  const [from, setFrom] = useState<CureTag | null>(null);
  const [toId, setTo] = useState<number | null>(null);
  const merge = async () => {
    if (!from || toId === null) return;
    await call(mergeTags, { body: { fromId: from.id, toId } });
    setFrom(null);
    await changed();
  };
  return (
    <>
      <ResourcePage
        resource={cureTag}
        actions={(row) =>
          mayMerge && row.status === 'enabled'
            ? [
                {
                  key: 'merge',
                  label: text('_merge'),
                  run: () => {
                    setTo(null);
                    setFrom(row);
                  },
                },
              ]
            : []
        }
      />
      {from && (
        <Modal
          open
          title={text('mergeTitle', { name: from.nameZh })}
          okButtonProps={{ disabled: toId === null || toId === from.id }}
          onOk={() => void merge().catch(() => {})}
          onCancel={() => setFrom(null)}
        >
          <Typography.Paragraph type="secondary">{text('mergeHint')}</Typography.Paragraph>
          <RefSelect
            of="cure.cureTag"
            where={`kind=${from.kind}&status=enabled`}
            label={text('mergeInto')}
            value={toId}
            onChange={setTo}
          />
        </Modal>
      )}
    </>
  );
}
