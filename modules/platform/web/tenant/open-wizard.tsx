import { CheckCircleFilled, PrinterOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Col,
  DatePicker,
  Descriptions,
  Drawer,
  Form,
  Input,
  InputNumber,
  Result,
  Row,
  Select,
  Space,
  Steps,
  Switch,
  Table,
  Typography,
} from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { BodyInput, DataOf } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { levelOf } from '#kit/contract/region.ts';
import { endpointsOf } from '#kit/contract/resource.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useRegionPath } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { hoursUntil } from '#kit/web/ui/times.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { administratorRoles, openTenant, sysTenant } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { type SysTenantPackage, sysTenantPackage } from '#modules/platform/contract/tenant/sys-tenant-package.ts';
import { supportPhone } from '#modules/platform/contract/tenant/tenant-config.ts';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));
type Input_ = BodyInput<typeof openTenant>;
type Opened = DataOf<typeof openTenant>;
interface Values extends Omit<Input_, 'startOn' | 'expireOn'> {
  span: [Dayjs, Dayjs];
}

const RegionInput = fieldInputs.region;
const regionField = field.region();
/** Which step asks for which field, so that a refusal leads back to the right one. */
const stepFields = [
  ['tenantNo', 'tenantName', 'shortName', 'regionCode', 'contactName', 'contactPhone'],
  [
    'packageId',
    'trial',
    'span',
    'expireOn',
    'startOn',
    'maxUsers',
    'maxPrincipals',
    'maxAnimals',
    'storageGb',
    'graceDays',
  ],
  ['administrators'],
  ['portal', 'config'],
] as const;

