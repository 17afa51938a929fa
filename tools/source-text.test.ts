// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts to be scanned, not templates
import { expect, test } from 'vitest';
import { withoutComments } from './source-text.ts';

test.for([
  ['a // b', 'a     '],
  ['a /* b\nc */ d', 'a     \n     d'],
  ["'// no comment'", "'// no comment'"],
  ['`// ${x /* y */} //`', '`// ${x        } //`'],
  ['`${`${a}`} // z`', '`${`${a}`} // z`'],
  ['x = /[/]\\/\\*/; // y', 'x = /[/]\\/\\*/;     '],
  ["<p>don't</p>\n// y", "<p>don't</p>\n    "],
  ['a / b // c', 'a / b     '],
] as const)('%s', ([source, expected]) => {
  expect(withoutComments(source)).toBe(expected);
});
