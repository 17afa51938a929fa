import { useQuery } from '@tanstack/react-query';
import { Skeleton, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { publicProof } from '#modules/traceability/contract/seal/trace-seal.ts';
import { ProofLine } from './proof-line.tsx';
import { pinOf } from './verify-in-browser.ts';

/** The proof of one animal, fetched once and computed on this device. */
export function ProofView({ tagNo, c }: { readonly tagNo: string; readonly c: string }) {
  const text = useTexts('traceability.publicTrace');
  const { search } = usePage();
  const { data, error } = useQuery({
    queryKey: ['traceability.publicProof', tagNo, c],
    queryFn: () => call(publicProof, { query: c ? { c } : { tag: tagNo }, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Typography.Text type="secondary">{text('noProof')}</Typography.Text>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  return <ProofLine proof={data} pin={pinOf(search.get('h'))} />;
}

export default ProofView;
