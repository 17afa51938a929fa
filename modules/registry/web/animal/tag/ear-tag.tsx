/** A number as people read it aloud: by its last four digits. */
export function EarTag({ tag, size }: { readonly tag: string; readonly size?: number }) {
  return (
    <span
      data-record
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ...(size && { fontSize: size }) }}
    >
      {tag.slice(0, -4)}
      <b>{tag.slice(-4)}</b>
    </span>
  );
}
