/**
 * An import that stands and that has held a line of a statement too, in SQL: the columns of `told`, one row of
 * `bank_import_days`. It holds the line's day, and told it after the line was stored, so its file has the line.
 *
 * @param one the name of the transaction's table in the statement
 * @param columns what is selected
 */
export function otherImportsOf(one: string, columns: string): string {
  return `
    select ${columns} from bank_import_days as told
    cross join bank_imports as other on other.id = told.import_id
    where told.bank_account_id = ${one}.bank_account_id and told.day = ${one}.line_key ->> 0
      and told.import_id <> ${one}.import_id and other.undo is null
      and (told.told_at, told.import_id) > (${one}.confirmed_at, ${one}.import_id)`
}

/** Whether a line is a statement's alone whose import is being taken back, in SQL: nothing may be done with it. */
export function isBeingUndone(one: string): string {
  return `(
    ${one}.source = 'statement'
    and exists (select 1 from bank_imports where id = ${one}.import_id and undo = 'undoing')
    and not exists (${otherImportsOf(one, '1')})
  )`
}
