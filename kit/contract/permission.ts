/** `area:entity:action`, the strings a role holds. */
export type Permission = string;

/**
 * Who may call an endpoint: everyone, anyone logged in, or holders of the permission (of any one of several).
 * There is no default: an endpoint without it does not compile.
 */
export type Access = 'public' | 'session' | { readonly any: readonly Permission[] };

export function needs(...any: Permission[]): Access {
  if (any.length === 0) throw new Error('needs() without a permission would let nobody in');
  return { any };
}

/** Strict check: every one of `wanted` is held. An empty list is true. */
export function holdsAll(held: ReadonlySet<string>, wanted: string | readonly string[]): boolean {
  return (typeof wanted === 'string' ? [wanted] : wanted).every((one) => held.has(one));
}

/** Any-check: at least one of `wanted` is held. An empty list is false. */
export function holdsAny(held: ReadonlySet<string>, wanted: string | readonly string[]): boolean {
  return (typeof wanted === 'string' ? [wanted] : wanted).some((one) => held.has(one));
}

export function mayEnter(held: ReadonlySet<string>, access: Access): boolean {
  return access === 'public' || access === 'session' || holdsAny(held, access.any);
}
