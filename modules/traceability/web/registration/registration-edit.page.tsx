import { Alert, Button, Card, Flex, Form, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import type { Field } from '#kit/contract/field.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { farmerRegistration } from '#modules/traceability/contract/registration/farmer-registration.ts';
import { type Newborn, Newborns } from './newborns.tsx';

const kinds = ['newborn', 'boughtIn', 'existing', 'out'];
const bought = ['fromText', 'certificateNo'];
/** What a line says of an animal that leaves; everything else it says of one that comes. */
const leaving = new Set(['tag', 'outReason', 'buyer']);

/** The lines' columns that belong to the kind. */
function fieldOfKind(field: Field, kind: string): Field {
  if (!field.lines) return field;
  const columns = Object.entries(field.lines.fields).filter(([name]) =>
    kind === 'out' ? leaving.has(name) : name === 'tag' || !leaving.has(name),
  );
  return { ...field, lines: { ...field.lines, fields: Object.fromEntries(columns) } };
}

/** 登记申报: the kind as large buttons, then what that kind asks for. */
export default function RegistrationEditPage() {
  const text = useTexts('traceability.registrationPage');
  const { search, closePage } = usePage();
  const { user } = useSession();
  const changed = useChanged(farmerRegistration);
  // Whoever verifies writes down for others; a holder reports its own.
  const isOwn = !useCan('trace:registration:verify');
  const id = Number(search.get('id')) || undefined;
  const formId = useId();
  const [sending, setSending] = useState(false);
  const initial = {
    kind: 'newborn',
    happenedOn: dayjs().format(dateFormat),
    ...(isOwn && { principalId: user.principalId }),
  };
  const form = useResourceForm(farmerRegistration, { id, initial });
  if (form.loading) return <Waiting />;
  const kind = String(form.values.kind ?? 'newborn');
  const isNewborn = kind === 'newborn';
  const names = form.names.filter((name) => name !== 'kind' && (kind === 'boughtIn' || !bought.includes(name)));
  const before = names.filter((name) => !['lines', 'photos', 'remark'].includes(name));
  const narrowed = { ...form, fieldOf: (name: string) => fieldOfKind(form.fieldOf(name), kind) };
  const save = async (isSent: boolean) => {
    const saved = await form.submit();
    if (!saved) return;
    if (isSent) {
      setSending(true);
      try {
        await call(callOf(farmerRegistration, 'transition'), {
          body: { id: saved.id, version: saved.version, name: 'submit' },
          idempotencyKey: newKey(),
        });
      } catch (error) {
        // It stays a draft of the list, where it can be sent again.
        if (!(error instanceof ApiError)) throw error;
      } finally {
        setSending(false);
      }
      void changed();
    }
    closePage();
  };
  return (
    <Card size="small">
      <Flex vertical gap={12}>
        <Segmented
          block
          size="large"
          disabled={form.isEditing}
          value={kind}
          onChange={(value) => form.set('kind', value)}
          options={kinds.map((value) => ({ value, label: <DictName dict="reg_kind" value={value} /> }))}
        />
        <Form layout="vertical">
          <FormFields id={formId} form={narrowed} names={isNewborn ? before : names} />
          {isNewborn && (
            <>
              <Newborns
                principalId={(form.values.principalId as number | null) ?? null}
                happenedOn={(form.values.happenedOn as string | null) ?? null}
                value={(form.values.lines as readonly Newborn[] | null) ?? []}
                errors={form.errors}
                onChange={(lines) => form.set('lines', lines)}
              />
              {form.errors.lines && (
                <Alert type="error" showIcon title={form.errors.lines} style={{ marginBlockStart: 12 }} />
              )}
              <FormFields id={formId} form={narrowed} names={['photos', 'remark']} />
            </>
          )}
        </Form>
        {form.otherErrors.map((one) => (
          <Alert key={one} type="error" showIcon title={one} />
        ))}
        <Flex gap={8}>
          <Button type="primary" loading={form.submitting || sending} onClick={() => void save(true)}>
            {text('send')}
          </Button>
          <Button disabled={form.submitting || sending} onClick={() => void save(false)}>
            {text('saveDraft')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}
