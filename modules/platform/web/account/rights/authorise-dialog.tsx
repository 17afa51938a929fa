import { DatePicker, Descriptions, Flex, Form, Modal, Typography } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { toWire } from '#kit/web/ui/times.ts';
import { type SysUser, sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { PasswordDialog } from '../password-dialog.tsx';
import { RegionPicker } from './region-picker.tsx';
import { RolePicker } from './role-picker.tsx';
import { RolePreview } from './role-preview.tsx';

interface Props {
  readonly rows: readonly SysUser[];
  onClose(): void;
}

interface Outcome {
  initialPassword?: string;
  validUntil?: string;
  approvalId?: number;
  ok?: number;
  failed?: { id: number; msg: string }[];
  passwords?: { id: number; initialPassword: string }[];
}

/** Gives one account, or many at once, what it may do; a password is shown once. */
export function AuthoriseDialog({ rows, onClose }: Props) {
  const t = useT();
  const changed = useChanged(sysUser);
  const [only] = rows;
  const isBatch = rows.length > 1;
  const [roleIds, setRoleIds] = useState<number[]>(isBatch ? [] : ((only?.roleIds as number[]) ?? []));
  const [regionCodes, setRegionCodes] = useState<number[]>(isBatch ? [] : ((only?.regionCodes as number[]) ?? []));
  const [until, setUntil] = useState<Dayjs | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.username ?? String(id);

  const go = async () => {
    setBusy(true);
    try {
      const form = {
        ...(roleIds.length > 0 && { roleIds }),
        ...(!isBatch && { regionCodes }),
        ...(until && { validUntil: toWire(until) }),
      };
      const items = rows.map(({ id, version }) => ({ id, version }));
      const answer: Outcome = await call(callOf(sysUser, 'transition'), {
        body: { ...(isBatch ? { items } : items[0]), name: 'authorise', form },
      });
      void changed();
      if (answer.approvalId) notify('info', t('platform.sysApproval.asked'));
      else notify('success', t('platform.userAuth.done', { n: answer.ok ?? 1 }));
      if (answer.failed?.length)
        notify('warning', `${t('platform.userAuth.failed', { n: answer.failed.length })}: ${answer.failed[0]?.msg}`);
      if (answer.initialPassword || answer.passwords?.length) setOutcome(answer);
      else onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  if (outcome)
    return (
      <PasswordDialog
        made={
          outcome.passwords?.map((one) => ({ username: nameOf(one.id), password: one.initialPassword })) ?? [
            { username: only?.username ?? '', password: outcome.initialPassword ?? '' },
          ]
        }
        validUntil={outcome.validUntil ?? ''}
        onClose={onClose}
      />
    );
  return (
    <Modal
      open
      width={860}
      title={isBatch ? t('platform.userAuth.batchTitle', { n: rows.length }) : t('platform.userAuth.title')}
      okText={t('platform.sysUser._authorise')}
      onOk={() => void go()}
      okButtonProps={{ loading: busy, disabled: !isBatch && roleIds.length === 0 }}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {!isBatch && only && (
          <Descriptions
            size="small"
            column={3}
            style={{ marginBottom: 12 }}
            items={[
              { key: 'u', label: t('platform.sysUser.username'), children: only.username },
              { key: 'n', label: t('platform.sysUser.realName'), children: only.realName },
              { key: 'o', label: t('platform.sysUser.organizationName'), children: only.organizationName },
            ]}
          />
        )}
        <Flex gap={24} wrap>
          <div style={{ flex: '1 1 360px', minWidth: 0 }}>
            <Form.Item
              label={t.any(isBatch ? 'platform.userAuth.sameRoles' : 'platform.sysUser.roles')}
              htmlFor="authorise-roles"
              required={!isBatch}
            >
              <RolePicker
                id="authorise-roles"
                principalId={only?.principalId}
                value={roleIds}
                onChange={setRoleIds}
                {...(isBatch && { placeholder: t('platform.userAuth.asWished') })}
              />
            </Form.Item>
            {!isBatch && (
              <Form.Item label={t('platform.userEdit.regions')}>
                <RegionPicker principalId={only?.principalId} value={regionCodes} onChange={setRegionCodes} />
              </Form.Item>
            )}
            <Form.Item label={t('platform.userAuth.validUntil')} htmlFor="authorise-until">
              <DatePicker id="authorise-until" showTime value={until} onChange={setUntil} style={{ width: '100%' }} />
            </Form.Item>
          </div>
          <div style={{ flex: '1 1 320px', minWidth: 0 }}>
            <Typography.Paragraph strong>{t('platform.userEdit.preview')}</Typography.Paragraph>
            <RolePreview roleIds={roleIds} />
          </div>
        </Flex>
      </Form>
    </Modal>
  );
}
