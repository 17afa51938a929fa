-- Papers and what hangs on them are saved in bulk: their numbers are taken before.
grant usage on sequence commerce.commodity_id_seq, commerce.commodity_sku_id_seq, commerce.product_id_seq,
  commerce.product_sku_id_seq, commerce.trade_order_id_seq,
  commerce.trade_order_money_id_seq, commerce.trade_order_line_id_seq,
  commerce.shipment_id_seq, commerce.after_sale_id_seq to mulian_app;
