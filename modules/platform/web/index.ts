/** What other modules' pages may take. */

export { useSiteConfig } from './site-config.ts';
export { default as SlipSheet } from './users/slip-sheet.tsx';
