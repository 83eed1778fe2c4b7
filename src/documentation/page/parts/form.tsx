import type { Say } from '../../../units/language.ts'
import type { FormBlock } from '../blocks.ts'
import { ConsoleForm } from '../console.tsx'
import { DoctorForm } from '../doctor.tsx'

/** A form that the page's script shows, in place of the sentence that says that it needs one. */
export function Form({ block, say }: { block: FormBlock; say: Say }) {
  const { sandbox, toleranceSeconds } = block.deployment
  return (
    <>
      <p data-needs-script>{say(block.withoutScript)}</p>
      {block.form === 'console' ? (
        <ConsoleForm sandbox={sandbox} say={say} />
      ) : (
        <DoctorForm toleranceSeconds={toleranceSeconds} say={say} />
      )}
    </>
  )
}
