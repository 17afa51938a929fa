import { useQuery } from '@tanstack/react-query';
import { Card, Col, Flex, Row, Tag, Tooltip, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type SubAdmin, subAdmin, subAdminFunctions } from '#modules/registry/contract/people/sub-admin.ts';
import { RegionTree } from '../principal/grants/region-tree.tsx';
import { FunctionTree } from './function-tree.tsx';
import { StaffChoice } from './staff-choice.tsx';

/** Who was given a part of an administrator's work, which part, and where. */
export default function SubAdminPage() {
  return (
    <ResourcePage
      resource={subAdmin}
      cells={{
        pages: (row) => <Pages row={row} />,
        regionNames: (row) => <Regions row={row} />,
        expireOn: (row) => <Expires row={row} />,
      }}
      form={{
        initial: { actions: [], regionCodes: [] },
        width: 960,
        body: (form, formId) => <Grant form={form} formId={formId} />,
      }}
    />
  );
}

const shown = 2;

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span>-</span>;
  return (
    <Tooltip title={names.length > shown ? names.join(' · ') : null}>
      <Flex gap={4} wrap>
        {names.slice(0, shown).map((name) => (
          <Tag key={name} style={{ margin: 0 }}>
            {name}
          </Tag>
        ))}
        {names.length > shown && <Tag style={{ margin: 0 }}>{`+${names.length - shown}`}</Tag>}
      </Flex>
    </Tooltip>
  );
}

function Pages({ row }: { readonly row: SubAdmin }) {
  const language = useLanguage();
  const name = { zh_CN: 'zh', zh_TW: 'tw', en: 'en' } as const;
  return <Names names={row.pages.map((one) => one[name[language]])} />;
}

const Regions = ({ row }: { readonly row: SubAdmin }) => (
  <span data-record>
    <Names names={row.regionNames?.split('、') ?? []} />
  </span>
);

function Expires({ row }: { readonly row: SubAdmin }) {
  const t = useT();
  if (!row.expireOn) return <Typography.Text type="secondary">{t('registry.subAdmin.noEnd')}</Typography.Text>;
  const days = Math.round((Date.parse(row.expireOn) - Date.now()) / 86_400_000);
  return (
    <Typography.Text {...(row.status === 'active' && days < 15 && { type: 'danger' })}>{row.expireOn}</Typography.Text>
  );
}

/** Somebody with an account, functions of those the giver holds, regions of the giver's own. */
function Grant({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const t = useT();
  const language = useLanguage();
  const { user } = useSession();
  const query = useQuery({
    queryKey: ['registry.subAdmin', 'functions', language],
    queryFn: () => call(subAdminFunctions, { quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { functions, byRegion } = query.data;
  const actions = (form.values.actions as string[] | null) ?? [];
  const regionCodes = (form.values.regionCodes as number[] | null) ?? [];
  return (
    <Row gutter={16}>
      <Col xs={24} md={12}>
        <OwnField form={form} formId={formId} name="staffId" hint={t('registry.subAdmin.staffHint')}>
          <StaffChoice
            id={`${formId}-staffId`}
            value={(form.values.staffId as number | null) ?? null}
            disabled={form.isEditing}
            onChange={(staffId) => form.set('staffId', staffId)}
          />
        </OwnField>
      </Col>
      <Col xs={24} md={12}>
        <PlainFields form={form} formId={formId} but={['staffId', 'actions', 'regionCodes']} />
      </Col>
      <Col xs={24} md={byRegion ? 12 : 24}>
        <OwnField form={form} formId={formId} name="actions" hint={t('registry.subAdmin.actionsHint')}>
          <Card size="small" id={`${formId}-actions`}>
            <FunctionTree functions={functions} value={actions} onChange={(next) => form.set('actions', next)} />
          </Card>
        </OwnField>
      </Col>
      {byRegion && (
        <Col xs={24} md={12}>
          <OwnField form={form} formId={formId} name="regionCodes" hint={t('registry.subAdmin.regionsHint')}>
            <Card size="small" id={`${formId}-regionCodes`} styles={{ body: { maxHeight: 384, overflow: 'auto' } }}>
              <RegionTree
                principalId={user.principalId ?? 0}
                value={regionCodes}
                disabled={false}
                onChange={(next) => form.set('regionCodes', next)}
              />
            </Card>
          </OwnField>
        </Col>
      )}
    </Row>
  );
}
