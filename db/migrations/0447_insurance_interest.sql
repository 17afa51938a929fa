-- R41: up to what the bank named on a cover is paid first; without a limit where it is empty.
alter table insurance.ins_policy_animal add column bank_interest bigint check (bank_interest >= 0);
