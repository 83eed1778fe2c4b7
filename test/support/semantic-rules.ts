/** Problems of `validation_error` about the meaning of a value, not its form: no schema can find them. */
export const semanticRules: readonly { readonly field: RegExp; readonly problem: RegExp }[] = [
  // A callback address that only an internal network resolves, or the service's own.
  { field: /^(notify|reverse)_url$/, problem: /^必須是可由外部網路連線的公開網址/ },
  // Bytes of JSON as sent, by the merchant's own limit; and how deep a body is nested.
  { field: /^extra$/, problem: /^不可超過 .* KiB/ },
  { field: /^body$/, problem: /^巢狀結構不可超過 8 層/ },
  // An account that the merchant does not have.
  { field: /^settlement_account$/, problem: /^查無此結算帳戶/ },
  // Two fields that contradict each other.
  { field: /^payer_account_last5$/, problem: /^與付款帳號的末五碼不一致/ },
  { field: /^(orderid|serial_no)$/, problem: /^orderid 為代收、serial_no 為代付/ },
  { field: /^from$/, problem: /^(不可晚於 to|一次最多查詢 \d+ 日)/ },
  // A cursor of other days than the request's, or of a day that has changed since.
  { field: /^cursor$/, problem: /^(不屬於 from 至 to 的期間|查詢期間有較早時間的異動入帳)/ },
]

/** The problems of a `validation_error` that a schema should have found; empty if all are about meaning. */
export function problemsOfForm(errors: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(errors).flatMap(([field, problems]) =>
    problems
      .filter(
        (one) => !semanticRules.some((rule) => rule.field.test(field) && rule.problem.test(one)),
      )
      .map((one) => `${field}: ${one}`),
  )
}
