// Chinese in this file: each language is shown by its own character, whichever is in use.
import { currentLanguage, languages, rememberLanguage, toHeader } from '#kit/web/i18n/language.ts';
import { animalOf, askAnimal } from './animal.ts';
import { Refused } from './ask.ts';
import { card, el } from './dom.ts';
import { labelOf } from './label.ts';
import { ofLabel, ofAnimal as text } from './texts.ts';

/** The page behind a printed code: what a phone on a market can load in a second. Whatever it cannot do, the application does. */
const page = document.getElementById('page') as HTMLElement;
const search = new URLSearchParams(location.search);
const [c, tag] = [search.get('c') ?? '', search.get('tag') ?? ''];
/** Codes of lots, packs and doors: twelve signs on a label, where an animal's own is a long one. */
const isLabel = tag === '' && /^[\s-]*[A-Z](?:[\s-]*[0-9A-Z]){11}[\s-]*$/i.test(c);
const signs = { zh_CN: '简', zh_TW: '繁', en: 'EN' } as const;

interface Whose {
  readonly tenantTitle?: string;
  readonly tenantLogo?: string | null;
}
function head({ tenantTitle, tenantLogo }: Whose = {}): HTMLElement {
  const buttons = languages.map((one) =>
    el(
      'button',
      {
        type: 'button',
        'aria-pressed': String(one === currentLanguage()),
        onclick: () => {
          rememberLanguage(one);
          void draw();
        },
      },
      signs[one],
    ),
  );
  return el(
    'header',
    {},
    tenantLogo ? el('img', { src: tenantLogo, alt: '' }) : null,
    el('strong', {}, tenantTitle || text('title')),
    el('nav', {}, ...buttons),
  );
}
const find = () =>
  card(
    el('h1', {}, text('title')),
    el('p', {}, el('small', {}, text('hint'))),
    el(
      'form',
      { action: '/t' },
      el('input', { name: 'tag', inputmode: 'numeric', maxlength: '15', required: '', 'aria-label': text('tag') }),
      el('button', {}, text('look')),
    ),
  );
/** After too many unknown numbers somebody proves to be none of many machines: the application knows how. */
const toApplication = () => location.replace(`/t?${new URLSearchParams([...search, ['full', '1']])}`);

async function content(): Promise<readonly HTMLElement[] | null> {
  if (c === '' && tag === '') return [head(), find()];
  if (isLabel) {
    const told = await labelOf(c, search);
    return told && [head(told), ...told.parts];
  }
  const told = await askAnimal(c, tag);
  return [head(told), ...animalOf(told, c, search)];
}
function refused(error: unknown): readonly HTMLElement[] {
  const isUnknown = error instanceof Refused && error.status === 404;
  const words = isUnknown ? (isLabel ? ofLabel('unknown') : text('unknown')) : String((error as Error).message);
  return [head(), card(el('p', { role: 'status' }, words), el('a', { class: 'button', href: '/t' }, text('again')))];
}
async function draw(): Promise<void> {
  document.documentElement.lang = toHeader(currentLanguage());
  try {
    const parts = await content();
    if (parts) page.replaceChildren(...parts);
  } catch (error) {
    if (error instanceof Refused && error.bizCode === 'needCaptcha') toApplication();
    else page.replaceChildren(...refused(error));
  }
}
void draw();
