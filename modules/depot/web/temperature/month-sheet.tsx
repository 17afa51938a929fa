import { useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import {
  type Reading,
  type SlotName,
  slots,
  type TemperatureSeries,
} from '#modules/depot/contract/temperature/temperature.ts';
import './month-sheet.css';

interface Props {
  readonly series: TemperatureSeries;
  /** `2026-11`. */
  readonly month: string;
  onDone(): void;
}

/** The bound sheet of a month: a line a day, the worst reading of each half, who took it, and room to sign. */
export default function MonthSheet({ series, month, onDone }: Props) {
  const text = useTexts('depot.temperaturePage');
  const { store, sum } = series;
  const days = new Date(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0).getDate();
  const range = { min: store.tempMin ?? '-', max: store.tempMax ?? '-' };
  const cells = (day: string, slot: SlotName) => {
    const one = readingOf(series, day, slot);
    return (
      <>
        <td>{one ? wallTime(one.readAt).slice(11, 16) : ''}</td>
        <td className={one && !one.inRange ? 'ml-sheet-out' : ''}>
          {one ? `${one.celsius.toFixed(1)}${one.inRange ? '' : ` ${text('out')}`}` : ''}
        </td>
        <td>{one?.byName ?? (one?.isDevice ? text('device') : '')}</td>
      </>
    );
  };
  return (
    <PrintSheet
      title={text('sheet', { name: store.name })}
      notes={
        <>
          <span>{text('sheetUnit', { unit: store.principalName ?? '' })}</span>
          <span>{text('sheetMonth', { month })}</span>
          <span>{text('sheetRange', range)}</span>
        </>
      }
      onDone={onDone}
    >
      <table className="ml-sheet">
        <thead>
          <tr>
            <th rowSpan={2}>{text('day')}</th>
            {slots.map(({ name }) => (
              <th key={name} colSpan={3}>
                {text(name)}
              </th>
            ))}
            <th rowSpan={2}>{text('remark')}</th>
          </tr>
          <tr>
            {slots.flatMap(({ name }) => [
              <th key={`${name} time`}>{text('time')}</th>,
              <th key={`${name} celsius`}>°C</th>,
              <th key={`${name} by`}>{text('by')}</th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`).map((day) => (
            <tr key={day}>
              <td>{day.slice(8)}</td>
              {cells(day, 'morning')}
              {cells(day, 'afternoon')}
              <td>{remarksOf(series, day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{text('sheetSum', { n: sum.readings, out: sum.out, missing: sum.missing })}</p>
      <p className="ml-sheet-signs">
        <span>{text('keeper')}</span>
        <span>{text('head')}</span>
      </p>
    </PrintSheet>
  );
}

const dayOf = (reading: Reading) => wallTime(reading.readAt).slice(0, 10);
const hourOf = (reading: Reading) => Number(wallTime(reading.readAt).slice(11, 13));

/** One out of range before all others, else the first. */
function readingOf({ readings }: TemperatureSeries, day: string, slot: SlotName): Reading | undefined {
  const hours = slots.find((one) => one.name === slot) ?? slots[0];
  const there = readings.filter((one) => dayOf(one) === day && hourOf(one) >= hours.from && hourOf(one) < hours.to);
  return there.find((one) => !one.inRange) ?? there[0];
}

const remarksOf = ({ readings }: TemperatureSeries, day: string): string =>
  readings.flatMap((one) => (dayOf(one) === day && one.remark ? [one.remark] : [])).join('; ');
