import type { DataOf } from '#kit/contract/endpoint.ts';
import { labelKey } from '#kit/contract/resource.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { type ImmunisationVisit, immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import type { visitDetail } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useLabel } from './texts.ts';

interface Props {
  readonly row: ImmunisationVisit;
  readonly sheet: DataOf<typeof visitDetail>;
  readonly diseaseName: (code: string) => string;
  onDone(): void;
}

/** The sheet on paper, with room for the holder's and the worker's hand. */
export function VisitPaper({ row, sheet, diseaseName, onDone }: Props) {
  const t = useT();
  const joined = useJoined();
  const named = row as unknown as Record<string, string | null>;
  const label = (name: keyof typeof immunisationVisit.fields & string) => t.any(labelKey(immunisationVisit, name));
  const text = useTexts('prevention.visitPage');
  const species = useLabel('species');
  const how = useLabel('visit_result');
  const result = (one: string) => (one === 'done' ? how('done') : t.any(`prevention.visitForm.${one}`));
  return (
    <PrintSheet title={`${text('paperTitle')} ${row.docNo}`} onDone={onDone}>
      <p>
        {label('principalId')}: {named.principalIdName} · {named.regionCodeName} · {label('visitedOn')}: {row.visitedOn}{' '}
        · {label('staffId')}: {named.staffIdName ?? '–'}
      </p>
      <table>
        <thead>
          <tr>
            <th>{text('vaccine')}</th>
            <th>{label('lotNo')}</th>
            <th>{label('diseaseCode')}</th>
            <th>{text('tagged')}</th>
            <th>{label('doses')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((one) => (
            <tr key={one.lineNo}>
              <td>{one.vaccineName}</td>
              <td>{one.lotNo}</td>
              <td>{joined(one.diseaseCodes.map(diseaseName))}</td>
              <td>{one.taggedHead}</td>
              <td>{one.dosesUsed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th>{label('earTag')}</th>
            <th>{t('prevention.visitForm.kind')}</th>
            <th>{label('diseaseCode')}</th>
            <th>{label('result')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.animals.map((one) => (
            <tr key={one.animalId}>
              <td>{one.earTag}</td>
              <td>{species(one.species)}</td>
              <td>{joined(one.diseaseCodes.map(diseaseName))}</td>
              <td>{result(one.result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ marginBlockStart: 32 }}>
        {text('signHolder')} ________________ &nbsp;&nbsp; {text('signWorker')} ________________
      </p>
    </PrintSheet>
  );
}
