/** What other modules' pages may take. */

export { default as SlipSheet } from './account/slip-sheet.tsx';
