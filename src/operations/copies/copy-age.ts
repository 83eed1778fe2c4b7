import type { MerchantContext } from '../../context.ts'
import type { CopyAges } from '../../rules/alarms/alarm-checks.ts'
import { copyPosition } from '../../store/copies/copy-position.ts'
import { daySeconds, toSeconds } from '../../units/clock.ts'

/** The ages of a database's copies. */
export async function copyAges({ db, now, archive }: MerchantContext): Promise<CopyAges> {
  if (archive === null) return { copyAge: null, scanAge: null }
  const position = await copyPosition(db)
  const ageOf = (at: number | null) => (at === null ? null : Math.max(0, toSeconds(now()) - at))
  const ageOfBegin = position === null ? neverCopiedSeconds : ageOf(position.begunAt)
  return {
    copyAge: ageOf(position?.wholeAt ?? null) ?? ageOfBegin,
    scanAge: ageOf(position?.scannedAt ?? null) ?? ageOfBegin,
  }
}

// Copying of a new database begins in its first minute.
const neverCopiedSeconds = daySeconds
