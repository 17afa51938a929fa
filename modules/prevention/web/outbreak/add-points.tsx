import { useQueryClient } from '@tanstack/react-query';
import { Form, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { optionOf, optionWithHint } from '#kit/web/ui/option-with-hint.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { investigationAction } from '#modules/prevention/contract/outbreak/investigation.ts';
import { addPoints, investigationInfo } from '#modules/prevention/contract/outbreak/investigation-info.ts';
import { useLabel } from './names.tsx';

const roles = ['contact', 'zone', 'control'] as const;

/** Holdings to look at besides the index. */
export function AddPoints({ actionId, onClose }: { readonly actionId: number; onClose(): void }) {
  const t = useT();
  const client = useQueryClient();
  const roleOf = useLabel('investigation_info_role');
  const [role, setRole] = useState<(typeof roles)[number]>('contact');
  const [chosen, setChosen] = useState<{ value: number; label: string }[]>([]);
  const [keyword, setKeyword] = useDebounced('');
  const [busy, setBusy] = useState(false);
  const { options, loading } = useRefOptions('registry.principal', keyword, null);
  const text = useTexts('prevention.infoPage');
  const save = async () => {
    setBusy(true);
    try {
      await call(addPoints, { body: { actionId, role, principalIds: chosen.map((one) => one.value) } });
      await client.invalidateQueries({ queryKey: resourceKey(investigationInfo) });
      await client.invalidateQueries({ queryKey: resourceKey(investigationAction) });
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('addPoints')}
      onCancel={onClose}
      onOk={() => void save()}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={busy}
      okText={t('kit.save')}
    >
      <Form layout="vertical">
        <Form.Item label={t('prevention.investigationInfo.role')}>
          <Segmented
            value={role}
            onChange={setRole}
            options={roles.map((value) => ({ value, label: roleOf(value) }))}
          />
        </Form.Item>
        <Form.Item label={t('prevention.investigationInfo.principalId')} htmlFor="points-holders">
          <Select
            id="points-holders"
            mode="multiple"
            labelInValue
            value={chosen}
            loading={loading}
            options={options.map(optionOf)}
            optionRender={optionWithHint}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            placeholder={t('kit.choose')}
            onChange={(value) => setChosen(value as { value: number; label: string }[])}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
