import { readFileSync } from 'node:fs'

/** A request as a program of one of six languages built and signed it. */
export type KeptRequest = {
  readonly by: string
  /** The mistakes that the doctor has to name, then in words what was done; null where nothing is wrong. */
  readonly mistake: string | null
  readonly made: string
  readonly type: 'json' | 'form'
  readonly secret: string
  readonly body: string
  /** The string that was signed, where it is told. */
  readonly pasted?: string
}

export const languages = ['php', 'java', 'node', 'go', 'python', 'csharp']

/**
 * What a program of each language wrote to its output; that of C# ran on .NET 8 on Linux. The programs were in `kept` up
 * to commit af24afa8. All but those with a string, and the dates of C#, were written before the doctor was read.
 */
export const keptRequests = languages.flatMap((language) =>
  readFileSync(`${import.meta.dirname}/kept/${language}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line): KeptRequest => JSON.parse(line)),
)

/** The mistakes that the doctor has to name. */
export function mistakesOf({ mistake }: KeptRequest): readonly string[] {
  return mistake?.split(': ')[0]?.split('+') ?? []
}
