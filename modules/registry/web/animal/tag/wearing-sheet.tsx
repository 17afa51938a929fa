import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { type AnimalEntry, animalEntry, entryAnimals } from '#modules/registry/contract/animal/animal-entry.ts';
import { monthsBetween } from '#modules/registry/contract/animal/animal-rules.ts';
import { breedDict, DictName, useLabel } from '../names.tsx';
import { EarTag } from './ear-tag.tsx';

/** 挂标登记表: what the keeper signs beside the animals. Prints itself. */
export function WearingSheet({ id, onDone }: { readonly id: number; onDone(): void }) {
  const t = useT();
  const entry = useResourceDetail(animalEntry, id).row as unknown as AnimalEntry | undefined;
  const kindOf = useLabel('entry_kind');
  const { data } = useQuery({
    queryKey: [...resourceKey(animalEntry), 'animals', id],
    queryFn: () => call(entryAnimals, { query: { id } }),
  });
  const text = useTexts('registry.animalForm');
  if (!data || !entry) return null;
  return (
    <PrintSheet
      title={text('sheetTitle')}
      onDone={onDone}
      notes={
        <>
          <span>{`${t('registry.animalEntry.docNo')} ${entry.docNo}`}</span>
          <span>{`${text('principalId')} ${entry.principalIdName ?? ''}`}</span>
          <span>{`${text('entryKind')} ${kindOf(entry.entryKind)}`}</span>
          <span>{`${text('wornOn')} ${entry.wornOn}`}</span>
          <span>{text('sheetHeads', { n: data.length })}</span>
        </>
      }
    >
      <table>
        <thead>
          <tr>
            {['no', 'tag', 'sex', 'breed', 'age', 'signature'].map((name) => (
              <th key={name}>{text.any(`sheet.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((one, index) => (
            <tr key={one.id}>
              <td>{index + 1}</td>
              <td>
                <EarTag tag={one.earTag} />
              </td>
              <td>
                <DictName dict="animal_sex" value={one.sex} />
              </td>
              <td>
                <DictName dict={breedDict(entry.species)} value={one.breed} />
              </td>
              <td>{monthsBetween(one.birthDate, entry.wornOn)}</td>
              <td style={{ width: '30%' }} />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
