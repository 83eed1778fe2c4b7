/**
 * A standing import that also has a statement's line, in SQL; `stated` is its row of `bank_import_days`. It has the
 * line's day and was imported after the line was stored, so its file has the line.
 *
 * @param one the name of the transaction's table in the statement
 * @param columns the selected columns
 */
export function otherImportsOf(one: string, columns: string): string {
  return `
    select ${columns} from bank_import_days as stated
    cross join bank_imports as other on other.id = stated.import_id
    where stated.bank_account_id = ${one}.bank_account_id and stated.day = ${one}.line_key ->> 0
      and stated.import_id <> ${one}.import_id and other.undo is null
      and (stated.told_at, stated.import_id) > (${one}.confirmed_at, ${one}.import_id)`
}

/** Whether an import, `whole`, has the days and as many lines as another one, in SQL: that one misses no line. */
export function hasWhole(one: string): string {
  return `whole.problems in ('[]', ${one}.problems) and whole.lines >= ${one}.lines
      and whole.from_day <= ${one}.from_day and whole.to_day >= ${one}.to_day`
}

/** Whether a line belongs only to an import that is being undone, in SQL: it must not be used. */
export function isBeingUndone(one: string): string {
  return `(
    ${one}.source = 'statement'
    and exists (select 1 from bank_imports where id = ${one}.import_id and undo = 'undoing')
    and not exists (${otherImportsOf(one, '1')})
  )`
}
