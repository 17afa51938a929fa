import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { LineEvent } from '#modules/registry/contract/animal/animal-life.ts';
import { breedDict, DictName } from '../names.tsx';
import { EarTag } from '../tag/ear-tag.tsx';

/** The few words of an event that its kind alone does not say. */
export function EventText({ event: { kind, summary } }: { readonly event: LineEvent }) {
  const text = (name: string) => (typeof summary[name] === 'string' ? (summary[name] as string) : null);
  const [tag, old, species] = [text('tag'), text('old'), text('species')];
  switch (kind) {
    case 'tagWorn':
    case 'merged':
      return tag && <EarTag tag={tag} />;
    case 'tagReplaced':
      return (
        <span>
          {old && <EarTag tag={old} />} → {tag && <EarTag tag={tag} />}{' '}
          <DictName dict="tag_remove_reason" value={text('reason')} />
        </span>
      );
    case 'registered':
      return (
        species && (
          <span>
            <DictName dict="species" value={species} /> · <DictName dict={breedDict(species)} value={text('breed')} /> ·{' '}
            <DictName dict="animal_sex" value={text('sex')} />
          </span>
        )
      );
    case 'died':
    case 'culled':
      return (
        <span>
          {text('cause') && <DictName dict={kind === 'died' ? 'death_cause' : 'cull_reason'} value={text('cause')} />}
          {text('disposalWay') && (
            <>
              {' · '}
              <DictName dict="carcass_way" value={text('disposalWay')} />
            </>
          )}
        </span>
      );
    case 'sold':
    case 'moved':
      return text('purpose') && <DictName dict="move_purpose" value={text('purpose')} />;
    case 'weighed':
      return typeof summary.kg === 'number' && <span>{summary.kg} kg</span>;
    case 'immunised':
      return text('vaccine') && <span data-record>{text('vaccine')}</span>;
    case 'quarantineIssued':
      return text('certNo') && <span data-record>{text('certNo')}</span>;
    case 'inseminated':
      return text('sire') && <span data-record>{text('sire')}</span>;
    default:
      return <Facts summary={summary} />;
  }
}

/** What the modules write of their events, under the names they share; a reader who may not see an event is never sent it. */
function Facts({ summary }: { readonly summary: LineEvent['summary'] }) {
  const text = useTexts('registry.eventFact');
  const plain = (name: string) => {
    const value = summary[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const medicines = Array.isArray(summary.medicines)
    ? summary.medicines.map((one: { name?: string }) => one.name ?? '').join('、')
    : '';
  const words = [
    plain('vaccine'),
    plain('lot') || plain('lotNo'),
    medicines,
    plain('kg') && text('kg', { kg: plain('kg') }),
    plain('sire'),
    plain('total') && text('calves', { total: plain('total'), alive: plain('alive') }),
    plain('deviceNo'),
    plain('item'),
    plain('barcode'),
    plain('meatUntil') && text('withdrawal', { date: plain('meatUntil') }),
    plain('until') && text('until', { date: plain('until') }),
    plain('policy') || plain('claim') || plain('pledge'),
    plain('certNo'),
  ].filter(Boolean);
  return (
    <>
      {words.length > 0 && <span data-record>{words.join(' · ')}</span>}
      {plain('conclusion') && <DictName dict="sample_result_conclusion" value={plain('conclusion')} />}
      {plain('way') && <DictName dict="carcass_way" value={plain('way')} />}
    </>
  );
}
