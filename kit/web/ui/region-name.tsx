import { use, useMemo } from 'react';
import { SessionContext } from '#kit/web/shell-context.ts';
import './region-name.css';

/** Names of the places from the widest down, as far as all of the viewer's places share them. */
export function sharedPath(names: readonly string[]): readonly string[] {
  const [first = [], ...others] = names.map((one) => one.split(' '));
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return end < 0 ? first : first.slice(0, end);
}

/** What is left of a place's full name for somebody inside `path`; its own name always is. */
export function relativeName(full: string, path: readonly string[]): string {
  const parts = full.split(' ');
  const isInside = path.every((one, at) => parts[at] === one || at >= parts.length - 1);
  return isInside ? parts.slice(Math.min(path.length, parts.length - 1)).join(' ') : full;
}

/** A place as its viewer calls it: without what all of their places lie in. Where room is short the wider places give way, never its own name. */
export function RegionName({ label }: { readonly label: string | null }) {
  const user = use(SessionContext)?.user;
  const path = useMemo(() => {
    const own = user?.jurisdiction?.map((one) => one.regionName) ?? [];
    return sharedPath(own.length > 0 ? own : user?.regionName ? [user.regionName] : []);
  }, [user]);
  if (label === null) return <span>-</span>;
  const parts = relativeName(label, path).split(' ');
  const last = parts.pop();
  return (
    <span className="ml-region" title={label}>
      {parts.length > 0 && <span>{parts.join(' ')}&nbsp;</span>}
      <span>{last}</span>
    </span>
  );
}
