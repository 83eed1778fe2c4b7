/** Problems in Traditional Chinese, each with its English. `{}` stands for what a text is filled with, in order. */
export type ProblemTable = Readonly<Record<string, string>>

/** The English of a problem; null where the table has none. */
export type EnglishOf = (problem: string) => string | null

/** Finds the English of problems in a table. The patterns of filled texts are made when the first one is looked up. */
export function englishFrom(table: ProblemTable): EnglishOf {
  let filled: readonly Filled[] | undefined
  return (problem) => {
    if (Object.hasOwn(table, problem)) return table[problem] ?? null
    filled ??= filledTexts(table)
    for (const { pattern, meaning } of filled) {
      const found = pattern.exec(problem)
      if (found === null) continue
      const values = found.slice(1)
      return meaning.replaceAll('{}', () => (values.shift() ?? '').replaceAll('、', ', '))
    }
    return null
  }
}

type Filled = { readonly pattern: RegExp; readonly meaning: string }

function filledTexts(table: ProblemTable): readonly Filled[] {
  return Object.entries(table)
    .filter(([chinese]) => chinese.includes('{}'))
    .map(([chinese, meaning]) => ({ pattern: patternOf(chinese), meaning }))
}

function patternOf(chinese: string): RegExp {
  const parts = chinese.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 's')
}
