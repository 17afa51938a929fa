type Child = Node | string | null | false | undefined;
interface Given {
  readonly class?: string;
  readonly href?: string;
  readonly onclick?: () => void;
  readonly [attribute: string]: string | (() => void) | undefined;
}

/** An element with its attributes and what is in it; text is text, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  given: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given))
    if (typeof value === 'function') made.addEventListener('click', value);
    else if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((one): one is Node | string => Boolean(one)));
  return made;
}
export const card = (...children: readonly Child[]) => el('section', { class: 'card' }, ...children);

/** Names and values, those without a value left out. */
export const facts = (rows: readonly (readonly [string, string | null])[]) =>
  el(
    'dl',
    {},
    ...rows.filter(([, value]) => value).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
export const line = (rows: readonly { kindName: string; month: string; countyName: string }[]) =>
  el(
    'ol',
    {},
    ...rows.map((one) =>
      el('li', {}, el('b', {}, one.kindName), ' ', el('small', {}, `${one.month} · ${one.countyName}`)),
    ),
  );
