-- Whom members see that they pay, and where they find help: {"name", "supportUrl"}. Null follows the merchant's name.
alter table merchants add column display text
  constraint merchants_display_json check (display is null or json_valid(display));
