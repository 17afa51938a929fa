// Chinese in this file: one word the converter writes as nobody in Taiwan does.
import { Converter } from 'opencc-js/cn2t';

const convert = Converter({ from: 'cn', to: 'twp' });

/** A Chinese text in Traditional characters and Taiwan's wording, where nobody gave one. */
export const toTraditional = (text: string): string => convert(text).replaceAll('平臺', '平台');
