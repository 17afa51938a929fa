import { Flex, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChoices } from '../site/parts.ts';
import type { Explain, QueuedExplain } from './count-outbox.ts';
import type { BookLine } from './use-count.ts';

const needProof: readonly Explain[] = ['elsewhere', 'dead', 'tagLost'];

/** Why a head was not seen; what somebody claims to have seen is shown. */
export function ExplainDialog({
  line,
  onDone,
  onClose,
}: {
  readonly line: BookLine;
  onDone(one: QueuedExplain): void;
  onClose(): void;
}) {
  const text = useTexts('bank.countPage');
  const choices = useChoices('count_explain');
  const [explain, setExplain] = useState<Explain>('none');
  const [note, setNote] = useState('');
  const [proof, setProof] = useState<readonly Picture[]>([]);
  const asks = needProof.includes(explain);
  return (
    <Modal
      open
      title={<span data-record>{`${text('explainTitle')} · ${line.earTag}`}</span>}
      okText={text('explainSave')}
      okButtonProps={{ disabled: asks && proof.length === 0 }}
      onOk={() => {
        onDone({ animalId: line.animalId, earTag: line.earTag, explain, note, proof });
        onClose();
      }}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <Radio.Group
          aria-label={text('explainTitle')}
          value={explain}
          onChange={({ target }) => setExplain(target.value as Explain)}
        >
          <Flex vertical gap={8}>
            {choices.map((one) => (
              <Radio key={one.value} value={one.value}>
                {one.label}
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
        <Input
          maxLength={300}
          aria-label={text('note')}
          placeholder={text('note')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {explain !== 'none' && (
          <PictureField
            label={text('proof')}
            {...(asks && { hint: text('proofNeeded') })}
            most={4}
            value={proof}
            onChange={setProof}
          />
        )}
      </Flex>
    </Modal>
  );
}
