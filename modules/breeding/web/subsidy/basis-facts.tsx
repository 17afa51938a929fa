import { Descriptions } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useLabel } from '../common/use-label.ts';

const shown = [
  'unitCents',
  'calf',
  'dam',
  'cow',
  'bornOn',
  'taggedOn',
  'recordedAt',
  'method',
  'sireCode',
  'breed',
  'nthStraw',
  'nthOfCow',
  'cows',
  'sheetStatus',
  'calvingStatus',
  'endedOn',
  'ofBatch',
] as const;

/** What a sum was worked out from, as it stood that day. */
export function BasisFacts({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }) {
  const text = useTexts('breeding.subsidyPage');
  const labels: Record<string, (value: unknown) => string> = {
    method: useLabel('service_method'),
    breed: useLabel('breed_code'),
    sheetStatus: useLabel('mother_census_sheet_status'),
    calvingStatus: useLabel('calving_status'),
    unitCents: (value) => moneyText(Number(value)),
    recordedAt: (value) => wallTime(String(value)).slice(0, 16),
  };
  const known = shown.filter((key) => inputs[key] !== undefined && inputs[key] !== null && inputs[key] !== '');
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 3 }}
      items={known.map((key) => ({
        key,
        label: text.any(`fact_${key}`),
        children: <span data-record>{labels[key]?.(inputs[key]) ?? String(inputs[key])}</span>,
      }))}
    />
  );
}
