-- Prices are listed newest first: without this order in an index every price ever published was read for the first page.
create index market_price_newest on farm.market_price (tenant_no, on_date, id);
