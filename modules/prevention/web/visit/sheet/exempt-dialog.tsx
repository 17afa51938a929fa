import { DatePicker, Flex, Input, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import type { DueAnimal } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useWords } from '../texts.ts';
import type { Mark } from './form.ts';

interface Props {
  readonly animal: DueAnimal;
  readonly mark: Mark | undefined;
  readonly on: string;
  onSave(mark: Mark): void;
  onClose(): void;
}

/** Put off: for a reason, and until a day. */
export function ExemptDialog({ animal, mark, on, onSave, onClose }: Props) {
  const words = useWords();
  const { options } = useDict('immune_exempt');
  const [reason, setReason] = useState(mark?.exemptReason);
  const [until, setUntil] = useState(mark?.exemptUntil ?? dayjs(on).add(30, 'day').format(dateFormat));
  const [note, setNote] = useState(mark?.note ?? '');
  return (
    <Modal
      open
      title={
        <>
          {words('exemptDo')} <span data-record>{animal.earTag}</span>
        </>
      }
      onCancel={onClose}
      okButtonProps={{ disabled: !reason }}
      onOk={() => {
        if (!reason) return;
        onSave({ result: 'exempt', exemptReason: reason, exemptUntil: until, ...(note && { note }) });
        onClose();
      }}
    >
      <Flex vertical gap={12}>
        <Select
          autoFocus
          aria-label={words('exemptReason')}
          placeholder={words('exemptReason')}
          value={reason ?? null}
          options={options.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          onChange={setReason}
        />
        <DatePicker
          aria-label={words('exemptUntil')}
          allowClear={false}
          minDate={dayjs(on)}
          value={dayjs(until)}
          onChange={(day) => day && setUntil(day.format(dateFormat))}
        />
        <Input
          aria-label={words('note')}
          placeholder={words('note')}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Flex>
    </Modal>
  );
}
