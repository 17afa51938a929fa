import type { ReactNode } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { DictName } from '#modules/registry/web/index.ts';
import type { printCertificate } from '#modules/traceability/contract/quarantine/quarantine-certificate.ts';

/** The national form as rows; a second print says that it is a copy. */
export function CertificatePaper({ paper }: { readonly paper: DataOf<typeof printCertificate> }) {
  const t = useT();
  const text = useTexts('traceability.quarantinePage');
  const label = (name: string) => t.any(`traceability.quarantineCertificate.${name}`);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [label('officialNo'), paper.officialNo],
    [label('holder'), paper.holder],
    [text('fromPlace'), paper.fromRegion],
    [label('receiver'), paper.receiver],
    [text('toPlace'), paper.toRegion],
    [label('species'), <DictName key="species" dict="species" value={paper.species} />],
    [label('purpose'), <DictName key="purpose" dict="move_purpose" value={paper.purpose} />],
    [label('heads'), paper.heads],
    [label('ranges'), paper.ranges],
    [label('plateNo'), paper.plateNo ?? '-'],
    [label('issuedAt'), wallTime(paper.issuedAt)],
    [label('validUntil'), wallTime(paper.validUntil)],
    [label('vetName'), paper.vetName],
    [text('station'), paper.station],
  ];
  return (
    <>
      <h1>
        {text('paperTitle')}
        {paper.copy && `（${text('copy')}）`}
      </h1>
      <p style={{ textAlign: 'center', marginBlock: '0 12px' }}>
        <DictName dict="cert_type" value={paper.certType} />
      </p>
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-between', marginBlockStart: 48 }}>
        <span>{text('signHere')}</span>
        <span>{text('sealHere')}</span>
      </p>
    </>
  );
}
