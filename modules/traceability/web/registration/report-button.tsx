import { Button } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';

/** Beside the list of animals, for holders that register none themselves: what they report is verified first. */
export default function ReportButton() {
  const text = useTexts('traceability.registrationPage');
  const { openPage } = usePage();
  if (useCan('pri:animal:add')) return null;
  return (
    <Button type="primary" onClick={() => openPage('/traceability/livestockRegistration/farmerRegisterAnimals/edit')}>
      {text('report')}
    </Button>
  );
}
