// `npm run cells -- add 1`, `… move 1504 1`, `… clean 1504 0`, `… list`: see docs/operate/cells.md.
import { parseArgs } from 'node:util';
import { addCell, cleanTenant, placesOf } from './cells.ts';
import { readCells } from './cells-file.ts';
import { moveTenant } from './cells-move.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [verb = '', first = '', second = ''] = positionals;
const cells = readCells().map((one) => one.settings);
const cellNo = (text: string) => {
  const found = cells.find((one) => String(one.cell) === text);
  if (!found) throw new Error(`no cell ${text}`);
  return found;
};
const home = cellNo('0');

switch (verb) {
  case 'list':
    console.table(await placesOf(home));
    break;
  case 'add':
    await addCell(home, cellNo(first));
    console.log(`cell ${first} is ready`);
    break;
  case 'move': {
    const tenantNo = Number(first);
    const place = (await placesOf(home)).find((one) => one.tenantNo === tenantNo);
    if (!place) throw new Error(`no tenant ${first}`);
    const moved = await moveTenant({ tenantNo, home, from: cellNo(String(place.cell)), to: cellNo(second) });
    console.log(
      `tenant ${first} is in cell ${second}: copied in ${moved.copySeconds.toFixed(1)} s, away for ${moved.awaySeconds.toFixed(2)} s, ${moved.jobs} jobs taken along`,
    );
    console.log(`what it left behind is removed by: npm run cells -- clean ${first} ${place.cell}`);
    break;
  }
  case 'clean':
    console.log(`${await cleanTenant(cellNo(second), Number(first))} rows removed`);
    break;
  default:
    console.error('list | add <cell> | move <tenant> <cell> | clean <tenant> <cell>');
    process.exit(2);
}
