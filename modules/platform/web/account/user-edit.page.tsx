import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form, Input, Select, Skeleton, TreeSelect } from 'antd';
import { useId, useMemo, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useCan, useIs } from '#kit/web/guard/guard.tsx';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { type Saved, useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { FormFooter } from '#kit/web/ui/form-footer.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { sysPost } from '#modules/platform/contract/account/sys-post.ts';
import { checkUsername, type OrganisationNode, sysUser } from '#modules/platform/contract/account/sys-user.ts';
import { useOrganisations } from './organisation-tree.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RegionPicker } from './rights/region-picker.tsx';
import { RolePicker } from './rights/role-picker.tsx';
import { RolePreview } from './rights/role-preview.tsx';

type SavedUser = Saved & { status?: string; initialPassword?: string; validUntil?: string; approvalId?: number };

/** Adds an account, or edits the one of `?id=`. */
export default function UserEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <UserForm key={id ?? 'new'} id={id} unit={Number(search.get('principalId')) || undefined} />;
}

function UserForm({ id, unit }: { readonly id: number | undefined; readonly unit: number | undefined }) {
  const t = useT();
  const formId = useId();
  const { closePage } = usePage();
  const form = useResourceForm(sysUser, { id, initial: { principalId: unit ?? null, roleIds: [], regionCodes: [] } });
  const [made, setMade] = useState<{ username: string; password: string; validUntil: string } | null>(null);
  const isDelegate = useIs('principal_admin');
  const mayPerson = useCan('sys:user:add');
  const mayAuthorise = useCan('sys:user:authorise');
  const status = useStatus(form.isEditing ? id : undefined);
  const isInUse = status === 'active' || status === 'disabled';
  const rolesLocked = isInUse && !mayAuthorise && !isDelegate;
  const say = useTexts('platform.userEdit');

  const save = async () => {
    const username = String(form.values.username ?? '');
    const saved = (await form.submit()) as SavedUser | null;
    if (!saved) return;
    if (saved.initialPassword)
      setMade({ username, password: saved.initialPassword, validUntil: saved.validUntil ?? '' });
    else closePage();
  };
  if (form.loadError) return <Failed error={form.loadError} onRetry={form.reload} />;
  if (form.loading) return <Skeleton active />;
  const principalId = typeof form.values.principalId === 'number' ? form.values.principalId : null;
  const roleIds = (form.values.roleIds as number[] | null) ?? [];
  const regionCodes = (form.values.regionCodes as number[] | null) ?? [];
  const personal = { ...form, isFixed: (name: string) => form.isFixed(name) || !mayPerson };
  const item = (name: string) => {
    const problem = form.errors[name];
    return {
      label: t.any(`platform.sysUser.${name}`),
      htmlFor: `${formId}-${name}`,
      ...(problem && { validateStatus: 'error' as const, help: problem }),
    };
  };
  return (
    <Form layout="vertical" onFinish={() => void save()}>
      <Flex vertical gap={16} style={{ maxWidth: 1200, marginInline: 'auto' }}>
        <FormNotes form={form} />
        {!mayPerson && <Alert type="info" showIcon title={say('personLocked')} />}
        {!form.isEditing && <Alert type="info" showIcon title={say(isDelegate ? 'afterSaveStraight' : 'afterSave')} />}
        <Card title={say('account')} size="small">
          <UsernameCheck isEditing={form.isEditing} username={String(form.values.username ?? '')}>
            <FormFields id={formId} form={personal} names={['username', 'nickname']} />
          </UsernameCheck>
        </Card>
        <Card title={say('person')} size="small">
          <FormFields id={formId} form={personal} names={['realName', 'phone', 'sex', 'email']} />
        </Card>
        <Card title={say('organisation')} size="small">
          <div style={grid}>
            <Form.Item {...item('principalId')} required>
              <UnitSelect
                id={`${formId}-principalId`}
                value={principalId}
                disabled={!mayPerson}
                onChange={(next) => {
                  form.set('principalId', next);
                  form.set('deptId', null);
                  form.set('regionCodes', []);
                }}
              />
            </Form.Item>
            <Form.Item {...item('deptId')}>
              <DeptSelect
                id={`${formId}-deptId`}
                principalId={principalId}
                value={(form.values.deptId as number | null) ?? null}
                disabled={!mayPerson}
                onChange={(next) => form.set('deptId', next)}
              />
            </Form.Item>
            <Form.Item {...item('postIds')}>
              <PostSelect
                id={`${formId}-postIds`}
                value={(form.values.postIds as number[] | null) ?? []}
                disabled={!mayPerson}
                onChange={(next) => form.set('postIds', next.length > 0 ? next : null)}
              />
            </Form.Item>
          </div>
        </Card>
        {rolesLocked && <Alert type="warning" showIcon title={say('rolesLocked')} />}
        <Flex gap={16} wrap align="start">
          <Flex vertical gap={16} style={{ flex: '1 1 460px', minWidth: 0 }}>
            <Card title={say(isInUse || isDelegate ? 'roles' : 'wished')} size="small">
              <Form.Item {...item('roleIds')} required style={{ margin: 0 }}>
                <RolePicker
                  id={`${formId}-roleIds`}
                  principalId={principalId}
                  value={roleIds}
                  disabled={rolesLocked}
                  onChange={(next) => form.set('roleIds', next)}
                />
              </Form.Item>
            </Card>
            <Card title={say('regions')} size="small">
              <Form.Item
                {...(form.errors.regionCodes && { validateStatus: 'error', help: form.errors.regionCodes })}
                style={{ margin: 0 }}
              >
                <RegionPicker
                  key={principalId}
                  principalId={principalId}
                  value={regionCodes}
                  disabled={rolesLocked}
                  onChange={(next) => form.set('regionCodes', next)}
                />
              </Form.Item>
            </Card>
          </Flex>
          <Card title={say('preview')} size="small" style={{ flex: '1 1 400px', minWidth: 0 }}>
            <RolePreview roleIds={roleIds} />
          </Card>
        </Flex>
        <Card title={say('other')} size="small">
          <FormFields id={formId} form={personal} names={['remark']} />
        </Card>
        <FormFooter form={form}>
          <Button type="primary" htmlType="submit" loading={form.submitting}>
            {t('kit.save')}
          </Button>
        </FormFooter>
      </Flex>
      {made && (
        <PasswordDialog
          made={[made]}
          validUntil={made.validUntil}
          onClose={() => {
            setMade(null);
            closePage();
          }}
        />
      )}
    </Form>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  columnGap: 24,
} as const;
const _footer = {
  position: 'sticky',
  bottom: 'calc(-1 * var(--ml-gutter, 16px))',
  paddingBlock: 12,
  zIndex: 5,
} as const;

/** The state of the account as it is now; a new one has none. */
function useStatus(id: number | undefined): string | null {
  const query = useQuery({
    queryKey: ['platform.sysUser', 'detail', id, 'status'],
    queryFn: () => call(callOf(sysUser, 'detail'), { params: { id: id as number }, quiet: true }),
    enabled: id !== undefined,
  });
  return (query.data?.status as string | undefined) ?? null;
}

const pattern = /^[A-Za-z0-9_.]{4,32}$/;

/** Says while one types whether the name is still to be had. */
function UsernameCheck({
  isEditing,
  username,
  children,
}: {
  readonly isEditing: boolean;
  readonly username: string;
  readonly children: React.ReactNode;
}) {
  const t = useT();
  const [asked, setAsked] = useDebounced('');
  if (asked !== username) setAsked(username);
  const query = useQuery({
    queryKey: ['platform.username', asked],
    queryFn: () => call(checkUsername, { query: { username: asked }, quiet: true }),
    enabled: !isEditing && pattern.test(asked),
  });
  return (
    <>
      {children}
      {!isEditing && query.data && asked === username && (
        <Flex
          gap={6}
          align="center"
          role="status"
          style={{ color: query.data.free ? 'var(--ant-color-success)' : 'var(--ant-color-error)' }}
        >
          {query.data.free ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}
          {t.any(query.data.free ? 'platform.sysUser.free' : 'platform.sysUser.taken')}
        </Flex>
      )}
    </>
  );
}

interface Choice {
  readonly id: string;
  readonly disabled: boolean;
}

interface TreeNode {
  value: number;
  title: string;
  children: TreeNode[];
}

/** Organisations, or one organisation's departments, as a tree to choose from. */
function treeOf(rows: readonly OrganisationNode[]): TreeNode[] {
  const nodes = new Map(rows.map((row) => [row.key, { value: row.id, title: row.name, children: [] as TreeNode[] }]));
  const roots: TreeNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.key) as TreeNode;
    (row.parentKey ? (nodes.get(row.parentKey)?.children ?? roots) : roots).push(node);
  }
  return roots;
}

