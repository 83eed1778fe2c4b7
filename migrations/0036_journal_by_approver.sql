-- What was approved is found by who approved it. A row that nobody had to approve has no entry.
create index journal_by_approver on journal (approved_by) where approved_by <> '';
