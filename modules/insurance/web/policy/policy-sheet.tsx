import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsPolicy, insPolicyParty } from '#modules/insurance/contract/policy/policy.ts';

/** The policy on paper: its facts, who pays, and the certificates under it. */
export function PolicySheet({ policy, onDone }: { readonly policy: InsPolicy; onDone(): void }) {
  const t = useT();
  const text = useTexts('insurance.policyPage');
  const { data } = useRows(insPolicyParty, { policyId: String(policy.id) }, 1, 200);
  const label = (name: string) => t.any(`insurance.insPolicy.${name}`);
  const of = (name: string) => t.any(`insurance.insPolicyParty.${name}`);
  if (!data) return null;
  return (
    <PrintSheet title={text('policyTitle')} notes={`${policy.docNo} · ${policy.policyNo ?? ''}`} onDone={onDone}>
      <table>
        <tbody>
          <tr>
            <th>{label('insurer')}</th>
            <td>{policy.insurer}</td>
            <th>{label('productId')}</th>
            <td>{policy.productIdName}</td>
          </tr>
          <tr>
            <th>{label('organiserName')}</th>
            <td>{policy.organiserName}</td>
            <th>{text('period')}</th>
            <td>{`${policy.coverFrom} – ${policy.coverTo}`}</td>
          </tr>
          <tr>
            <th>{label('head')}</th>
            <td>{policy.head}</td>
            <th>{label('sumInsured')}</th>
            <td>{moneyText(policy.sumInsured)}</td>
          </tr>
          <tr>
            <th>{label('premium')}</th>
            <td>{moneyText(policy.premium)}</td>
            <th>{label('farmerPremium')}</th>
            <td>{moneyText(policy.farmerPremium)}</td>
          </tr>
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>{of('certNo')}</th>
            <th>{of('holderName')}</th>
            <th>{of('head')}</th>
            <th>{of('sumInsured')}</th>
            <th>{of('premium')}</th>
            <th>{of('farmerPremium')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td>{row.certNo}</td>
              <td>{row.holderName}</td>
              <td>{row.head}</td>
              <td>{moneyText(row.sumInsured)}</td>
              <td>{moneyText(row.premium)}</td>
              <td>{moneyText(row.farmerPremium)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
