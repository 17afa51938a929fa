import { join } from 'node:path';
import { readDictionaries } from '#db/reference-files.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { loadModules } from '../contracts.ts';
import type { Finding, Rule } from './rule.ts';

const names = 'db/reference/dictionary-names/*.tsv';
const values = 'db/reference/dictionaries/*.tsv';

export const dictionaries: Rule = {
  name: 'dictionaries',
  sentence: `Nobody can choose from a dictionary that is not there: the dictionary of a form's field or of a state stands in ${names}, and each state in ${values}.`,
  async check(tree) {
    const known = readDictionaries(join(tree.root, 'db/reference'));
    const modules = await loadModules(tree);
    return modules.flatMap(({ resources }) =>
      resources.flatMap((resource) =>
        fieldsOf(resource).flatMap(([name, { dict = '', states = [] }]): Finding[] => {
          const place = `${fullName(resource)}.${name}`;
          const dictionary = known.get(dict);
          if (!dictionary) return [{ place, what: `${dict} is not in ${names}` }];
          return states
            .filter((state) => !dictionary.values.some((row) => row.value === state))
            .map((state) => ({ place, what: `${dict} has no ${state} in ${values}` }));
        }),
      ),
    );
  },
};

const fieldsOf = (resource: AnyResource): [string, Field][] =>
  Object.entries(resource.fields as Fields).filter(
    ([name, { dict, states }]) => dict && (states || resource.form.includes(name)),
  );
