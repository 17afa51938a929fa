import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  App,
  Button,
  Card,
  DatePicker,
  Flex,
  Form,
  Input,
  InputNumber,
  Modal,
  Radio,
  Select,
  Switch,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { call, callEnvelope, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { BreedingFemale } from '#modules/breeding/contract/base/base.ts';
import { animal } from '#modules/breeding/contract/base/base.ts';
import {
  addCalving,
  type Calving,
  calving,
  checkCalving,
  registerCalf,
} from '#modules/breeding/contract/record/calving.ts';
import { useChoices } from '../common/use-label.ts';
import { ExplainDialog } from '../subsidy/explain-dialog.tsx';
import { GestationRuler } from './gestation-ruler.tsx';

/** 产犊记录: births, their calves, and the form that finds the service a birth came from. */
export default function CalvingPage() {
  const text = useTexts('breeding.recordPage');
  const { search } = usePage();
  const mayAdd = useCan('breed:calving:add');
  const mayAsk = useCan('breed:subsidyLog:list');
  const changed = useChanged(calving);
  const wanted = search.get('mother');
  const [tag, setTag] = useState<string | null>(wanted);
  const [tagging, setTagging] = useState<Calving | null>(null);
  const [asking, setAsking] = useState<number | null>(null);
  useEffect(() => setTag(wanted), [wanted]);
  return (
    <>
      <ResourcePage
        resource={calving}
        isOwn={false}
        cells={{
          earTag: (row) => <PageLink to={`/improve/base/animalDetail?id=${row.motherId}`}>{row.earTag}</PageLink>,
          gestationDays: (row) => (
            <Typography.Text {...(row.fit !== 'normal' && { type: 'warning' })}>
              {row.gestationDays ?? '-'}
            </Typography.Text>
          ),
        }}
        actions={(row) => [
          ...(mayAdd && row.toTag > 0 && row.status !== 'voided'
            ? [{ key: 'tag', label: text('registerCalf'), run: () => setTagging(row) }]
            : []),
          ...(mayAsk ? [{ key: 'why', label: text('whyPaid'), run: () => setAsking(row.id) }] : []),
        ]}
        extra={() =>
          mayAdd && (
            <Button type="primary" onClick={() => setTag('')}>
              {text('addCalving')}
            </Button>
          )
        }
      />
      {mayAdd && tag !== null && (
        <CalvingDialog
          tag={tag}
          onClose={() => {
            setTag(null);
            void changed();
          }}
        />
      )}
      {tagging && (
        <TagDialog
          row={tagging}
          onClose={() => {
            setTagging(null);
            void changed();
          }}
        />
      )}
      {asking !== null && <ExplainCalves calvingId={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const detailOf = async (id: number) =>
  (await callEnvelope(callOf(calving, 'detail'), { params: { id }, quiet: true } as never)).data as Calving & {
    lines: { id: number; sex: string; state: string; breed: string | null }[];
  };

function ExplainCalves({ calvingId, onClose }: { readonly calvingId: number; onClose(): void }) {
  const { data } = useQuery({ queryKey: ['breeding', 'calves', calvingId], queryFn: () => detailOf(calvingId) });
  const [first] = data?.lines ?? [];
  return first ? <ExplainDialog recordKind="calf" recordId={first.id} onClose={onClose} /> : null;
}

function TagDialog({ row, onClose }: { readonly row: Calving; onClose(): void }) {
  const text = useTexts('breeding.recordPage');
  const breeds = useChoices('breed_code');
  const { data } = useQuery({ queryKey: ['breeding', 'calves', row.id], queryFn: () => detailOf(row.id) });
  const open = data?.lines.filter((one) => one.state === 'toTag') ?? [];
  const [form] = Form.useForm<{ calfId: number; tag: string; wornOn: dayjs.Dayjs; breed?: string }>();
  const save = async () => {
    const values = await form.validateFields();
    try {
      const made = await call(registerCalf, {
        body: {
          calfId: values.calfId ?? open[0]?.id,
          tag: values.tag,
          wornOn: values.wornOn.format('YYYY-MM-DD'),
          breed: values.breed ?? null,
        },
      });
      notify('success', text('calfRegistered', { docNo: made.docNo }));
      onClose();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Modal open title={text('registerCalf')} okText={text('save')} onOk={() => void save()} onCancel={onClose}>
      <Form form={form} layout="vertical" initialValues={{ wornOn: dayjs() }}>
        {open.length > 1 && (
          <Form.Item name="calfId" label={text('calf')} rules={[{ required: true }]}>
            <Radio.Group options={open.map((one, at) => ({ value: one.id, label: `${at + 1} ${one.sex}` }))} />
          </Form.Item>
        )}
        <Form.Item name="tag" label={text('calfTag')} rules={[{ required: true, pattern: /^\d{15}$/ }]}>
          <Input inputMode="numeric" maxLength={15} autoFocus />
        </Form.Item>
        <Flex gap={12} wrap>
          <Form.Item name="wornOn" label={text('wornOn')} rules={[{ required: true }]}>
            <DatePicker allowClear={false} disabledDate={(day) => day.isAfter(dayjs(), 'day')} />
          </Form.Item>
          <Form.Item name="breed" label={text('calfBreed')}>
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              style={{ inlineSize: 180 }}
              options={breeds}
            />
          </Form.Item>
        </Flex>
      </Form>
    </Modal>
  );
}

interface CalfForm {
  sex: 'male' | 'female';
  alive: boolean;
  birthWeight?: number;
}
function CalvingDialog({ tag, onClose }: { readonly tag: string; onClose(): void }) {
  const text = useTexts('breeding.recordPage');
  const { message } = App.useApp();
  const eases = useChoices('calving_ease');
  const sexes = useChoices('animal_sex');
  const [mother, setMother] = useState<BreedingFemale | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ calvedOn: dayjs.Dayjs; ease: 'normal'; reason?: string; calves: CalfForm[] }>();
  const calvedOn = Form.useWatch('calvedOn', form)?.format('YYYY-MM-DD') ?? dayjs().format('YYYY-MM-DD');
  const find = async (digits: string) => {
    setTold(null);
    const { data } = await callEnvelope(callOf(animal, 'list'), {
      query: { earTag: digits, pageSize: '5' },
      quiet: true,
    } as never);
    const rows = data as BreedingFemale[];
    if (rows.length === 1 && rows[0]) setMother(rows[0]);
    else setTold(text(rows.length === 0 ? 'noMother' : 'wholeTag'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the cow that is asked for
  useEffect(() => {
    if (tag) void find(tag);
  }, [tag]);
  const { data: preview } = useQuery({
    queryKey: ['breeding', 'calvingPreview', mother?.id, calvedOn],
    queryFn: () => call(checkCalving, { body: { motherId: mother?.id as number, calvedOn }, quiet: true }),
    enabled: mother !== null,
  });
  const save = async () => {
    const values = await form.validateFields();
    if (!mother) return;
    setBusy(true);
    try {
      const made = await call(addCalving, {
        body: {
          motherId: mother.id,
          calvedOn: values.calvedOn.format('YYYY-MM-DD'),
          clientKey: key,
          ease: values.ease,
          reason: values.reason ?? null,
          calves: values.calves.map((one) => ({
            sex: one.sex,
            alive: one.alive,
            birthWeight: one.birthWeight ?? null,
            breed: preview?.calfBreed ?? null,
          })),
        },
        idempotencyKey: key,
        quiet: true,
      });
      void message.success(text('calvingSaved', { docNo: made.docNo }));
      onClose();
    } catch (error) {
      setTold(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width="min(720px, 96vw)"
      title={text('addCalving')}
      okText={text('save')}
      okButtonProps={{ disabled: !mother || Boolean(preview?.refused), loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <ScanInput
          autoFocus
          inputMode="numeric"
          aria-label={text('scan')}
          placeholder={text('scan')}
          onScan={(raw) => void find(raw.replace(/\D/g, ''))}
        />
        {told && <Alert type="error" showIcon title={told} />}
        {mother && (
          <Typography.Text strong data-record>
            {`${mother.earTag} · ${mother.principalIdName ?? ''} · ${text('parityN', { n: mother.parity })}`}
          </Typography.Text>
        )}
        {mother && (
          <Form
            form={form}
            layout="vertical"
            initialValues={{ calvedOn: dayjs(), ease: 'normal', calves: [{ sex: 'female', alive: true }] }}
          >
            <Flex gap={12} wrap>
              <Form.Item name="calvedOn" label={text('calvedOn')} rules={[{ required: true }]}>
                <DatePicker allowClear={false} disabledDate={(day) => day.isAfter(dayjs(), 'day')} />
              </Form.Item>
              <Form.Item name="ease" label={text('ease')} rules={[{ required: true }]}>
                <Radio.Group optionType="button" options={eases} />
              </Form.Item>
            </Flex>
            {preview?.refused && <Alert type="error" showIcon title={preview.refused} />}
            {preview && !preview.refused && <GestationRuler preview={preview} />}
            {preview?.fit === 'noMatch' && (
              <Form.Item name="reason" label={text('noMatchReason')} rules={[{ required: true, min: 2 }]}>
                <Input.TextArea rows={2} maxLength={300} />
              </Form.Item>
            )}
            <Form.List name="calves">
              {(fields, { add, remove }) => (
                <Flex vertical gap={8}>
                  {fields.map((one) => (
                    <Card key={one.key} size="small">
                      <Flex gap={12} wrap align="center">
                        <Form.Item name={[one.name, 'sex']} noStyle rules={[{ required: true }]}>
                          <Radio.Group
                            optionType="button"
                            options={sexes.filter((sex) => sex.value === 'male' || sex.value === 'female')}
                          />
                        </Form.Item>
                        <Form.Item name={[one.name, 'alive']} noStyle valuePropName="checked">
                          <Switch checkedChildren={text('alive')} unCheckedChildren={text('dead')} />
                        </Form.Item>
                        <Form.Item name={[one.name, 'birthWeight']} noStyle>
                          <InputNumber min={0.5} max={90} step={0.5} placeholder={text('birthWeight')} />
                        </Form.Item>
                        {fields.length > 1 && (
                          <Button size="small" onClick={() => remove(one.name)}>
                            {text('drop')}
                          </Button>
                        )}
                      </Flex>
                    </Card>
                  ))}
                  {fields.length < (preview?.mostCalves ?? 3) && (
                    <Button onClick={() => add({ sex: 'female', alive: true })}>{text('oneMore')}</Button>
                  )}
                </Flex>
              )}
            </Form.List>
          </Form>
        )}
      </Flex>
    </Modal>
  );
}
