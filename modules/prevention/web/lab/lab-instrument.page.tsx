import { Select, Tooltip, Typography } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { OwnField, PlainFields } from '#kit/web/ui/own-fields.tsx';
import { labInstrument } from '#modules/prevention/contract/lab/lab-instrument.ts';
import { useLabChoices } from './choices.ts';

/** Red from so many days before calibration ends. */
const soonDays = 30;

/** 检测仪器: what is past its calibration is red here, and nowhere to be chosen (R44). */
export default function LabInstrumentPage() {
  const t = useT();
  const { labs, keepers } = useLabChoices();
  return (
    <ResourcePage
      resource={labInstrument}
      cells={{
        calibrateDueOn: (row) => {
          const isOver = row.daysLeft < 0;
          if (row.daysLeft > soonDays || row.status === 'scrapped') return <span>{row.calibrateDueOn}</span>;
          const hint = t.any(`prevention.labInstrument.${isOver ? 'past' : 'soon'}`, { n: Math.abs(row.daysLeft) });
          return (
            <Tooltip title={hint}>
              <Typography.Text type="danger" strong={isOver}>
                {row.calibrateDueOn}
              </Typography.Text>
            </Tooltip>
          );
        },
      }}
      form={{
        initial: { labId: labs.length === 1 ? labs[0]?.id : null, calibrateEveryDays: 365 },
        body: (form, formId) => (
          <>
            <OwnField form={form} formId={formId} name="labId">
              <Select<number>
                id={`${formId}-labId`}
                value={(form.values.labId as number | null) ?? null}
                disabled={form.isFixed('labId')}
                options={labs.map((one) => ({ value: one.id, label: one.name }))}
                placeholder={t('kit.choose')}
                onChange={(value) => form.set('labId', value)}
              />
            </OwnField>
            <PlainFields form={form} formId={formId} but={['labId', 'keeperId']} />
            <OwnField form={form} formId={formId} name="keeperId">
              <Select<number>
                id={`${formId}-keeperId`}
                allowClear
                value={(form.values.keeperId as number | null) ?? null}
                options={keepers.map((one) => ({ value: one.id, label: one.name }))}
                placeholder={t('kit.choose')}
                onChange={(value) => form.set('keeperId', value ?? null)}
              />
            </OwnField>
          </>
        ),
      }}
    />
  );
}
