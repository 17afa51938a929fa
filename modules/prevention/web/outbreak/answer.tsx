import { Input, InputNumber, Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Question } from '#modules/prevention/contract/outbreak/investigation-forms.ts';
import { Day } from './action-form.tsx';

interface AnswerProps {
  readonly question: Question;
  readonly value: unknown;
  readonly disabled: boolean;
  onChange(value: unknown): void;
}

/** The input a question wants. */
export function Answer({ question, value, disabled, onChange }: AnswerProps) {
  const t = useT();
  const id = `q-${question.code}`;
  const options = (question.choices ?? []).map((one) => ({ value: one, label: t.any(`prevention.answer.${one}`) }));
  switch (question.kind) {
    case 'number':
      return (
        <InputNumber
          id={id}
          min={0}
          disabled={disabled}
          value={(value as number | null) ?? null}
          onChange={onChange}
          style={{ width: 160 }}
        />
      );
    case 'yesNo':
      return (
        <Select<string>
          id={id}
          allowClear
          disabled={disabled}
          value={typeof value === 'boolean' ? String(value) : null}
          options={[
            { value: 'true', label: t('prevention.answer.yes') },
            { value: 'false', label: t('prevention.answer.no') },
          ]}
          placeholder={t('kit.choose')}
          onChange={(chosen?: string) => onChange(chosen ? chosen === 'true' : null)}
          style={{ width: 160 }}
        />
      );
    case 'choice':
      return (
        <Select<string>
          id={id}
          allowClear
          disabled={disabled}
          value={(value as string | null) ?? null}
          options={options}
          placeholder={t('kit.choose')}
          onChange={(chosen?: string) => onChange(chosen ?? null)}
          style={{ width: 240, maxWidth: '100%' }}
        />
      );
    case 'choices':
      return (
        <Select<string[]>
          id={id}
          mode="multiple"
          disabled={disabled}
          value={(value as string[] | null) ?? []}
          options={options}
          placeholder={t('kit.choose')}
          onChange={onChange}
          style={{ width: '100%' }}
        />
      );
    case 'date':
      return <Day id={id} disabled={disabled} value={(value as string | null) ?? null} onChange={onChange} />;
    case 'text':
      return (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={2000}
          disabled={disabled}
          value={(value as string | null) ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
