/**
 * A path inside the site: one slash, then no second one and no backslash, which browsers take for one; no spaces or control characters,
 * which they leave out. So never the address of another site.
 */
export const isInnerPath = (path: string): boolean => /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path);
