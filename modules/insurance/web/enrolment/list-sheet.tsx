import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsEnrolment, insEnrolmentParty } from '#modules/insurance/contract/enrolment/enrolment.ts';

/** The list of holders with a column to sign in, as it goes round the village. */
export function ListSheet({ list, onDone }: { readonly list: InsEnrolment; onDone(): void }) {
  const t = useT();
  const text = useTexts('insurance.detail');
  const { data } = useRows(insEnrolmentParty, { enrolmentId: String(list.id) }, 1, 200);
  const label = (name: string) => t.any(`insurance.insEnrolmentParty.${name}`);
  if (!data) return null;
  return (
    <PrintSheet
      title={text('listTitle')}
      notes={`${list.docNo} · ${list.regionCodeName ?? ''} · ${list.productIdName ?? ''} · ${list.coverFrom} – ${list.coverTo}`}
      isWide
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{label('holderName')}</th>
            <th>{label('phoneMask')}</th>
            <th>{label('head')}</th>
            <th>{label('sumInsured')}</th>
            <th>{label('premium')}</th>
            <th>{label('farmerPremium')}</th>
            <th>{text('signature')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows
            .filter((row) => row.status !== 'dropped')
            .map((row, at) => (
              <tr key={row.id}>
                <td>{at + 1}</td>
                <td>{row.holderName}</td>
                <td>{row.phoneMask}</td>
                <td>{row.head}</td>
                <td>{moneyText(row.sumInsured)}</td>
                <td>{moneyText(row.premium)}</td>
                <td>{moneyText(row.farmerPremium)}</td>
                <td style={{ inlineSize: '30mm' }} />
              </tr>
            ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
