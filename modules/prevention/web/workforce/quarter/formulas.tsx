import { useTexts } from '#kit/web/i18n/i18n.ts';
import { scoreNames } from '#modules/prevention/contract/workforce/worker-scores.ts';

/** The rules, where they are applied. */
export function Formulas() {
  const text = useTexts('prevention.quarterPage');
  return (
    <ol style={{ maxWidth: 560, margin: 0, paddingInlineStart: 20 }}>
      {scoreNames.map((name) => (
        <li key={name}>
          <b>{text(name)}</b>
          {` ${text(`f_${name}`)}`}
        </li>
      ))}
      {['none', 'grade', 'pay'].map((name) => (
        <li key={name}>{text.any(`f_${name}`)}</li>
      ))}
    </ol>
  );
}
