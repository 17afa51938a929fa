/**
 * Drawings are programs in disguise. This reads one token by token, keeps what only draws, and writes it out anew, so
 * that nothing reaches a browser that was not understood here. Editors' own notes are dropped; what could act is refused.
 */

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask title desc style'.split(
    ' ',
  ),
);
// No `use`, `symbol` or `pattern`: a few of them inside each other draw a billion shapes.
const attributes = new Set(
  (
    'id class style d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height viewBox version points transform offset preserveAspectRatio ' +
    'fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity gradientUnits gradientTransform spreadMethod ' +
    'clipPathUnits maskUnits maskContentUnits font-size font-family font-weight font-style text-anchor letter-spacing dominant-baseline href xlink:href'
  ).split(' '),
);
const namespace = 'http://www.w3.org/2000/svg';
const maxElements = 5_000;
const maxDepth = 40;

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;

export function looksLikeSvg(head: Buffer): boolean {
  return /^\uFEFF?\s*<(\?xml|!--|!doctype svg|svg[\s>])/i.test(head.toString('utf8'));
}

/** The drawing written anew, or null when it is refused. */
export function cleanSvg(text: string): string | null {
  const source = text.replace(/^\uFEFF/, '').trim();
  const open: { name: string; kept: boolean }[] = [];
  let out = '';
  let count = 0;
  let ended = false;
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (!found) return null;
    const [whole, closing, opening, list = '', alone] = found;
    const inside = open.at(-1);
    if (whole.startsWith('<!')) continue;
    if (whole.startsWith('<?')) {
      if (!/^<\?xml\s/.test(whole) || found.index > 0) return null;
    } else if (closing) {
      if (inside?.name !== closing) return null;
      open.pop();
      if (inside.kept) out += `</${closing}>`;
      ended = open.length === 0;
    } else if (opening) {
      count += 1;
      if (ended || count > maxElements || open.length >= maxDepth || (open.length === 0 && opening !== 'svg'))
        return null;
      // Editors' own elements have a prefix; they and everything in them are left out.
      const kept = (inside?.kept ?? true) && !opening.includes(':') && opening !== 'metadata';
      if (kept && !elements.has(opening)) return null;
      const written = writeAttributes(opening, list);
      if (written === null) return null;
      if (kept) out += `<${opening}${written}${alone ? '/>' : '>'}`;
      if (!alone) open.push({ name: opening, kept });
      else ended = open.length === 0;
    } else {
      const words = decode(whole);
      if (words === null || (open.length === 0 && words.trim() !== '')) return null;
      if (inside?.name === 'style' && !isHarmlessStyle(words)) return null;
      if (inside?.kept) out += encode(words);
    }
  }
  return ended ? out : null;
}

function writeAttributes(element: string, list: string): string | null {
  let out = element === 'svg' ? ` xmlns="${namespace}"` : '';
  const seen = new Set<string>();
  for (const [, name = '', double, single] of list.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = decode(double ?? single ?? '');
    if (value === null || /^on/i.test(name) || seen.has(name)) return null;
    seen.add(name);
    if (/(^|:)href$/i.test(name) && !/^#[\w.-]+$/.test(value.trim())) return null;
    if (!attributes.has(name)) continue;
    if (!isHarmlessStyle(value)) return null;
    // The prefix would need its declaration; browsers know the plain name as well.
    out += ` ${name === 'xlink:href' ? 'href' : name}="${encode(value)}"`;
  }
  return out;
}

/** Nothing that fetches, runs or escapes: `url(#own)` is the only address a drawing may name. */
function isHarmlessStyle(value: string): boolean {
  const rest = value.replace(/url\(\s*(['"]?)#[\w.-]+\1\s*\)/gi, '');
  return !/url\s*\(|@|\\|expression|javascript:|vbscript:|data:|behaviou?r\s*:|-moz-binding/i.test(rest);
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Null at an entity that XML does not know by itself: a document may not bring its own. */
function decode(text: string): string | null {
  let known = true;
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));|&/gi, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    if (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) return String.fromCodePoint(code);
    if (code === 9 || code === 10 || code === 13) return ' ';
    known &&= name in names;
    return names[name] ?? '';
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are not allowed in XML
  return known && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(decoded) ? decoded : null;
}

const encode = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
