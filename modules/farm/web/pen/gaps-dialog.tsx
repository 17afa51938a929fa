import { useQuery } from '@tanstack/react-query';
import { Flex, Modal, Select, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { turntable } from '#modules/farm/contract/herd/moves.ts';
import { type CountGap, explainCount, type PenCount } from '#modules/farm/contract/pen/pens.ts';

const reasons = ['moved', 'missing', 'dead', 'tagLost'] as const;
type Reason = (typeof reasons)[number];

/** R8: what became of each animal that was not read; each answer makes its document. */
export function GapsDialog({ count, onClose }: { readonly count: PenCount; onClose(): void }) {
  const joined = useJoined();
  const text = useTexts('farm.penPage');
  const [told, setTold] = useState<Readonly<Record<number, { reason: Reason; toPenId?: number }>>>({});
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['farm', 'turntable', 'pens', count.principalId],
    queryFn: () => call(turntable, { query: { farmId: String(count.principalId) } as never, quiet: true }),
  });
  const missing = (count.missing as CountGap[]).filter((one) => one.reason === null);
  const extra = (count.extra as CountGap[]).filter((one) => one.reason === null);
  const save = async () => {
    setBusy(true);
    try {
      const explanations = [
        ...missing.flatMap(({ animalId }) => (told[animalId] ? [{ animalId, ...told[animalId] }] : [])),
        ...extra.map(({ animalId }) => ({ animalId, reason: 'moved' as const })),
      ];
      await call(explainCount, { body: { id: count.id, version: count.version, explanations } });
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open width={640} title={text('explain')} onCancel={onClose} confirmLoading={busy} onOk={() => void save()}>
      <Flex vertical gap={8}>
        {missing.map(({ animalId, earTag }) => (
          <Flex key={animalId} gap={8} wrap align="center">
            <Typography.Text style={{ inlineSize: 150 }}>{earTag}</Typography.Text>
            <Select
              style={{ inlineSize: 140 }}
              placeholder={text('reason')}
              options={reasons.map((one) => ({ value: one, label: text(`reason_${one}`) }))}
              onChange={(reason: Reason) => setTold({ ...told, [animalId]: { reason } })}
            />
            {told[animalId]?.reason === 'moved' && (
              <Select
                style={{ inlineSize: 200 }}
                placeholder={text('toPen')}
                options={(data?.pens ?? []).map((pen) => ({ value: pen.id, label: pen.name }))}
                onChange={(toPenId: number) => setTold({ ...told, [animalId]: { reason: 'moved', toPenId } })}
              />
            )}
          </Flex>
        ))}
        {extra.length > 0 && (
          <Typography.Text>
            {text('extraHere', { n: extra.length, tags: joined(extra.map((one) => one.earTag)) })}
          </Typography.Text>
        )}
      </Flex>
    </Modal>
  );
}
