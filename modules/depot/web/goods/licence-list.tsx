import { Flex } from 'antd';
import { useDict } from '#kit/web/lookups/lookups.ts';
import type { Licence } from '#modules/depot/contract/goods/purveyor.ts';
import { OneFile } from '../common/one-file.tsx';
import { Until } from './until.tsx';

/** The papers of a purveyor to read, one below the other. */
export function LicenceList({ value }: { readonly value: readonly Licence[] }) {
  const { options } = useDict('document_kind');
  const kindOf = (code: string) => options.find((one) => one.dictValue === code)?.dictLabel ?? code;
  if (value.length === 0) return <span>-</span>;
  return (
    <Flex vertical gap={8}>
      {value.map((one) => (
        <Flex key={`${one.kind} ${one.no}`} gap={12} align="start" wrap>
          <span>{kindOf(one.kind)}</span>
          <span>{one.no}</span>
          <Until day={one.validTo} />
          {one.fileId !== null && <OneFile bizType="depot.purveyor" label="" value={one.fileId} />}
        </Flex>
      ))}
    </Flex>
  );
}
