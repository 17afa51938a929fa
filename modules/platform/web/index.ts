/** What other modules' pages may take. */

export { default as SlipSheet } from './users/slip-sheet.tsx';
