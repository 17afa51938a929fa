/** What is made of a declaration, made once: the same declaration always gets the same. */
export function oncePer<Of extends WeakKey, Made extends object>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    const made = known.get(of) ?? make(of);
    known.set(of, made);
    return made;
  };
}
