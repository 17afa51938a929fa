import sanitize from 'sanitize-html';

/**
 * What a notice may hold: words and their shape. No script, style, frame or event attribute; links lead to web and mail addresses;
 * pictures are files of ours, named by their number and given an address only for the one who looks.
 */
const rules: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'hr'],
    ...['ul', 'ol', 'li', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['data-file', 'alt'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'embed',
    'svg',
    'math',
    'template',
  ],
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !fileNumber.test(attribs['data-file'] ?? ''),
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      // An address without a scheme would lead into our own pages under a text that may say anything.
      attribs: /^(https?:|mailto:)/i.test(attribs.href?.trim() ?? '')
        ? { href: attribs.href?.trim() ?? '', target: '_blank', rel: 'noopener noreferrer nofollow' }
        : {},
    }),
    img: (tagName, { 'data-file': file = '', alt = '' }) => ({ tagName, attribs: { 'data-file': file, alt } }),
  },
};

const fileNumber = /^[1-9]\d{0,15}$/;
const picture = /<img data-file="(\d+)"/g;

export const cleanHtml = (html: string): string => sanitize(html, rules).trim();

/** Nothing to read in it. */
export const isBlank = (html: string): boolean =>
  !html.includes('<img') && sanitize(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\s/g, '') === '';

/** Numbers of the pictures in cleaned text. */
export const pictureIds = (html: string): number[] => [...html.matchAll(picture)].map((match) => Number(match[1]));

/** Gives each picture its address; one that has none is left without. */
export const withPictures = (html: string, urlOf: (fileId: number) => string | undefined): string =>
  html.replace(picture, (tag, id: string) => {
    const url = urlOf(Number(id));
    return url ? `${tag} src="${url.replaceAll('&', '&amp;')}"` : tag;
  });