/** Opens a tenant: four steps that are checked as one goes on, a summary, and passwords that are shown this once. */
export default function OpenWizard({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useTexts('platform.wizard');
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [step, setStep] = useState(0);
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState<{ readonly done: Opened; readonly name: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const values = Form.useWatch([], form) as Partial<Values> | undefined;
  const packages = usePackages();
  const confirmLeave = useConfirmLeave();
  const place = useRegionPath(values?.regionCode).at(-1);
  useEffect(() => {
    if (!place) return;
    const { tenantNo, tenantName, shortName } = form.getFieldsValue(true) as Partial<Values>;
    form.setFieldsValue({
      tenantNo: tenantNo ?? Number(String(place.code).slice(0, levelOf(place.code) < 3 ? 4 : 6)),
      tenantName: tenantName || place.name,
      shortName: shortName || place.name,
    });
  }, [place, form]);

  const bodyOf = (): Input_ => {
    const { span, ...rest } = form.getFieldsValue(true) as Values;
    return {
      ...rest,
      trial: rest.trial ?? false,
      startOn: span[0].format('YYYY-MM-DD'),
      expireOn: span[1].format('YYYY-MM-DD'),
    };
  };
  const send = async (dryRun: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      return await call(openTenant, { body: { ...bodyOf(), ...(dryRun && { dryRun }) }, quiet: true });
    } catch (error) {
      if (error instanceof ApiError) showRefusal(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const showRefusal = (error: ApiError) => {
    setProblem(error.message);
    if (error.errors.length === 0) return;
    form.setFields(
      error.errors.map(({ field: name, msg }) => ({
        name: (name === 'expireOn'
          ? ['span']
          : name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))) as never,
        errors: [msg],
      })),
    );
    const first = stepFields.findIndex((names) =>
      error.errors.some((one) => (names as readonly string[]).includes(one.field.split('.')[0] ?? '')),
    );
    if (first >= 0) setStep(first);
  };
  const next = async () => {
    try {
      await form.validateFields(stepFields[step] as never, { recursive: true });
    } catch {
      return;
    }
    if (step < 3) return setStep(step + 1);
    if (await send(true)) setStep(4);
  };
  const finish = async () => {
    // The fields go with the wizard: what the paper is headed with is taken before.
    const { tenantName: name } = bodyOf();
    const done = await send(false);
    if (!done) return;
    setOpened({ done, name });
    void client.invalidateQueries({ queryKey: resourceKey(sysTenant) });
  };
  const choosePackage = (id: number) => {
    const pack = packages.find((one) => one.id === id);
    if (!pack) return;
    const start = dayjs();
    form.setFieldsValue({
      maxUsers: pack.maxUsers,
      maxPrincipals: pack.maxPrincipals,
      maxAnimals: pack.maxAnimals,
      storageGb: pack.storageGb,
      span: [start, start.add(pack.termMonths, 'month')],
    });
  };
  const leave = async () => {
    if (!form.isFieldsTouched() || (await confirmLeave())) onClose();
  };
  const required = [{ required: true, message: text('needed') }];
  const titles = ['unit', 'package', 'administrators', 'portal', 'summary'];
  const of = useTexts('platform.sysTenant');
  const phone = [...required, { pattern: /^1[3-9]\d{9}$/, message: text('phoneWrong') }];
  if (opened) return <Done opened={opened.done} title={opened.name} onClose={onClose} />;
  return (
    <Drawer
      open
      size="min(920px, 100vw)"
      title={text('title')}
      onClose={() => void leave()}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{text('back')}</Button>}
          {step < 4 ? (
            <Button type="primary" loading={busy} onClick={() => void next()}>
              {text('next')}
            </Button>
          ) : (
            <Button type="primary" loading={busy} onClick={() => void finish()}>
              {text('open')}
            </Button>
          )}
        </Space>
      }
    >
      <Steps
        size="small"
        current={step}
        items={titles.map((key) => ({ title: text.any(key) }))}
        style={{ marginBottom: 24 }}
      />
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} />}
      <Form form={form} layout="vertical" preserve initialValues={{ trial: false, graceDays: 30 }} autoComplete="off">
        <Page shown={step === 0}>
          <Cell name="regionCode" label={of('regionCode')} rules={required}>
            <RegionPick />
          </Cell>
          <Cell name="tenantNo" label={of('tenantNo')} rules={required} help={text('noHelp')}>
            <InputNumber min={1} max={999_999} precision={0} style={{ width: '100%' }} />
          </Cell>
          <Cell name="tenantName" label={of('tenantName')} rules={required}>
            <Input maxLength={60} />
          </Cell>
          <Cell name="shortName" label={of('shortName')} rules={required}>
            <Input maxLength={20} />
          </Cell>
          <Cell name="contactName" label={of('contactName')} rules={required}>
            <Input maxLength={40} />
          </Cell>
          <Cell name="contactPhone" label={of('contactPhone')} rules={phone}>
            <Input maxLength={11} inputMode="numeric" />
          </Cell>
        </Page>
        <Page shown={step === 1}>
          <Cell name="packageId" label={of('packageId')} rules={required}>
            <Select
              options={packages.map((one) => ({ value: one.id, label: one.packageName }))}
              onChange={choosePackage}
              placeholder={text('choosePackage')}
            />
          </Cell>
          <Cell name="span" label={text('span')} rules={required}>
            <DatePicker.RangePicker style={{ width: '100%' }} />
          </Cell>
          {(['maxUsers', 'maxPrincipals', 'maxAnimals', 'storageGb'] as const).map((name) => (
            <Cell key={name} name={name} label={of(name)} rules={required}>
              <InputNumber min={1} precision={0} style={{ width: '100%' }} />
            </Cell>
          ))}
          <Cell name="graceDays" label={of('graceDays')} rules={required}>
            <InputNumber min={0} max={180} precision={0} style={{ width: '100%' }} />
          </Cell>
          <Cell name="trial" label={text('trial')} valuePropName="checked">
            <Switch />
          </Cell>
        </Page>
        <div hidden={step !== 2}>
          <Alert type="info" showIcon title={text('threePeople')} style={{ marginBottom: 16 }} />
          {administratorRoles.map((role, index) => (
            <Row key={role} gutter={24}>
              <Col span={24}>
                <Typography.Text strong>{text(role)}</Typography.Text>
              </Col>
              <Cell
                span={8}
                name={['administrators', index, 'username']}
                label={text('username')}
                rules={[...required, { pattern: /^[\w.]{4,32}$/, message: text('usernameWrong') }]}
              >
                <Input maxLength={32} autoComplete="off" />
              </Cell>
              <Cell span={8} name={['administrators', index, 'realName']} label={text('realName')} rules={required}>
                <Input maxLength={40} />
              </Cell>
              <Cell span={8} name={['administrators', index, 'phone']} label={text('phone')} rules={phone}>
                <Input maxLength={11} inputMode="numeric" />
              </Cell>
            </Row>
          ))}
        </div>
        <Page shown={step === 3}>
          <Cell
            name={['portal', 'portalId']}
            label={text('portalId')}
            rules={[...required, { pattern: /^[a-z]\w{1,19}$/i, message: text('portalWrong') }]}
            help={text('portalHelp', { route: `/${values?.portal?.portalId ?? '…'}Login` })}
          >
            <Input maxLength={20} />
          </Cell>
          <Cell name={['portal', 'title']} label={text('portalTitle')} rules={required}>
            <Input maxLength={60} />
          </Cell>
          <Cell name={['portal', 'titleEn']} label={text('portalTitleEn')}>
            <Input maxLength={80} />
          </Cell>
          <Cell
            name={['config', 'support_phone']}
            label={t('platform.tenantConfig.support_phone')}
            rules={[{ pattern: supportPhone, message: text('phoneWrong') }]}
          >
            <Input maxLength={40} />
          </Cell>
        </Page>
      </Form>
      {step === 4 && <Summary values={form.getFieldsValue(true) as Values} packages={packages} />}
    </Drawer>
  );
}

/** The fields of one step. Hidden around the row, not on it: a row's own display is stronger. */
const Page = ({ shown, children }: { readonly shown: boolean; readonly children: ReactNode }) => (
  <div hidden={!shown}>
    <Row gutter={24}>{children}</Row>
  </div>
);

