import { Button, Card, Flex, Form, Skeleton } from 'antd';
import { type KeyboardEvent, useId } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { useSimilar } from './use-similar.tsx';

/** Session storage key; the shell removes it with the tab (platform R71). */
const keepFlag = 'principalAddKeep';
/** Only authorities and stations stand higher. */
const usual = { principalLevel: 5 };
/** A worker enters a whole village in a row. */
const keptForNext = ['regionCode', 'principalUnitType'] as const;

const sections = [
  {
    title: 'registry.principalAdd.identity',
    names: [
      'principalUnitType',
      'principalUnitName',
      'creditCode',
      'contactName',
      'contactPhone',
      'contactIdCard',
      'farmCode',
      'principalLevel',
      'parentId',
    ],
  },
  { title: 'registry.principalAdd.place', names: ['regionCode', 'address', 'location'] },
  { title: 'registry.principalAdd.scale', names: ['scale', 'speciesKept', 'householdMark', 'remark'] },
  { title: 'registry.principalAdd.account', names: ['bankName', 'bankAccountName', 'bankAccountNo'] },
] as const;

/** Adds a principal, or edits the one of `?id=`. */
export default function PrincipalAddPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <PrincipalForm key={id ?? 'new'} id={id} />;
}

function PrincipalForm({ id }: { readonly id: number | undefined }) {
  const t = useT();
  const formId = useId();
  const { closePage } = usePage();
  const form = useResourceForm(principal, { id, initial: usual, keepFlag });

  const save = async () => {
    if (await form.submit()) closePage();
  };
  const saveAndNext = async () => {
    const kept = Object.fromEntries(keptForNext.map((name) => [name, form.values[name]]));
    if (!(await form.submit())) return;
    form.restart({ ...usual, ...kept });
    const next = document.getElementById(`${formId}-principalUnitName`);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'center' });
  };
  const similar = useSimilar(form, { save, saveAndNext });
  const handleKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    similar.ask('save');
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  return (
    <Form layout="vertical" onFinish={() => similar.ask('save')} onKeyDown={handleKey}>
      <Flex vertical gap={16} style={{ maxWidth: 1100, marginInline: 'auto' }}>
        <FormNotes form={form} />
        {similar.dialog}
        {sections.map(({ title, names }) => (
          <Card key={title} title={t.any(title)} size="small">
            <FormFields id={formId} form={form} names={names} />
          </Card>
        ))}
        <FormFooter form={form}>
          {!form.isEditing && (
            <Button onClick={() => similar.ask('saveAndNext')} disabled={form.submitting}>
              {t('registry.principalAdd.saveNext')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            {t('kit.save')}
          </Button>
        </FormFooter>
      </Flex>
    </Form>
  );
}
