import type { ImportState as State, UndoState } from '../../../../contract/back-office/states.ts'
import { useDesk } from '../../desk.ts'
import { importStateLabels } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { Badge, type Tone } from '../../parts/values.tsx'

export function ImportState({ state }: { state: State | UndoState }) {
  const { say } = useDesk()
  return <Badge tone={importTones[state]}>{say(labelFor(importStateLabels, state))}</Badge>
}

export const importTones: Readonly<Record<State | UndoState, Tone>> = {
  running: 'busy',
  done: 'done',
  incomplete: 'wrong',
  undoing: 'busy',
  undone: 'over',
}
