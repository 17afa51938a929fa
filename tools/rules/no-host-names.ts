import type { Finding, Rule } from './rule.ts';

export const noHostNames: Rule = {
  name: 'no-host-names',
  sentence:
    "Where packages come from is the machine's business: no registry address in package-lock.json or .npmrc (npm run lock).",
  check(tree) {
    const findings: Finding[] = [];
    for (const [file, pattern] of [
      ['package-lock.json', /"resolved":/],
      ['.npmrc', /registry\s*=|^\/\//],
    ] as const) {
      if (!tree.files.includes(file)) continue;
      for (const [index, text] of tree.read(file).split('\n').entries()) {
        if (pattern.test(text)) findings.push({ place: `${file}:${index + 1}`, what: text.trim() });
      }
    }
    return findings;
  },
};
