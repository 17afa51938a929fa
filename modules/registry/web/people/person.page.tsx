import { Flex, Tag } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type Person, person } from '#modules/registry/contract/people/person.ts';
import { MergeChoice } from '../grid/merge-choice.tsx';

interface Appearance {
  readonly job: string;
  readonly unit: string;
  readonly status: string;
  /** The household whose head they are. */
  readonly principalId?: number;
}

/** 人员档案; two records of one human being are put side by side from here. */
export default function PersonPage() {
  const t = useT();
  const mayMerge = useCan('pri:duplicate:request');
  const [merged, setMerged] = useState<Person | null>(null);
  return (
    <>
      <ResourcePage
        resource={person}
        cells={{ appearsAs: (row) => <AppearsAs row={row} /> }}
        actions={(row) =>
          mayMerge && row.status === 'active'
            ? [{ key: 'merge', label: t('registry.person.merge'), run: () => setMerged(row) }]
            : []
        }
      />
      {merged && <MergeChoice person={merged} onClose={() => setMerged(null)} />}
    </>
  );
}

/** One chip per record that names them; it leads to the record. */
function AppearsAs({ row }: { readonly row: Person }) {
  const t = useT();
  const { options } = useDict('staff_job');
  const nameOf = (job: string) =>
    job === 'head' ? t('registry.person.head') : (options.find((one) => one.dictValue === job)?.dictLabel ?? job);
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
