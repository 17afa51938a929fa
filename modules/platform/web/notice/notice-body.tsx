import DOMPurify from 'dompurify';
import s from './notice.module.css';

/** Cleaned on the server already, and once more here: what is drawn as HTML is never trusted twice in the same place. */
const rules = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'hr'],
    ...['ul', 'ol', 'li', 'a', 'img'],
  ],
  ALLOWED_ATTR: ['href', 'target', 'rel', 'src', 'alt', 'start'],
  // Pictures come from this very site.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/api\/sys\/file\/)/i,
};

export function NoticeBody({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: purified on the same line
  return <div data-record className={s.body} dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html, rules) }} />;
}
