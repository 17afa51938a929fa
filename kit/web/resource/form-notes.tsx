import { Alert, Button, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What a form has to say beside its fields: somebody else's write, a restored draft, refusals of no field. */
export function FormNotes({ form }: { readonly form: ResourceForm }) {
  const t = useT();
  const dropMine = () => {
    form.restart();
    if (form.isEditing) form.reload();
  };
  const button = (label: string, run: () => void) => (
    <Button size="small" onClick={run}>
      {label}
    </Button>
  );
  return (
    <>
      {form.isConflict && (
        <Alert
          type="warning"
          showIcon
          style={noteStyle}
          title={t('kit.conflict')}
          action={
            <Space wrap>
              {button(t('kit.takeLatest'), () => void form.takeLatest())}
              {button(t('kit.dropMine'), dropMine)}
            </Space>
          }
        />
      )}
      {form.isRestored && form.isDirty && !form.isConflict && (
        <Alert
          type="info"
          showIcon
          style={noteStyle}
          title={t('kit.restored')}
          action={button(t('kit.dropDraft'), dropMine)}
        />
      )}
      {form.otherErrors.map((problem) => (
        <Alert key={problem} type="error" showIcon style={noteStyle} title={problem} />
      ))}
    </>
  );
}

const noteStyle = { marginBottom: 16 };
