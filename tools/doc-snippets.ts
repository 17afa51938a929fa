/** A piece of code that a document quotes. */
export interface Snippet {
  readonly file: string;
  readonly parts: readonly string[];
}

/** Code below a line that names its file and ends with a colon: `` `path/file.ts`: ``. Lines of `…` leave something out. */
export function snippetsIn(markdown: string): Snippet[] {
  return [...markdown.matchAll(/^`([^`\n]+\.tsx?)`:\n\n```\w*\n([\s\S]*?)\n```$/gm)].map(
    ([, file = '', code = '']) => ({
      file,
      parts: code.split(/^…$/m).map((part) => part.replace(/^\n|\n$/g, '')),
    }),
  );
}

/** Quoted parts that the file does not hold as whole lines, in this order. */
export function gone({ parts }: Snippet, source: string): string[] {
  let at = 0;
  const text = `\n${source}`;
  return parts.filter((part) => {
    const found = text.indexOf(`\n${part}\n`, at);
    if (found >= 0) at = found + part.length;
    return found < 0;
  });
}