function UnitSelect({
  id,
  value,
  disabled,
  onChange,
}: Choice & { readonly value: number | null; onChange(next: number | null): void }) {
  const t = useT();
  const rows = useOrganisations();
  const tree = useMemo(() => treeOf((rows ?? []).filter((row) => row.kind === 'principal')), [rows]);
  return (
    <TreeSelect
      id={id}
      {...(value !== null && { value })}
      treeData={tree}
      disabled={disabled}
      loading={!rows}
      showSearch={{ treeNodeFilterProp: 'title' }}
      onChange={(next?: number) => onChange(next ?? null)}
      allowClear
      placeholder={t('kit.searchAndChoose')}
      listHeight={320}
      style={{ width: '100%' }}
    />
  );
}

function DeptSelect({
  id,
  principalId,
  value,
  disabled,
  onChange,
}: Choice & {
  readonly principalId: number | null;
  readonly value: number | null;
  onChange(next: number | null): void;
}) {
  const t = useT();
  const rows = useOrganisations() ?? [];
  const own = new Set([`p${principalId}`]);
  for (const row of rows) if (row.kind === 'dept' && row.parentKey && own.has(row.parentKey)) own.add(row.key);
  const depts = rows.filter((row) => row.kind === 'dept' && own.has(row.key));
  return (
    <TreeSelect
      id={id}
      {...(value !== null && { value })}
      treeData={treeOf(depts)}
      disabled={disabled || depts.length === 0}
      onChange={(next?: number) => onChange(next ?? null)}
      allowClear
      treeDefaultExpandAll
      placeholder={t('kit.choose')}
      style={{ width: '100%' }}
    />
  );
}

function PostSelect({
  id,
  value,
  disabled,
  onChange,
}: Choice & { readonly value: readonly number[]; onChange(next: number[]): void }) {
  const t = useT();
  const language = useLanguage();
  const may = useCan('sys:post:list');
  const query = useQuery({
    queryKey: ['platform.sysPost', 'all', language],
    queryFn: () => callEnvelope(callOf(sysPost, 'list'), { query: { pageSize: '500', status: 'enabled' } }),
    enabled: may,
  });
  const rows = (query.data?.data ?? []) as { id: number; postName: string }[];
  if (!may) return <Input id={id} disabled value="" />;
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      disabled={disabled}
      onChange={onChange}
      options={rows.map((row) => ({ value: row.id, label: row.postName }))}
      placeholder={t('kit.choose')}
      style={{ width: '100%' }}
    />
  );
}
