import { useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  DatePicker,
  Flex,
  Form,
  InputNumber,
  Modal,
  Radio,
  Select,
  Switch,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import {
  addChecks,
  type CheckRow,
  pregnancyCheck,
  voidCheck,
} from '#modules/breeding/contract/record/pregnancy-check.ts';
import { type PreparedService, prepareService } from '#modules/breeding/contract/record/service.ts';
import { useChoices } from '../common/use-label.ts';
import { CowCard } from '../service/cow-card.tsx';
import { useVoid } from './breeding.page.tsx';

/** 妊检记录: what was found, and the form that records it. */
export default function PregnancyPage() {
  const text = useTexts('breeding.recordPage');
  const { search } = usePage();
  const { user } = useSession();
  const mayAdd = useCan('breed:pregnancy:add');
  const mayVoid = useCan('breed:pregnancy:void');
  const changed = useChanged(pregnancyCheck);
  const ask = useVoid(text('voidTitle'), text('reason'));
  const wanted = search.get('check');
  const [tag, setTag] = useState<string | null>(wanted);
  useEffect(() => setTag(wanted), [wanted]);
  return (
    <>
      <ResourcePage
        resource={pregnancyCheck}
        isOwn={false}
        cells={{
          earTag: (row) => <PageLink to={`/improve/base/animalDetail?id=${row.animalId}`}>{row.earTag}</PageLink>,
        }}
        actions={(row) =>
          row.status !== 'voided' && (mayVoid || (mayAdd && user.userId > 0))
            ? [
                {
                  key: 'void',
                  label: text('void'),
                  run: () =>
                    ask(async (reason) => {
                      await call(voidCheck, { body: { id: row.id, version: row.version, reason } });
                      await changed();
                    }),
                },
              ]
            : []
        }
        extra={() =>
          mayAdd && (
            <Button type="primary" onClick={() => setTag('')}>
              {text('addCheck')}
            </Button>
          )
        }
      />
      {mayAdd && tag !== null && (
        <CheckDialog
          tag={tag}
          onClose={() => {
            setTag(null);
            void changed();
          }}
        />
      )}
    </>
  );
}

function CheckDialog({ tag, onClose }: { readonly tag: string; onClose(): void }) {
  const text = useTexts('breeding.recordPage');
  const client = useQueryClient();
  const methods = useChoices('preg_method');
  const results = useChoices('preg_result');
  const causes = useChoices('abort_cause');
  const [prepared, setPrepared] = useState<PreparedService | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{
    method: CheckRow['method'];
    result: CheckRow['result'];
    checkedOn: dayjs.Dayjs;
    fetusDays?: number;
    twins?: boolean;
    abortCause?: string;
  }>();
  const result = Form.useWatch('result', form);
  const find = async (digits: string) => {
    setTold(null);
    try {
      const { one } = await call(prepareService, { query: { tag: digits } as never, quiet: true });
      if (one) setPrepared(one);
      else setTold(text('wholeTag'));
    } catch (error) {
      setTold(error instanceof Error ? error.message : '');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the cow that is asked for
  useEffect(() => {
    if (tag) void find(tag);
  }, [tag]);
  const save = async () => {
    const values = await form.validateFields();
    if (!prepared) return;
    setBusy(true);
    try {
      await call(addChecks, {
        body: {
          clientKey: newKey(),
          rows: [
            {
              animalId: prepared.cow.animalId,
              method: values.method,
              result: values.result,
              checkedOn: values.checkedOn.format('YYYY-MM-DD'),
              fetusDays: values.fetusDays ?? null,
              twins: values.twins ?? false,
              abortCause: values.abortCause ?? null,
            },
          ],
        },
        quiet: true,
      });
      notify('success', text('checkSaved', { tag: prepared.cow.earTag }));
      void client.invalidateQueries({ queryKey: ['breeding'] });
      setPrepared(null);
      form.resetFields();
      if (tag) onClose();
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
      title={text('addCheck')}
      okText={text('save')}
      okButtonProps={{ disabled: !prepared, loading: busy }}
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
        {prepared && <CowCard prepared={prepared} />}
        {prepared && (
          <Card size="small">
            <Form form={form} layout="vertical" initialValues={{ method: 'ultrasound', checkedOn: dayjs() }}>
              <Form.Item name="result" label={text('result')} rules={[{ required: true }]}>
                <Radio.Group optionType="button" buttonStyle="solid" options={results} />
              </Form.Item>
              <Flex gap={12} wrap>
                <Form.Item name="method" label={text('method')} rules={[{ required: true }]}>
                  <Select style={{ inlineSize: 140 }} options={methods} />
                </Form.Item>
                <Form.Item name="checkedOn" label={text('checkedOn')} rules={[{ required: true }]}>
                  <DatePicker allowClear={false} disabledDate={(day) => day.isAfter(dayjs(), 'day')} />
                </Form.Item>
                <Form.Item name="fetusDays" label={text('fetusDays')}>
                  <InputNumber min={1} max={400} />
                </Form.Item>
                {result === 'pregnant' && (
                  <Form.Item name="twins" label={text('twins')} valuePropName="checked">
                    <Switch />
                  </Form.Item>
                )}
                {result === 'aborted' && (
                  <Form.Item name="abortCause" label={text('abortCause')} rules={[{ required: true }]}>
                    <Select style={{ inlineSize: 160 }} options={causes} />
                  </Form.Item>
                )}
              </Flex>
            </Form>
          </Card>
        )}
        {!prepared && <Typography.Text type="secondary">{text('scanFirst')}</Typography.Text>}
      </Flex>
    </Modal>
  );
}
