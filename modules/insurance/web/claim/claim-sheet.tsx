import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsClaim, insClaimAnimal } from '#modules/insurance/contract/claim/claim.ts';
import type { ClaimMatch } from '#modules/insurance/contract/claim/claim-calls.ts';
import { insSettlement } from '#modules/insurance/contract/payout/payout.ts';
import { useLabel } from '../common/inputs.tsx';

interface Props {
  readonly claim: InsClaim;
  readonly match: ClaimMatch | undefined;
  onDone(): void;
}
/** The claim on paper: what was reported, seen, proved, decided and paid, with places to sign. */
export function ClaimSheet({ claim, match, onDone }: Props) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  const cause = useLabel('death_cause');
  const finding = useLabel('ins_claim_animal_finding');
  const where = { claimId: String(claim.id) };
  const { data: animals } = useRows(insClaimAnimal, where, 1, 200);
  const { data: settlements } = useRows(insSettlement, where, 1, 50);
  const label = (name: string) => t.any(`insurance.insClaim.${name}`);
  const of = (name: string) => t.any(`insurance.insClaimAnimal.${name}`);
  const paid = (name: string) => t.any(`insurance.insSettlement.${name}`);
  if (!animals || !settlements || !match) return null;
  const proofOf = (id: number) => match.animals.find((one) => one.claimAnimalId === id)?.certNo ?? '-';
  const facts = [
    ['holderName', claim.holderName],
    ['productId', claim.productIdName],
    ['reportedAt', wallTime(claim.reportedAt)],
    ['occurredAt', wallTime(claim.occurredAt)],
    ['cause', [cause(claim.cause), claim.causeText].filter(Boolean).join(' ')],
    ['regionCode', [claim.regionCodeName, claim.place].filter(Boolean).join(' ')],
    ['arrivedAt', claim.arrivedAt ? wallTime(claim.arrivedAt) : '-'],
    ['surveyorName', claim.surveyorName ?? '-'],
    ['amount', moneyText(claim.amount)],
    ['paid', moneyText(claim.paid)],
  ] as const;
  const pairs = facts.flatMap((one, at) => (at % 2 === 0 ? [[one, facts[at + 1]] as const] : []));
  return (
    <PrintSheet title={text('sheetTitle')} notes={`${claim.docNo} · ${claim.statusName ?? ''}`} onDone={onDone}>
      <table>
        <tbody>
          {pairs.map(([left, right]) => (
            <tr key={left[0]}>
              <th>{label(left[0])}</th>
              <td>{left[1]}</td>
              <th>{right && label(right[0])}</th>
              <td>{right?.[1]}</td>
            </tr>
          ))}
          {claim.rejectText && (
            <tr>
              <th>{label('rejectText')}</th>
              <td colSpan={3}>{claim.rejectText}</td>
            </tr>
          )}
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>{of('earTag')}</th>
            <th>{of('lostOn')}</th>
            <th>{of('finding')}</th>
            <th>{text('disposal')}</th>
            <th>{of('sumInsured')}</th>
            <th>{of('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {animals.rows.map((row) => (
            <tr key={row.id}>
              <td>{row.earTag}</td>
              <td>{row.lostOn}</td>
              <td>{row.finding ? finding(row.finding) : '-'}</td>
              <td>{proofOf(row.id)}</td>
              <td>{moneyText(row.sumInsured)}</td>
              <td>{moneyText(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {match.surveys.map((one) => (
        <p key={one.id}>
          {`${text('surveys')} ${one.docNo} · ${one.by} · ${wallTime(one.startedAt)}: ${one.conclusion}`}
        </p>
      ))}
      {match.reviews.map((one) => (
        <p key={`${one.round}.${one.level}`}>
          {`${text('reviews')} ${one.level} · ${one.by} · ${wallTime(one.at)}: ${one.opinion}`}
        </p>
      ))}
      {settlements.rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{paid('docNo')}</th>
              <th>{paid('payeeName')}</th>
              <th>{paid('amount')}</th>
              <th>{paid('paidAt')}</th>
            </tr>
          </thead>
          <tbody>
            {settlements.rows.map((row) => (
              <tr key={row.id}>
                <td>{row.docNo}</td>
                <td>{row.payeeName}</td>
                <td>{moneyText(row.amount)}</td>
                <td>{row.paidAt ? wallTime(row.paidAt) : (row.statusName ?? '-')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{text('sheetSigns')}</p>
    </PrintSheet>
  );
}
