-- For a caller with one region, which nearly everybody is, the rows that get as far as this function are few. Priced as a function of the language is by default it made plans look for ways
-- around the index that answers a list, and now and then find one that reads the rows themselves.
alter function kit.in_scope(bigint) cost 5;
