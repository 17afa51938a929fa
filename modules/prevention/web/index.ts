/** What other modules' pages may take. */

export { CauseTags } from './gap/cause-tags.tsx';
export { GapTag } from './gap/gap-tag.tsx';
export { RemindDialog, RemindOfSeason } from './gap/remind-dialog.tsx';
