-- What a version is called wherever a row refers to it; the product stands beside it.
alter table insurance.ins_product_version
  add column label text generated always as ('v' || version_no::text) stored;
