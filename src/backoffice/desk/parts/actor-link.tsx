import { secondsToTaipei } from '../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../desk.ts'
import { OutsideText } from './values.tsx'

/** A person by name, with a link to the person's acts of today for readers of the journal. */
export function ActorLink({ name }: { name: string }) {
  const desk = useDesk()
  const { may, say } = desk
  if (name === '' || !may('listJournal')) return <OutsideText text={name} />
  return (
    <a
      href={todayOf(desk, name)}
      title={say({ zh: '今天做了什麼', en: 'What they have done today' })}
    >
      <OutsideText text={name} />
    </a>
  )
}

/** The address of a person's journal of today. */
export function todayOf({ now }: Pick<Desk, 'now'>, name: string): string {
  const today = secondsToTaipei(now).slice(0, 10)
  return `/journal?${new URLSearchParams({ actor: name, from: today })}`
}
