import { Descriptions, Empty } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import type { CreditLine } from '#modules/bank/contract/credit/credit-line.ts';

interface Survey {
  readonly on: string;
  readonly by: string;
  readonly headSeen: number;
  readonly penState: string;
  readonly feedMonths: number;
  readonly incomeYear: number;
  readonly otherDebt: number;
  readonly opinion: string;
  /** Not of surveys that were taken over from paper. */
  readonly place?: { readonly longitude: number; readonly latitude: number };
}
interface Calc {
  readonly on: string;
  readonly steps: readonly { readonly name: string; readonly how: string; readonly cents: number }[];
}

/** What the manager saw at the client's, and how the limit came about from it. */
export function SurveyTab({ data }: { readonly data: CreditLine }) {
  const t = useT();
  const text = useTexts('bank.creditPage');
  const label = (name: string) => t.any(`bank.creditLine.${name}`);
  const survey = data.survey as Survey | null;
  const calc = data.proposedLimitCalc as Calc | null;
  if (!survey) return <Empty description={text('noSurvey')} />;
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'by', label: text('surveyed_'), children: <span data-record>{`${survey.on} ${survey.by}`}</span> },
          { key: 'head', label: label('headSeen'), children: survey.headSeen },
          { key: 'pen', label: label('penState'), children: survey.penState },
          { key: 'feed', label: label('feedMonths'), children: survey.feedMonths },
          { key: 'income', label: label('incomeYear'), children: moneyText(survey.incomeYear) },
          { key: 'debt', label: label('otherDebt'), children: moneyText(survey.otherDebt) },
          {
            key: 'place',
            label: label('place'),
            children: survey.place ? `${survey.place.longitude.toFixed(5)}, ${survey.place.latitude.toFixed(5)}` : '-',
          },
          { key: 'opinion', label: label('opinion'), children: survey.opinion },
        ]}
      />
      {calc && (
        <Descriptions
          size="small"
          bordered
          column={1}
          title={text('limitSteps', { date: calc.on })}
          items={calc.steps.map((one, n) => ({
            key: `${n} ${one.name}`,
            label: t.any(`bank.calc.${one.name}`),
            children: `${one.how} = ${moneyText(one.cents)}`,
          }))}
        />
      )}
    </>
  );
}
