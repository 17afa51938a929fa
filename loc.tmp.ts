import { readFileSync, writeFileSync } from 'node:fs';
import { sign } from './modules/sign/contract/module.ts';
import { lineNoun, linesIn } from './kit/contract/resource.ts';
import { reportKeys } from './kit/contract/report.ts';
const words: Record<string, [string, string]> = JSON.parse(readFileSync('/tmp/sign-words.json', 'utf8'));
const pages = JSON.parse(readFileSync('/tmp/sign-pages.json', 'utf8'));
const common = new Set(['id','status','remark','regionCode','createdAt','createdBy','updatedAt','createdByName','updatedByName','_enable','_disable']);
const zh: any = {}, en: any = {}; const missing: string[] = [];
const put = (noun: string, key: string) => {
  const word = words[`${noun}.${key}`] ?? words[key];
  if (!word) { missing.push(`${noun}.${key}`); return; }
  (zh[noun] ??= {})[key] = word[0]; (en[noun] ??= {})[key] = word[1];
};
const add = (resource: any) => {
  put(resource.name, '_title');
  for (const name of Object.keys(resource.fields)) if (!common.has(name) && !resource.fields[name].lines) put(resource.name, name);
  for (const name of linesIn(resource)) {
    put(resource.name, name);
    const noun = lineNoun(resource, name);
    put(noun.name, '_title');
    for (const column of Object.keys(noun.fields)) if (column !== 'remark') put(noun.name, column);
    for (const who of resource.fields[name].lines.signatures ?? []) put(resource.name, `_sign_${who}`);
  }
  for (const [name, t] of Object.entries<any>(resource.transitions ?? {})) {
    if (!common.has(`_${name}`)) put(resource.name, `_${name}`);
    for (const f of Object.keys(t.form ?? {})) put(resource.name, f);
  }
};
sign.resources.forEach(add);
for (const report of sign.reports ?? []) for (const key of reportKeys(report)) put(report.name, key.split('.').at(-1)!);
const merge = (to: any, from: any, at: 0 | 1) => { for (const [k, v] of Object.entries<any>(from)) { if (Array.isArray(v)) to[k] = v[at]; else merge((to[k] ??= {}), v, at); } };
merge(zh, pages, 0); merge(en, pages, 1);
if (missing.length) { console.log([...new Set(missing)].join('\n')); }
writeFileSync('modules/sign/web/locales/zh_CN.json', JSON.stringify({ sign: zh }, null, 2) + '\n');
writeFileSync('modules/sign/web/locales/en.json', JSON.stringify({ sign: en }, null, 2) + '\n');
