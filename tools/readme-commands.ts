/** What a README promises: commands to type and files to look at. */
export interface Promises {
  readonly scripts: readonly string[];
  readonly npmWords: readonly string[];
  readonly files: readonly string[];
}

const unique = (list: Iterable<string>) => [...new Set(list)].sort();

/** Only what is set as code, and the targets of links and pictures: prose may say anything. */
function codeIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) => text.split('\n'));
  const rest = markdown.replace(/^```\w*\n[\s\S]*?^```$/gm, '');
  const spans = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const targets = [...rest.matchAll(/(?:\]\(|src=")([^)"\s]+)/g)].map(([, to = '']) => to);
  return [...blocks.map((line) => line.replace(/\s+#.*$/, '')), ...spans, ...targets].map((one) => one.trim());
}

const ours = /^(apps|bench|deploy|docs|drill|e2e|kit|modules|scripts|tools)\/[\w./-]*|^README[\w.-]*\.md$/;

export function promisesOf(markdown: string): Promises {
  const code = codeIn(markdown);
  const words = code.map((one) => one.split(/\s+/));
  return {
    scripts: unique(words.flatMap(([npm, run, name]) => (npm === 'npm' && run === 'run' && name ? [name] : []))),
    npmWords: unique(words.flatMap(([npm, word]) => (npm === 'npm' && word && word !== 'run' ? [word] : []))),
    files: unique(code.flatMap((one) => ours.exec(one)?.[0] ?? [])),
  };
}
