import { NoticeSheet } from '#kit/web/field/notice-sheet.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRow } from '#kit/web/use-rows.ts';
import { type ClaimNoticeRow, type InsPublicity, insPublicity } from '#modules/insurance/contract/notice/notice.ts';
import { useLabel } from '../common/inputs.tsx';

/** The sheet as it was hung up: names with their middle masked, no card, no phone, no account; its hash at the foot. */
export function WallSheet({ notice, onDone }: { readonly notice: InsPublicity; onDone(): void }) {
  const t = useT();
  const text = useTexts('insurance.detail');
  const { data } = useRow(insPublicity, notice.id);
  const label = (name: string) => t.any(`insurance.insEnrolmentParty.${name}`);
  if (!data) return null;
  const { snapshot } = data;
  return (
    <NoticeSheet
      title={text('sheetTitle')}
      lead={text('sheetLead', {
        village: snapshot.village,
        product: snapshot.product,
        from: snapshot.coverFrom,
        to: snapshot.coverTo,
      })}
      postedOn={data.postedAt ? wallTime(data.postedAt).slice(0, 10) : ''}
      endsAt={data.endsAt ?? ''}
      objections={data.hotline}
      by={snapshot.village}
      isWide
      onDone={onDone}
    >
      {snapshot.claims ? (
        <Claims rows={snapshot.claims} />
      ) : (
        <table>
          <thead>
            <tr>
              <th>#</th>
              <th>{label('holderName')}</th>
              <th>{label('head')}</th>
              <th>{label('sumInsured')}</th>
              <th>{label('premium')}</th>
              <th>{label('farmerPremium')}</th>
              <th>{label('omitted')}</th>
            </tr>
          </thead>
          <tbody>
            {snapshot.rows.map((row, at) => (
              <tr key={row.partyId}>
                <td>{at + 1}</td>
                <td>{row.name}</td>
                <td>{row.head}</td>
                <td>{moneyText(row.sumInsuredCents)}</td>
                <td>{moneyText(row.premiumCents)}</td>
                <td>{moneyText(row.farmerCents)}</td>
                <td>{row.omitted || ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{text('hash', { hash: data.snapshotHash })}</p>
    </NoticeSheet>
  );
}

/** R28: head, cause and amount of each claim. */
function Claims({ rows }: { readonly rows: readonly ClaimNoticeRow[] }) {
  const t = useT();
  const text = useTexts('insurance.noticePage');
  const cause = useLabel('death_cause');
  const label = (name: string) => t.any(`insurance.insEnrolmentParty.${name}`);
  return (
    <table>
      <thead>
        <tr>
          <th>#</th>
          <th>{label('holderName')}</th>
          <th>{label('head')}</th>
          <th>{text('cause')}</th>
          <th>{text('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.claimId}>
            <td>{at + 1}</td>
            <td>{row.name}</td>
            <td>{row.head}</td>
            <td>{cause(row.cause)}</td>
            <td>{moneyText(row.amountCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
