-- What a payment took of the interest of each loan, so that taking it back gives each its own: [{"loanId": 7, "cents": 2000}].
alter table bank.credit_payment add column interest_taken jsonb not null default '[]';
-- The day by which statements count it: the day the money moved, or, where that month was stated already, the day it was booked.
alter table bank.credit_payment add column booked_on date;
