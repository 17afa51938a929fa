// What other topics of the bank ask of a credit line.
export { type ConsentScope, consentOf, requireConsent } from '../client/consent.ts';
export { bookIncome, type Income } from '../money/income.ts';
export { closeIfDone, effectIfReady, settleIfPaid } from './credit-line.system.ts';
export { type Debt, debtOf } from './debt.ts';
export { asBank, balanceOf, type Line, lineOf, underwayOf } from './line.ts';
