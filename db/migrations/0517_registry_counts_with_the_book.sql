-- What the book held when a herd was counted: what is learnt later about earlier days changes the book and not the count.
alter table registry.herd_count add column book_head int;
