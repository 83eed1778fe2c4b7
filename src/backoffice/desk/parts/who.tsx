import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { useDesk } from '../desk.ts'
import { Foreign } from './values.tsx'

/** A person by name, with the way to what they have done today for whoever reads the journal. */
export function Who({ name }: { name: string }) {
  const { may, now, say } = useDesk()
  if (name === '' || !may('listJournal')) return <Foreign text={name} />
  const today = secondsToTaipei(now).slice(0, 10)
  const query = new URLSearchParams({ actor: name, from: today }).toString()
  return (
    <a
      href={`/journal?${query}`}
      title={say({ zh: '今天做了什麼', en: 'What they have done today' })}
    >
      <Foreign text={name} />
    </a>
  )
}
