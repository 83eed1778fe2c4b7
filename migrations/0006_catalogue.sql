-- What a member may pay by link, by merchant; null follows the platform's default.
alter table merchants add column payment_amounts text
  constraint merchants_payment_amounts_json check (payment_amounts is null or json_valid(payment_amounts));

-- Products of the platform (merchant_uid is '') and of single merchants.
create table products (
  id integer primary key,
  merchant_uid text not null,
  sku text not null constraint products_sku_length check (length(sku) between 1 and 64),
  name text not null,
  currency text not null,
  price_hkd_cents integer not null constraint products_price_not_negative check (price_hkd_cents >= 0)
);

create unique index products_sku on products (merchant_uid, sku);
