const wide: Readonly<Record<string, string>> = {
  ',': '，',
  ':': '：',
  ';': '；',
  '(': '（',
  ')': '）',
}

/** A message of the API as pages write it: punctuation beside a Chinese character is as wide as that. */
export function inFullWidth(text: string): string {
  const beside = /(?<=[\p{Script=Han}」])[,:;()]|[,:;()](?=[\p{Script=Han}「])/gu
  return text.replace(beside, (mark) => wide[mark] ?? mark)
}
