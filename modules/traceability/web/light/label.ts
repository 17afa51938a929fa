import type { DataOf } from '#kit/contract/endpoint.ts';
import type { publicCode } from '#modules/traceability/contract/seal/trace-seal.ts';
import { ask } from './ask.ts';
import { card, el, facts, line } from './dom.ts';
import { proofOf } from './proof.ts';
import { ofLabel as text } from './texts.ts';

type Told = DataOf<typeof publicCode>;

/** What a label on a pack, a lot or a door tells. An animal's label leads to the animal's own page: null. */
export async function labelOf(
  c: string,
  search: URLSearchParams,
): Promise<{ readonly tenantTitle: string; readonly parts: readonly HTMLElement[] } | null> {
  const told = await ask<Told>('public/trace/code', { c: c.replace(/[\s-]/g, '') });
  if (told.kind === 'animal' && told.tag) {
    const pin = search.get('h') ?? (told.pin ? `${told.pin.seq}-${told.pin.head}` : null);
    location.replace(`/t?${new URLSearchParams({ tag: told.tag, ...(pin && { h: pin }) })}`);
    return null;
  }
  const parts = [
    card(
      el('h1', {}, told.title),
      el('code', {}, told.code.replace(/(.{4})(?=.)/g, '$1 ')),
      told.notice !== 'none' &&
        el('p', { class: 'notice', role: 'alert' }, text(`notice_${told.notice}`, { date: told.noticeOn ?? '' })),
      facts([
        [text('maker'), told.maker],
        [text('county'), told.countyName],
        [text('madeOn'), told.madeOn],
        [text('bestBefore'), told.bestBefore],
        [text('kg'), told.kg === null ? null : `${told.kg} kg`],
        [text('cert'), told.certTail && `…${told.certTail}`],
      ]),
      ...told.roles.map((role) => el('span', { class: 'tag' }, role)),
    ),
    ...(told.steps.length > 0 ? [card(el('h2', {}, text('steps')), line(told.steps))] : []),
    ...(told.origins.length > 0 ? [card(el('h2', {}, text('origins')), ...told.origins.map(originOf))] : []),
    ...(told.proof ? [card(el('h2', {}, text('title')), proofOf(told.proof, search.get('h')))] : []),
    card(
      el('small', {}, text('scans', { n: told.scans, date: told.firstScanOn ?? text('today') })),
      // Writing takes a picture to read and a form: the whole application has them.
      el('a', { class: 'button', href: `/t?${new URLSearchParams({ c, full: '1' })}` }, text('feedback')),
    ),
  ];
  return { tenantTitle: told.tenantTitle, parts };
}
const originOf = (one: Told['origins'][number]) =>
  el(
    'p',
    {},
    el('b', {}, text('fromCounty', { county: one.countyName, n: one.animals })),
    ...one.tags.flatMap((tag) => [' ', el('a', { href: `/t?tag=${tag}` }, tag)]),
  );
