import { useQueryClient } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { filePort } from '#kit/web/ui/file-port.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { marginLetter, marginNotice } from '#modules/bank/contract/product/margin.ts';

/** 补仓通知: what was asked of whom, by when, and how it was met. */
export default function MarginPage() {
  const text = useTexts('bank.marginNotice');
  const client = useQueryClient();
  const { act } = useAct(() => void client.invalidateQueries());
  return (
    <ResourcePage
      resource={marginNotice}
      isOwn={false}
      cells={{
        lineNo: (row) => <PageLink to={`/bank/credit/detail?id=${row.creditLineId}`}>{row.lineNo}</PageLink>,
        repayAmount: (row) => (
          <SumButton entity="bank.marginNotice" id={row.id}>
            {moneyText(row.repayAmount)}
          </SumButton>
        ),
      }}
      actions={(row) => [
        {
          key: 'letter',
          label: text('letter'),
          run: () =>
            act(
              () => call(marginLetter, { body: { id: row.id } }),
              async (done) => {
                const address = await filePort.current?.link(done.fileId);
                if (address) window.open(address, '_blank', 'noopener');
              },
            ),
        },
      ]}
    />
  );
}
