// Bindings whose calls a test counts, delays, answers itself or has fail.

/** Makes a call to a database by `run`, or does something else; `sqls` are the texts of its statements. */
type Watch = <Answer>(run: () => Promise<Answer>, sqls: readonly string[]) => Promise<Answer>

// Of every connection: a batch takes statements that another has prepared.
const real = new WeakMap<object, { readonly statement: D1PreparedStatement; sql: string }>()

/** The database, each of whose calls goes through `watch`: a batch, or a statement outside of one. */
export function watchedD1(d1: D1Database, watch: Watch): D1Database {
  const watched = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const proxy = watchedBinding(statement, (run, name, given) =>
      name === 'bind' ? watched(statement.bind(...given), sql) : watch(run, [sql]),
    )
    real.set(proxy, { statement, sql })
    return proxy
  }
  return watchedBinding(d1, (run, name, [first]) => {
    if (name === 'prepare') return watched(d1.prepare(String(first)), String(first))
    if (name === 'withSession') return watchedD1(run() as never, watch)
    if (name !== 'batch') return run()
    const known = (first as D1PreparedStatement[]).map(
      (one) => real.get(one) ?? { statement: one, sql: '' },
    )
    const batch = () => d1.batch(known.map(({ statement }) => statement))
    return watch(
      batch,
      known.map(({ sql }) => sql),
    )
  })
}

/** The database, which does `before` ahead of each call that has such a statement. */
export function interruptedD1(d1: D1Database, like: RegExp, before: () => unknown): D1Database {
  return watchedD1(d1, async (run, sqls) => {
    if (sqls.some((sql) => like.test(sql))) await before()
    return run()
  })
}

/** The database, which says that it has so many bytes; it tells its own size where that is null. */
export function sizedD1(d1: D1Database, bytes: () => number | null): D1Database {
  return watchedD1(d1, async (run, [first]) => {
    const answer = await run()
    const size = first === 'select 1' ? bytes() : null
    return size === null ? answer : Object.assign({}, answer, { meta: { size_after: size } })
  })
}

/** The rows that a call has read and written; none where its answer does not say it. */
export function rowsOfAnswer(answer: unknown): { readonly read: number; readonly written: number } {
  const metas = [answer].flat().map((one) => (one as Partial<D1Result>).meta)
  return {
    read: metas.reduce((sum, meta) => sum + (meta?.rows_read ?? 0), 0),
    written: metas.reduce((sum, meta) => sum + (meta?.rows_written ?? 0), 0),
  }
}

/** The binding, each of whose calls goes through `watch`, which makes it by `run` or does something else. */
export function watchedBinding<Binding extends object>(
  binding: Binding,
  watch: (run: () => Promise<unknown>, name: string, given: readonly unknown[]) => unknown,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => watch(() => value.apply(target, given), String(name), given)
    },
  })
}
