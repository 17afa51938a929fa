import { Flex, Tag } from 'antd';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';

interface Props {
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
}
/** Numbers scanned one after the other; a second scan of one changes nothing. */
export function DeviceNos({ value, onChange }: Props) {
  const text = useTexts('bank.leasePage');
  const add = (read: string) => {
    const no = read.trim().toUpperCase();
    if (no && !value.includes(no)) onChange([...value, no]);
  };
  return (
    <Flex vertical gap={8}>
      <ScanInput placeholder={text('scan')} aria-label={text('scan')} onScan={add} />
      <Flex gap={4} wrap>
        {value.map((no) => (
          <Tag key={no} closable onClose={() => onChange(value.filter((one) => one !== no))} data-record>
            {no}
          </Tag>
        ))}
      </Flex>
      <span>{text('scanned', { n: value.length })}</span>
    </Flex>
  );
}
