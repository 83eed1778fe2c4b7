-- Notes of people on orders are rows of the journal, found by their order. Other rows have no entry.
create index journal_notes on journal (subject) where action = 'note';
