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
    default:
      return null;
  }
}
