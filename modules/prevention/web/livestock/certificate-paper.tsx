import { QRCode } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { paper } from '#kit/web/ui/palette.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { Certificate } from '#modules/prevention/contract/livestock/immunity.ts';
import { useStateName } from './immune-chips.tsx';

const columns = ['disease', 'state', 'lastOn', 'vaccine', 'lot', 'worker', 'validUntil'] as const;

/** 免疫证: a page for each animal, with the code that leads to its public page. */
export default function CertificatePaper({
  papers,
  onDone,
}: {
  readonly papers: readonly Certificate[];
  onDone(): void;
}) {
  const text = useTexts('prevention.certificate');
  const nameOf = useStateName();
  return (
    <PrintSheet title={text('title')} onDone={onDone}>
      {papers.map((one, at) => (
        <section key={one.id} style={{ breakBefore: at === 0 ? 'auto' : 'page' }}>
          <div style={{ display: 'flex', justifyContent: 'space-between', gap: 24, marginBlock: 12 }}>
            <dl style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '6px 16px', margin: 0 }}>
              <dt>{text('earTag')}</dt>
              <dd style={{ margin: 0, fontSize: 18, fontWeight: 600 }}>{one.earTag}</dd>
              <dt>{text('animal')}</dt>
              <dd style={{ margin: 0 }}>{[one.speciesName, one.breedName, one.sexName].join(' · ')}</dd>
              <dt>{text('birthDate')}</dt>
              <dd style={{ margin: 0 }}>{one.birthDate}</dd>
              <dt>{text('holder')}</dt>
              <dd style={{ margin: 0 }}>{one.holderName}</dd>
              <dt>{text('place')}</dt>
              <dd style={{ margin: 0 }}>{one.regionName}</dd>
            </dl>
            <QRCode
              value={`${location.origin}/t?c=${one.animalUid}`}
              size={120}
              type="svg"
              bordered={false}
              color={paper.black}
              bgColor={paper.white}
            />
          </div>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name}>{text(name)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {one.cards.map((card) => (
                <tr key={card.diseaseCode}>
                  <td>{card.diseaseName}</td>
                  <td>{nameOf(card.state)}</td>
                  <td>{card.lastOn}</td>
                  <td>{card.vaccineName}</td>
                  <td>{card.lotNo}</td>
                  <td>{card.staffName}</td>
                  <td>{card.validUntil}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p style={{ display: 'flex', justifyContent: 'space-between', marginBlockStart: 36 }}>
            <span>{text('seal')}</span>
            <span>{text('on')}</span>
          </p>
        </section>
      ))}
    </PrintSheet>
  );
}
