import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useChosenUnit } from '#kit/web/chosen-unit.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ownFarms } from '#modules/farm/contract/board/board.ts';

/** In the header of whoever has several farms: what the farm's pages open with, and whose news the bell tells. */
export default function FarmPicker() {
  const text = useTexts('farm.picker');
  const { unitId, choose } = useChosenUnit();
  const { data = [] } = useQuery({
    queryKey: ['farm', 'ownFarms'],
    queryFn: () => call(ownFarms, { quiet: true, background: true }),
    staleTime: 600_000,
  });
  if (data.length < 2) return null;
  return (
    <Select<number>
      variant="filled"
      size="small"
      style={{ width: 180 }}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={text('label')}
      placeholder={text('all')}
      value={unitId}
      onChange={(id) => choose(id ?? null)}
      options={data.map((one) => ({ value: one.id, label: one.name }))}
    />
  );
}
