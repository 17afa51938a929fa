import texts from 'virtual:light-texts';
import { countedWord } from '#kit/web/i18n/counted-word.ts';
import { currentLanguage } from '#kit/web/i18n/language.ts';

type Args = Readonly<Record<string, string | number>>;
interface Nested {
  readonly [key: string]: string | Nested;
}
const fill = (text: string, args: Args): string =>
  text.replace(/\{\{(\w+)(?:, ([^}]+))?\}\}/g, (_, name: string, words?: string) =>
    words ? countedWord(args[name], words) : String(args[name] ?? ''),
  );

/** A text of one of the two parts of this page; keys go on with a dot. */
const textOf =
  (part: 'animal' | 'label') =>
  (key: string, args: Args = {}): string => {
    let found: string | Nested | undefined = texts[currentLanguage()][part] as Nested;
    for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
    return typeof found === 'string' ? fill(found, args) : key;
  };
export const ofAnimal = textOf('animal');
export const ofLabel = textOf('label');