interface CellProps extends React.ComponentProps<typeof Form.Item> {
  readonly span?: number;
}

const Cell = ({ span = 12, ...item }: CellProps) => (
  <Col xs={24} md={span}>
    <Form.Item {...item} />
  </Col>
);

/** The kit's cascader as a form's own input. */
function RegionPick({ id, value, onChange }: { id?: string; value?: number; onChange?(code: number | null): void }) {
  return (
    <RegionInput
      id={id ?? 'regionCode'}
      field={regionField}
      value={value ?? null}
      onChange={(code) => onChange?.(code as number | null)}
      onBlur={() => {}}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}

function usePackages(): readonly SysTenantPackage[] {
  const { data } = useQuery({
    queryKey: [...resourceKey(sysTenantPackage), 'onSale'],
    queryFn: () =>
      call(endpointsOf(sysTenantPackage).list as NonNullable<ReturnType<typeof endpointsOf>['list']>, {
        query: { status: 'onSale', pageSize: 100 },
        quiet: true,
      }),
  });
  return (data as SysTenantPackage[] | undefined) ?? [];
}

function Summary({ values, packages }: { readonly values: Values; readonly packages: readonly SysTenantPackage[] }) {
  const text = useTexts('platform.wizard');
  const of = useTexts('platform.sysTenant');
  const path = useRegionPath(values.regionCode);
  const rows: [string, string][] = [
    [of('tenantNo'), String(values.tenantNo)],
    [of('tenantName'), `${values.tenantName} (${values.shortName})`],
    [of('regionCode'), path.map((one) => one.name).join(' ')],
    [of('contactName'), `${values.contactName} ${values.contactPhone}`],
    [of('packageId'), packages.find((one) => one.id === values.packageId)?.packageName ?? ''],
    [text('span'), values.span.map((day) => day.format('YYYY-MM-DD')).join(' ~ ')],
    [of('maxUsers'), values.maxUsers.toLocaleString()],
    [of('maxPrincipals'), values.maxPrincipals.toLocaleString()],
    [of('maxAnimals'), values.maxAnimals.toLocaleString()],
    [of('storageGb'), values.storageGb.toLocaleString()],
    ...administratorRoles.map((role, index): [string, string] => [
      text(role),
      `${values.administrators[index]?.realName ?? ''} (${values.administrators[index]?.username ?? ''})`,
    ]),
    [text('portal'), `${values.portal.title}  /${values.portal.portalId}Login`],
  ];
  return (
    <>
      <Alert type="success" showIcon title={text('allRight')} style={{ marginBottom: 16 }} />
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={rows.map(([label, children]) => ({ key: label, label, children: <span data-record>{children}</span> }))}
      />
    </>
  );
}

function Done({ opened, title, onClose }: { readonly opened: Opened; readonly title: string; onClose(): void }) {
  const t = useT();
  const text = useTexts('platform.wizard');
  const once = text('once', { n: opened.validUntil ? hoursUntil(opened.validUntil) : 72 });
  const [isPrinting, setPrinting] = useState(false);
  const all = opened.passwords.map((one) => `${text.any(one.roleCode)}\t${one.username}\t${one.password}`).join('\n');
  return (
    <Drawer
      open
      size="min(760px, 100vw)"
      title={text('title')}
      onClose={onClose}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" style={{ float: 'inline-end' }} onClick={onClose}>
          {text('kept')}
        </Button>
      }
    >
      <Result
        icon={<CheckCircleFilled />}
        status="success"
        title={<span data-record>{text('opened', { name: title, no: opened.tenantNo })}</span>}
        subTitle={text('door', { route: opened.portalRoute })}
        style={{ paddingBlock: 16 }}
      />
      <Alert type="warning" showIcon title={once} style={{ marginBottom: 16 }} />
      <Table
        size="small"
        rowKey="username"
        pagination={false}
        dataSource={opened.passwords}
        columns={[
          { title: text('role'), render: (_, one) => text.any(one.roleCode) },
          { title: text('username'), dataIndex: 'username' },
          {
            title: text('password'),
            render: (_, one) => (
              <Typography.Text code copyable={{ text: one.password }}>
                {one.password}
              </Typography.Text>
            ),
          },
        ]}
      />
      <Space style={{ marginTop: 16 }}>
        <Typography.Text copyable={{ text: all }}>{text('copyAll')}</Typography.Text>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
          {t('print.print')}
        </Button>
      </Space>
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet
            title={text('paper', { name: title, no: opened.tenantNo })}
            notes={once}
            onDone={() => setPrinting(false)}
          >
            <table>
              <tbody>
                {opened.passwords.map((one) => (
                  <tr key={one.username}>
                    <td>{text.any(one.roleCode)}</td>
                    <td>{one.username}</td>
                    <td style={{ fontFamily: 'monospace' }}>{one.password}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </PrintSheet>
        </Suspense>
      )}
    </Drawer>
  );
}
