import {
  applyMigrations,
  applyTriggers,
  bookmark,
  deployAtOnce,
  divide,
  listDeployments,
  listVersions,
  pendingMigrations,
  rollBack,
  typed,
  upload,
} from './commands.ts'
import type { Release } from './release.ts'

/** What a release would do, line by line, without asking anybody: `--dry-run`. */
export function planOf({ workers, databases, commit, stages }: Release): readonly string[] {
  const [first] = workers
  const asked = workers.flatMap((worker) => [listDeployments(worker), listVersions(worker)])
  const migrated =
    first === undefined
      ? []
      : databases.flatMap(({ binding }) => [
          typed(pendingMigrations(first, binding)),
          `${typed(bookmark(first, binding))}   where it lacks some`,
          `${typed(applyMigrations(first, binding))}   where it lacks some`,
        ])
  const rolled = workers.flatMap((worker) => {
    if (stages === null) return [typed(deployAtOnce(worker, commit)), 'smoke']
    const shares = stages.flatMap((percent) => {
      return [typed(divide(worker, '<new>', percent, '<old>')), `smoke, with ${percent} %`]
    })
    return [typed(upload(worker, commit)), ...shares, typed(applyTriggers(worker))]
  })
  const back = workers.toReversed().map((worker) => typed(rollBack(worker, '<old>', commit)))
  return [
    ...['Where both Workers stand:', ...asked.map(typed)],
    ...['', 'The databases:', ...migrated],
    ...['', 'The Workers:', ...rolled],
    ...['', 'When a smoke test finds something wrong, twice:', ...back],
  ]
}
