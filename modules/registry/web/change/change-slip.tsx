import { useQuery } from '@tanstack/react-query';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { type AnimalChange, animalChange } from '#modules/registry/contract/change/animal-change.ts';
import { DictName, useLabel } from '../animal/names.tsx';
import { EarTag } from '../animal/tag/ear-tag.tsx';
import { linesQuery } from './change-animals.tsx';

/** 交接单: what both sides sign when animals change hands. Prints itself. */
export function ChangeSlip({ id, onDone }: { readonly id: number; onDone(): void }) {
  const t = useT();
  const change = useResourceDetail(animalChange, id).row as unknown as AnimalChange | undefined;
  const { data } = useQuery(linesQuery(id));
  const kindOf = useLabel('animal_change_type');
  const text = useTexts('registry.animalChangePage');
  const label = useTexts('registry.animalChange');
  if (!change || !data) return null;
  return (
    <PrintSheet
      title={`${kindOf(change.changeType)}${text('slipTitle')}`}
      onDone={onDone}
      notes={
        <>
          <span>{`${label('docNo')} ${change.docNo}`}</span>
          <span>{`${label('principalId')} ${change.principalIdName ?? ''}`}</span>
          <span>{`${label('toPrincipalId')} ${change.toPrincipalIdName ?? change.buyerName ?? '-'}`}</span>
          <span>{`${label('happenedOn')} ${change.happenedOn}`}</span>
          <span>{`${label('count')} ${data.length}`}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            <th>{t('registry.animalForm.sheet.no')}</th>
            <th>{t('registry.animal.earTag')}</th>
            <th>{t('registry.animal.species')}</th>
            <th>{t('registry.animal.sex')}</th>
            <th>{t('registry.animal.stage')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one, index) => (
            <tr key={one.animalId}>
              <td>{index + 1}</td>
              <td>
                <EarTag tag={one.earTag} />
              </td>
              <td>
                <DictName dict="species" value={one.species} />
              </td>
              <td>
                <DictName dict="animal_sex" value={one.sex} />
              </td>
              <td>
                <DictName dict="stage" value={one.stage} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 48 }}>
        <span>{text('giverSigns')}</span>
        <span>{text('takerSigns')}</span>
      </p>
    </PrintSheet>
  );
}
