/** A colour of a legend. */
export const Dot = ({ colour }: { readonly colour: string }) => (
  <span style={{ display: 'inline-block', width: 10, height: 10, borderRadius: 5, background: colour, flex: 'none' }} />
);
