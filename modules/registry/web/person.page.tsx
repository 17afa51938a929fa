import { Flex, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type Person, person } from '#modules/registry/contract/person.ts';

interface Appearance {
  readonly job: string;
  readonly unit: string;
  readonly status: string;
  /** The household whose head they are. */
  readonly principalId?: number;
}

export default resourcePage(person, { cells: { appearsAs: (row) => <AppearsAs row={row} /> } });

/** One chip per record that names them; it leads to the record. */
function AppearsAs({ row }: { readonly row: Person }) {
  const t = useT();
  const { options } = useDict('staff_job');
  const nameOf = (job: string) =>
    job === 'head' ? t.any('registry.person.head') : (options.find((one) => one.dictValue === job)?.dictLabel ?? job);
  const all = (row.appearsAs as Appearance[] | null) ?? [];
  if (all.length === 0) return <span>-</span>;
  return (
    <Flex gap={4} wrap>
      {all.map(({ job, unit, status, principalId }) => (
        <Tag key={`${job} ${unit}`} style={{ margin: 0, opacity: status === 'left' ? 0.6 : 1 }}>
          <PageLink
            to={
              principalId ? `/pri/mainFile?id=${principalId}` : `/pri/staffInfo?keyword=${encodeURIComponent(row.name)}`
            }
          >
            {`${nameOf(job)} · ${unit}`}
          </PageLink>
        </Tag>
      ))}
    </Flex>
  );
}
