import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Steps, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { followDrug } from '#modules/commerce/contract/order/order-steps.ts';
import style from './follow.module.css';

/** 用药追踪: a drug from the sheet that ordered it to the animals that wait for it. */
export function Follow({ id, orderNo }: { readonly id: number; readonly orderNo: string }) {
  const text = useTexts('commerce.orderPage');
  const { data = [] } = useQuery({
    queryKey: ['commerce.follow', id],
    queryFn: () => call(followDrug, { query: { id }, quiet: true }),
  });
  if (data.length === 0) return null;
  return (
    <Card size="small" title={text('follow')}>
      <Flex vertical gap={16}>
        {data.map((one) => {
          const doses = one.lots.flatMap((lot) => lot.doses);
          const until = doses
            .flatMap((dose) => dose.until ?? [])
            .sort()
            .at(-1);
          const steps = [
            {
              title: text('followSheet'),
              content: one.sheets.map((sheet) => (
                <div key={sheet.id}>
                  <PageLink to={`/cure/prescription/detail?id=${sheet.id}`}>{sheet.docNo}</PageLink> {sheet.issuedOn}
                </div>
              )),
            },
            {
              title: text('followOrder'),
              content: (
                <span data-record className={style.day}>
                  {orderNo}
                </span>
              ),
            },
            {
              title: text('followLot'),
              content: one.lots.map((lot) => (
                <div key={lot.lotNo} data-record>
                  <div>{text('followLotEnds', { lot: lot.lotNo, on: lot.expireOn ?? '-' })}</div>
                  {lot.stockDocNo && (
                    <PageLink to={`/pri/depot/storage?keyword=${lot.stockDocNo}`}>
                      {text('stockDoc', { no: lot.stockDocNo })}
                    </PageLink>
                  )}
                </div>
              )),
            },
            {
              title: text('followDose'),
              content: doses.map((dose) => (
                <div key={dose.treatmentId}>
                  <PageLink to={`/cure/treatment/list?docNo=${dose.docNo}`}>{dose.docNo}</PageLink>{' '}
                  {text('followHeads', { n: dose.heads, on: dose.treatedOn })}
                </div>
              )),
            },
            { title: text('followUntil'), content: <span className={style.day}>{until ?? '-'}</span> },
          ];
          return (
            <Flex key={one.title} vertical gap={6}>
              <Typography.Text strong data-record>
                {one.title}
              </Typography.Text>
              <Steps
                size="small"
                responsive
                current={until ? 4 : doses.length > 0 ? 3 : one.lots.length > 0 ? 2 : 1}
                items={steps}
              />
            </Flex>
          );
        })}
      </Flex>
    </Card>
  );
}
