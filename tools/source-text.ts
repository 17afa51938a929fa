/**
 * TypeScript with its comments blanked out, every line and column kept.
 *
 * A scanner, not a parser: it knows strings, templates and comments. An apostrophe in JSX text opens a "string" that
 * ends with the line, as no real one can go on further, and a regular expression is recognised by what stands before it.
 */
export function withoutComments(text: string): string {
  let result = '';
  let at = 0;
  const templateDepths: number[] = [];
  let depth = 0;
  const take = (to: number) => {
    result += text.slice(at, to);
    at = to;
  };
  const blank = (to: number) => {
    result += text.slice(at, to).replace(/[^\n]/g, ' ');
    at = to;
  };
  while (at < text.length) {
    const here = text[at];
    if (text.startsWith('//', at)) blank(orEnd(text, text.indexOf('\n', at)));
    else if (text.startsWith('/*', at)) blank(orEnd(text, text.indexOf('*/', at) + 2, 1));
    else if (here === "'" || here === '"') take(endOfString(text, at, here));
    else if (here === '`') take(endOfTemplatePart(text, at + 1, depth, templateDepths));
    else if (here === '}' && templateDepths.at(-1) === depth) {
      templateDepths.pop();
      take(endOfTemplatePart(text, at + 1, depth, templateDepths));
    } else if (here === '/' && startsRegExp(result)) take(endOfRegExp(text, at));
    else {
      if (here === '{') depth++;
      if (here === '}') depth--;
      take(at + 1);
    }
  }
  return result;
}

const orEnd = (text: string, index: number, none = -1): number => (index === none ? text.length : index);

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote || text[at] === '\n') return at + 1;
  }
  return text.length;
}

/** To the closing back-tick, or past a `${` whose `}` is then awaited at this depth. */
function endOfTemplatePart(text: string, from: number, depth: number, awaited: number[]): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text.startsWith('${', at)) {
      awaited.push(depth);
      return at + 2;
    }
  }
  return text.length;
}

function startsRegExp(before: string): boolean {
  return /(^|[(,=:[!&|?{;+]|=>|\breturn|\bcase)\s*$/.test(before.slice(-40));
}

function endOfRegExp(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return from + 1;
}
