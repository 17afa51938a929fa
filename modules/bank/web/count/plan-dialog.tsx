import { DatePicker, Flex, Modal, Select, Typography } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useSites } from '../site/use-sites.ts';

interface Props {
  readonly title: string;
  /** Given where the site is known already. */
  readonly siteId?: number;
  save(body: { siteId: number; dueOn: string }, idempotencyKey: string): Promise<unknown>;
  onDone(): void;
  onClose(): void;
}
/** A count or a visit besides the rhythm, or an earlier day for the one that is ahead. */
export function PlanDialog({ title, siteId, save, onDone, onClose }: Props) {
  const text = useTexts('bank.countPage');
  const sites = useSites();
  const [site, setSite] = useState<number | null>(siteId ?? null);
  const [day, setDay] = useState(dayjs());
  const [key] = useState(newKey);
  const { busy, act } = useAct(onClose);
  return (
    <Modal
      open
      title={title}
      confirmLoading={busy}
      okButtonProps={{ disabled: site === null }}
      onOk={() => site !== null && act(() => save({ siteId: site, dueOn: day.format('YYYY-MM-DD') }, key), onDone)}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        {siteId === undefined && (
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={text('site')}
            placeholder={text('site')}
            value={site}
            options={sites.map((one) => ({ value: one.id, label: `${one.siteNo} ${one.name} · ${one.client ?? ''}` }))}
            onChange={setSite}
          />
        )}
        <DatePicker
          aria-label={text('day')}
          allowClear={false}
          minDate={dayjs()}
          value={day}
          onChange={(next) => next && setDay(next)}
        />
        <Typography.Text type="secondary">{text('planHint')}</Typography.Text>
      </Flex>
    </Modal>
  );
}
