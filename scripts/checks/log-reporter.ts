import { keepLog } from './kept-log.ts'

/** A reporter of vitest that shows nothing, and keeps what Workers log within the tests' own runtime. */
export default class LogReporter {
  onUserConsoleLog({ content }: { readonly content: string }): void {
    keepLog(content)
  }
}
