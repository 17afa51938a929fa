import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { Sheet } from './batch-sheet.tsx';
import './settlement-paper.css';

interface Props {
  readonly sheet: Sheet;
  readonly kind: 'settlement' | 'delivery';
  readonly mode: string;
  onDone(): void;
}

/** On paper, with places for both to sign: what was sent, or what it comes to. */
export default function SettlementPaper({ sheet, kind, mode, onDone }: Props) {
  const text = useTexts('farm.slaughterDesk');
  const batch = useTexts('farm.slaughterBatch');
  const isMoney = kind === 'settlement' && sheet.money !== null;
  const lines = isMoney ? sheet.lines.filter((one) => one.amount !== null) : sheet.lines;
  const sum = (values: readonly (number | null)[]) =>
    Math.round(values.reduce<number>((all, one) => all + (one ?? 0), 0) * 100) / 100;
  const live = sum(lines.map((one) => one.liveKg));
  const carcass = sum(lines.map((one) => one.carcassKg));
  return (
    <PrintSheet title={`${text(kind)} ${sheet.docNo}`} onDone={onDone}>
      <dl className="farm-paper-facts">
        {(
          [
            ['farm', sheet.farmName],
            ['plant', sheet.plantName],
            ['cert', sheet.quarantineCertNo],
            ['vehicle', sheet.vehicleNo],
            ['sentOn', sheet.sentOn],
            ['doneOn', sheet.doneOn],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{text(name)}</dt>
            <dd>{value ?? ''}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{text('tag')}</th>
            <th className="farm-paper-n">{text('live')}</th>
            {isMoney && <th className="farm-paper-n">{text('carcass')}</th>}
            {isMoney && <th className="farm-paper-n">{text('dress')}</th>}
            {isMoney && <th>{text('grade')}</th>}
            {isMoney && <th className="farm-paper-n">{text('amount')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((one, at) => (
            <tr key={one.id}>
              <td>{at + 1}</td>
              <td>{one.earTag}</td>
              <td className="farm-paper-n">{one.liveKg?.toFixed(2)}</td>
              {isMoney && <td className="farm-paper-n">{one.carcassKg?.toFixed(2)}</td>}
              {isMoney && <td className="farm-paper-n">{one.dressPct === null ? '' : `${one.dressPct}%`}</td>}
              {isMoney && <td>{one.grade}</td>}
              {isMoney && <td className="farm-paper-n">{one.amount === null ? '' : moneyText(one.amount)}</td>}
            </tr>
          ))}
          <tr className="farm-paper-sum">
            <td />
            <td>
              {text('total')} {lines.length}
            </td>
            <td className="farm-paper-n">{live.toFixed(2)}</td>
            {isMoney && <td className="farm-paper-n">{carcass ? carcass.toFixed(2) : ''}</td>}
            {isMoney && (
              <td className="farm-paper-n">
                {carcass && live ? `${Math.round((carcass / live) * 10_000) / 100}%` : ''}
              </td>
            )}
            {isMoney && <td />}
            {isMoney && <td className="farm-paper-n">{moneyText(sheet.money?.amount ?? 0)}</td>}
          </tr>
        </tbody>
      </table>
      {isMoney && (
        <div className="farm-paper-how">
          <p>{mode}</p>
          {sheet.money?.steps.map((step) => (
            <p key={step.how}>
              {step.name} {step.how} = {moneyText(step.cents)}
            </p>
          ))}
          {sheet.money?.settledOn && (
            <p>
              {text('settled')} {sheet.money.settledOn}{' '}
              {sheet.money.voucher && `${text('voucher')} ${sheet.money.voucher}`}
            </p>
          )}
        </div>
      )}
      <div className="farm-paper-sign">
        {(isMoney ? (['farm', 'plant'] as const) : (['farm', 'driver', 'plant'] as const)).map((who) => (
          <span key={who}>{batch(`_sign_${who}`)}</span>
        ))}
      </div>
    </PrintSheet>
  );
}
