/** What other modules' pages may take. */

export { default as EarTagPage } from './list/ear-tag.page.tsx';
export { default as VideoPage } from './video/video.page.tsx';
