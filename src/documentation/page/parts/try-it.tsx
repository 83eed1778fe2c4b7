import type { Say } from '../../../units/language.ts'
import { describedEndpoints } from '../../described-endpoints.ts'
import type { Deployment } from '../blocks.ts'
import { Console } from '../console.tsx'
import { Doctor } from '../doctor.tsx'

/** The console and the signature doctor. */
export function TryIt({ deployment, say }: { deployment: Deployment; say: Say }) {
  const { sandbox, toleranceSeconds } = deployment
  return (
    <>
      <h3 id="console">
        <a href="#console">{say({ zh: '送出請求', en: 'Send a request' })}</a>
      </h3>
      <Console endpoints={describedEndpoints()} sandbox={sandbox} say={say} />
      <h3 id="doctor">
        <a href="#doctor">{say({ zh: '簽章診斷', en: 'Signature doctor' })}</a>
      </h3>
      <Doctor toleranceSeconds={toleranceSeconds} say={say} />
    </>
  )
}
