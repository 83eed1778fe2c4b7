import type { Say } from '../../../units/language.ts'
import type { Deployment } from '../blocks.ts'
import { Doctor } from '../doctor.tsx'

/** The console and the signature doctor. */
export function TryIt({ deployment, say }: { deployment: Deployment; say: Say }) {
  return (
    <>
      <h3 id="doctor">
        <a href="#doctor">{say({ zh: '簽名診斷', en: 'Signature doctor' })}</a>
      </h3>
      <Doctor toleranceSeconds={deployment.toleranceSeconds} say={say} />
    </>
  )
}
