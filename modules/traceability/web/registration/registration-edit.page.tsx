import { Alert, Button, Card, Flex, Form, Segmented } from 'antd';
import { useId } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { DictName } from '#modules/registry/web/index.ts';
import { farmerRegistration } from '#modules/traceability/contract/registration/farmer-registration.ts';

const kinds = ['newborn', 'boughtIn', 'existing', 'out'];
const bought = ['fromText', 'certificateNo'];

/** 登记申报: the kind as large buttons, then what that kind asks for. */
export default function RegistrationEditPage() {
  const text = useTexts('traceability.registrationPage');
  const { search, closePage } = usePage();
  const id = Number(search.get('id')) || undefined;
  const formId = useId();
  const form = useResourceForm(farmerRegistration, { id, initial: { kind: 'newborn' } });
  if (form.loading) return <Waiting />;
  const kind = String(form.values.kind ?? 'newborn');
  const names = form.names.filter((name) => name !== 'kind' && (kind === 'boughtIn' || !bought.includes(name)));
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
          <FormFields id={formId} form={form} names={names} />
        </Form>
        {form.otherErrors.map((one) => (
          <Alert key={one} type="error" showIcon title={one} />
        ))}
        <Flex>
          <Button
            type="primary"
            loading={form.submitting}
            onClick={async () => {
              if (await form.submit()) closePage();
            }}
          >
            {text('saveDraft')}
          </Button>
        </Flex>
      </Flex>
    </Card>
  );
}
