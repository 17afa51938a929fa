const tones: Readonly<Record<string, string>> = {
  qualified: 'success',
  negative: 'success',
  unqualified: 'error',
  positive: 'error',
  suspect: 'warning',
  invalid: 'default',
};

export const toneOf = (conclusion: string): string => tones[conclusion] ?? 'default';
