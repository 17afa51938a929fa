import { Form } from 'antd';
import { useId } from 'react';
import { RefChoice } from '../common/ref-choice.tsx';

interface Props {
  readonly label: string;
  readonly of: 'depot.depot' | 'depot.material';
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

/** What a card or report is asked of: a store, a material. */
export function Asked({ label, of, value, onChange }: Props) {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id} style={{ minWidth: 220, marginBlockEnd: 8 }}>
      <RefChoice id={id} of={of} value={value ?? null} onChange={(next) => onChange(next ?? undefined)} />
    </Form.Item>
  );
}
