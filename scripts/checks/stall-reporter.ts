type Module = { readonly relativeModuleId: string; readonly project: { readonly name: string } }

type Run = { exit(force: boolean): Promise<void> }

/** The time limit between the ends of two tests: above the time limits of a test and of its file's hooks. */
export const stallMs = 600_000

/**
 * A vitest reporter that ends a run in which no test has ended for `stallMs`, and prints the running files. Vitest's time
 * limits do not cover a file that hangs while it is loaded, or after its last test.
 */
export default class StallReporter {
  #run: Run | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #running = new Set<string>()
  #lastEnded = 'none'
  #lastBegun = 'none'

  onInit(run: Run): void {
    this.#run = run
  }

  onTestRunStart(): void {
    this.#wait()
  }

  onTestModuleQueued(module: Module): void {
    this.#running.add(moduleName(module))
    this.#wait()
  }

  onTestCaseReady({ fullName }: { readonly fullName: string }): void {
    this.#lastBegun = fullName
  }

  onTestCaseResult(): void {
    this.#wait()
  }

  onTestModuleEnd(module: Module): void {
    this.#lastEnded = moduleName(module)
    this.#running.delete(this.#lastEnded)
    this.#wait()
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), stallMs)
  }

  #end(): void {
    const running = [...this.#running].join(', ') || 'no file'
    const last = `The last file that ended: ${this.#lastEnded}. The last test that began: ${this.#lastBegun}.`
    const minutes = stallMs / 60_000
    console.error(
      `No test has ended for ${minutes} minutes: the run is ended. Running: ${running}. ${last}`,
    )
    process.exitCode = 1
    this.#run?.exit(true)
  }
}

function moduleName({ project, relativeModuleId }: Module): string {
  return `${project.name} ${relativeModuleId}`
}
