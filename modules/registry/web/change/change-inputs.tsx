import { Form, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { PenChoice } from '../animal/entry/pen-choice.tsx';
import { DictChoice } from '../animal/names.tsx';
import { type ChangeField, type ChangeKind, type ChangeType, changeKinds } from './change-fields.ts';
import { ReceiverChoice } from './receiver-choice.tsx';

export type ChangeValues = Partial<Record<ChangeField, string | number | null>>;

interface Props {
  readonly type: ChangeType;
  readonly holderId: number | null;
  readonly values: ChangeValues;
  readonly errors: Readonly<Record<string, string>>;
  onChange(name: ChangeField, value: string | number | null): void;
}

/** Only the fields of that kind of change. */
export function ChangeInputs({ type, holderId, values, errors, onChange }: Props) {
  const t = useT();
  const id = useId();
  const { asks, must }: ChangeKind = changeKinds[type];
  const inputOf = (name: ChangeField): ReactNode => {
    const inputId = `${id}-${name}`;
    const dict = (code: string) => (
      <DictChoice
        id={inputId}
        dict={code}
        allowClear
        value={values[name] as string}
        onChange={(value) => onChange(name, value || null)}
      />
    );
    switch (name) {
      case 'toPenId':
        return (
          <PenChoice
            id={inputId}
            principalId={holderId}
            value={(values.toPenId as number) ?? null}
            onChange={(value) => onChange(name, value)}
          />
        );
      case 'toPrincipalId':
        return (
          <ReceiverChoice
            id={inputId}
            value={(values.toPrincipalId as number) ?? null}
            onChange={(value) => onChange(name, value)}
          />
        );
      case 'purpose':
        return dict('move_purpose');
      case 'cause':
        return dict(type === 'death' ? 'death_cause' : 'cull_reason');
      case 'disposalWay':
        return dict('carcass_way');
      case 'remark':
        return (
          <Input.TextArea
            id={inputId}
            value={(values.remark as string) ?? ''}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            onChange={(event) => onChange(name, event.target.value || null)}
          />
        );
      default:
        return (
          <Input
            id={inputId}
            value={(values[name] as string) ?? ''}
            maxLength={name === 'amount' ? 12 : 60}
            onChange={(event) => onChange(name, event.target.value || null)}
          />
        );
    }
  };
  return asks.map((name) => (
    <Form.Item
      key={name}
      label={t.any(`registry.animalChangeForm.${name}`)}
      htmlFor={`${id}-${name}`}
      required={must.includes(name)}
      {...(errors[name] && { validateStatus: 'error', help: errors[name] })}
    >
      {inputOf(name)}
    </Form.Item>
  ));
}
