import type { Client } from 'pg';
import { figure, tenant } from './fixtures.ts';

const village = 150521101200;
/** Beside all numbers the register and the other parts of the drill give. */
const firstAnimal = 920_000_000;
const firstHolder = 930_000_000;

/**
 * A bank's book of so many lines in force with one cow each, owed half of its worth, on top of the demo's own. Written past the rules:
 * that they hold is proved elsewhere, here only the time counts.
 */
export async function makeBook(db: Client, bankId: number, lines: number): Promise<void> {
  await db.query("set session_replication_role = 'replica'");
  const product = await figure(
    db,
    `with list as (insert into bank.price_list (tenant_no, doc_no, bank_id, price_list_code, name, basis, region_code, valid_from,
         source_file, submitted_by, approved_by, status)
       values ($1, 'LV-D-BOOK', $2, 'D-BOOK', 'drill', 'market', 150500000000, current_date - 400, '{}', 1, 2, 'effective') returning id),
     line as (insert into bank.price_list_line (tenant_no, parent_id, line_no, species, stage, unit, price)
       select $1, id, 1, 'cattle', 'cow', 'head', 1200000 from list)
     insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount, term_from_months,
       term_to_months, rate, price_list_code, insurance_needed, device_need, status)
     values ($1, $2, 'D-BOOK', 'drill', '{cattle}', '{cow}', 1, 100000000, 1, 36, 6, 'D-BOOK', false, 'none', 'onSale') returning id`,
    [tenant, bankId],
  );
  const all = [tenant, bankId, product, lines, village, firstAnimal, firstHolder];
  const each = 'generate_series(0, $4::int - 1) n';
  const statements = [
    `insert into registry.animal (id, tenant_no, region_code, principal_id, owner_id, ear_tag, species, breed, sex, birth_date,
       source, stage, tag_worn_on, entry_on)
     select $6 + n, $1, $5, $7 + n, $7 + n, '215052' || ($6 + n), 'cattle', 'simmental', 'female', current_date - 1500, 'born', 'cow',
       current_date - 1400, current_date - 1400 from ${each}`,
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code, manager_user_id,
       consent_from, consent_to, consent_scope, status)
     select $1, $2, $7 + n, 'B-' || n, 'drill ' || n, 'household', $5, 1, current_date - 100, current_date + 300, '{stock}', 'active' from ${each}`,
    `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version, applied_amount,
       applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from, valid_to, balance, used_amount, status)
     select $1, 'LC-B-' || c.id, c.id, $2, c.principal_id, $3, 1, 1000000, 24, 'buyStock', 'manager', 1, 1000000, 6,
       current_date - 100, current_date + 300, 600000 + c.id % 5 * 60000, 600000 + c.id % 5 * 60000, 'effective'
     from bank.bank_client c where c.tenant_no = $1 and c.principal_id >= $7`,
    `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, site_id, heads, qr_code, status)
     select $1, $5, 'PL-B-' || l.id, l.id, $2, l.principal_id, 1, 1, 'B-' || l.id, 'active' from bank.credit_line l
     where l.tenant_no = $1 and l.product_id = $3`,
    `, item as (insert into bank.pledge_item (tenant_no, region_code, pledge_id, bank_id, principal_id, animal_id, ear_tag, species,
         stage, breed, sex, birth_date, seen_at, seen_by, from_at, state)
       select $1, $5, p.id, $2, p.principal_id, a.id, a.ear_tag, a.species, a.stage, a.breed, a.sex, a.birth_date, now(), 'device',
         now() - interval '90 days', 'pledged'
       from bank.pledge p join bank.credit_line l on l.id = p.credit_line_id and l.product_id = $3
         join registry.animal a on a.tenant_no = $1 and a.id = $6 + p.principal_id - $7 returning id, principal_id)
     insert into bank.pledge_item_amount (id, tenant_no, bank_id, principal_id) select id, $1, $2, principal_id from item`,
    // Two months of days before today, as a book has them.
    `insert into bank.credit_value_day (tenant_no, credit_line_id, bank_id, principal_id, product_id, day, heads, book_value,
       eligible_value, unseen_heads, uninsured_heads, balance, ltv, by_stage)
     select $1, l.id, $2, l.principal_id, $3, current_date - d, 1, 1200000, 1200000, 0, 0, l.balance, round(l.balance / 12000.0, 2),
       '{"cow": 1200000}'
     from bank.credit_line l, generate_series(1, 60) d
     where l.tenant_no = $1 and l.product_id = $3`,
  ];
  // Not every statement uses all of it, and what is not used has no type of its own.
  const ask = `with ask as (select $1::int, $2::bigint, $3::bigint, $4::int, $5::bigint, $6::bigint, $7::bigint)`;
  for (const text of statements) await db.query(`${ask} ${text}`, all);
  await db.query("set session_replication_role = 'origin'");
  for (const table of [
    'bank.credit_line',
    'bank.credit_value_day',
    'bank.bank_client',
    'bank.pledge',
    'bank.pledge_item',
    'bank.pledge_item_amount',
    'registry.animal',
  ])
    await db.query(`analyze ${table}`);
}
