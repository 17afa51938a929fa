-- An animal that had left comes back, to whomever, with its old record and its old number.
alter table registry.animal_entry drop constraint animal_entry_entry_kind_check;
alter table registry.animal_entry add constraint animal_entry_entry_kind_check check (entry_kind in ('born', 'bought', 'donated', 'backlog', 'returned'));
