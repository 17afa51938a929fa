import { Alert, Button, DatePicker, Form, Input, InputNumber, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { addTemperature, type ColdStore, type LotInside } from '#modules/depot/contract/temperature/temperature.ts';
import { isOutside } from '../store/celsius.tsx';
import { HoldLots } from './hold-lots.tsx';

interface Props {
  readonly store: ColdStore;
  onSaved(): void;
  onClose(): void;
}

/** A number and Enter is all it takes; what is out of range is said before and acted on after. */
export function AddReading({ store, onSaved, onClose }: Props) {
  const t = useT();
  const formId = useId();
  const text = useTexts('depot.temperaturePage');
  const mayHold = useCan('depot:lot:hold');
  const [celsius, setCelsius] = useState<number | null>(null);
  const [readAt, setReadAt] = useState<Dayjs>(() => dayjs().second(0).millisecond(0));
  const [remark, setRemark] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [inside, setInside] = useState<readonly LotInside[] | null>(null);
  const isOut = isOutside({ celsius, min: store.tempMin, max: store.tempMax });

  const save = async () => {
    if (celsius === null) return setProblems({ celsius: t('error.field.required') });
    setBusy(true);
    try {
      const saved = await call(addTemperature, {
        body: { depotId: store.id, readAt: readAt.toISOString(), celsius, remark: remark || null },
      });
      onSaved();
      if (saved.inRange) {
        notify('success', t('ok.saved'));
        onClose();
      } else setInside(saved.inside);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
    } finally {
      setBusy(false);
    }
  };
  if (inside)
    return (
      <HoldLots store={store} celsius={celsius ?? 0} lots={mayHold ? inside : []} onClose={onClose} onDone={onSaved} />
    );
  const item = (name: string, label: string) => ({
    label,
    htmlFor: `${formId}-${name}`,
    ...(problems[name] && { validateStatus: 'error' as const, help: problems[name] }),
  });
  return (
    <Modal
      open
      title={`${text('add')} · ${store.name}`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={formId} loading={busy}>
          {t('kit.save')}
        </Button>,
      ]}
    >
      <Form id={formId} layout="vertical" onFinish={() => void save()}>
        <Form.Item
          {...item('celsius', text('celsius'))}
          required
          extra={
            store.tempMin !== null && store.tempMax !== null
              ? text('range', { min: store.tempMin, max: store.tempMax })
              : undefined
          }
        >
          <InputNumber
            id={`${formId}-celsius`}
            autoFocus
            size="large"
            min={-200}
            max={80}
            precision={1}
            step={0.1}
            status={isOut ? 'warning' : ''}
            value={celsius}
            onChange={setCelsius}
            onPressEnter={(event) => event.currentTarget.form?.requestSubmit()}
            suffix="°C"
            style={{ width: 200 }}
          />
        </Form.Item>
        {isOut && <Alert type="warning" showIcon title={text('holdTitle')} style={{ marginBottom: 16 }} />}
        <Form.Item {...item('readAt', text('readAt'))} required>
          <DatePicker
            id={`${formId}-readAt`}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            minDate={dayjs().subtract(7, 'day')}
            maxDate={dayjs()}
            value={readAt}
            onChange={(value) => value && setReadAt(value)}
            style={{ width: 200 }}
          />
        </Form.Item>
        <Form.Item {...item('remark', text('remark'))}>
          <Input
            id={`${formId}-remark`}
            maxLength={200}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
