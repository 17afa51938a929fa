import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';

interface Props {
  readonly value: Dayjs;
  onChange(value: Dayjs): void;
}

/** Day and time of the shot; never of tomorrow. */
export default function TimeField({ value, onChange }: Props) {
  return (
    <DatePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      value={value}
      disabledDate={(day) => day.isAfter(dayjs(), 'day')}
      onChange={(next) => onChange(next ?? dayjs())}
    />
  );
}
