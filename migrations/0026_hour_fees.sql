-- What the platform had got in fees by the end of an hour, in hundredths: nothing before there were prices.
alter table hour_figures add column fees integer not null default 0;
