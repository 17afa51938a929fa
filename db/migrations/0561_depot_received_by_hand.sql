-- Whoever receives goods may have no account: they sign on the giver's screen, or on paper that is photographed.
alter table depot.stock_doc add column received_staff_id bigint;
alter table depot.stock_doc add column received_name text;
alter table depot.stock_doc add column received_how text check (received_how in ('code', 'signature', 'paper'));
alter table depot.stock_doc add foreign key (tenant_no, received_staff_id) references registry.staff (tenant_no, id);

--@view depot.stock_in of=depot.stock_doc where=doc_type:purchaseIn
--@view depot.other_in of=depot.stock_doc where=doc_type:otherIn
--@view depot.use_out of=depot.stock_doc where=doc_type:useOut
--@view depot.issue_out of=depot.stock_doc where=doc_type:issueOut
