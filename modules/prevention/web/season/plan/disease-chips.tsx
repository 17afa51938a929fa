import { Tag } from 'antd';
import { useDiseaseName } from '../../common/use-diseases.ts';
import type { Cells } from './visiting-list.tsx';

interface Props {
  readonly cells: Cells;
  onOpen(diseaseCode: string): void;
}

/** One chip per disease, done of due; green when nothing is left. */
export function DiseaseChips({ cells, onOpen }: Props) {
  const nameOf = useDiseaseName();
  return (
    <span style={{ display: 'flex', gap: 4, flexWrap: 'wrap' }}>
      {Object.entries(cells)
        .filter(([, one]) => one.due + one.exempt > 0)
        .map(([code, one]) => (
          <Tag
            key={code}
            color={one.due > 0 && one.done >= one.due ? 'green' : one.done > 0 ? 'gold' : 'default'}
            style={{ margin: 0, cursor: 'pointer' }}
            role="button"
            tabIndex={0}
            onClick={() => onOpen(code)}
            onKeyDown={(event) => event.key === 'Enter' && onOpen(code)}
          >
            {`${nameOf(code)} ${one.done}/${one.due}`}
          </Tag>
        ))}
    </span>
  );
}
