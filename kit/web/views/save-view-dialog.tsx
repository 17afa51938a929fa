import { Checkbox, Form, Input, Modal, Typography } from 'antd';
import { useId, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import type { Views } from './use-views.ts';

interface Props {
  readonly views: Views;
  onClose(): void;
}

export default function SaveViewDialog({ views, onClose }: Props) {
  const t = useT();
  const id = useId();
  const canShare = useSession().user.principalId !== null;
  const shown = views.current?.isOwn ? views.current : undefined;
  const [name, setName] = useState(shown?.name ?? '');
  const [shared, setShared] = useState(shown?.shared ?? false);
  const [isDefault, setDefault] = useState(shown?.isDefault ?? false);
  const save = async () => {
    if (!name.trim()) return;
    try {
      await views.save({ name: name.trim(), shared, isDefault });
      onClose();
    } catch {
      // The user was told; the dialog stays with what was typed.
    }
  };
  return (
    <Modal
      open
      title={t('view.save')}
      okText={t('kit.save')}
      okButtonProps={{ disabled: !name.trim(), loading: views.isBusy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('view.name')} htmlFor={id} required>
          <Input
            id={id}
            value={name}
            maxLength={40}
            autoFocus
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => void save()}
          />
        </Form.Item>
        <div>
          <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
            {t('view.isDefault')}
          </Checkbox>
        </div>
        {canShare && (
          <div>
            <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
              {t('view.share')}
            </Checkbox>
          </div>
        )}
      </Form>
      <Typography.Paragraph type="secondary" style={{ margin: '12px 0 0' }}>
        {t('view.saveHint')}
      </Typography.Paragraph>
    </Modal>
  );
}
