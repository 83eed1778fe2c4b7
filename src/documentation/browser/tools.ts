// The console and the signature doctor are most of the page's scripts, and most readers only read: they load when the
// reader comes to them.
import { startConsole } from './console.ts'
import { startDoctor } from './doctor.ts'

export { toggleConsole } from './console.ts'

/** Shows both forms. */
export function startTools(): void {
  const doctor = document.getElementById('doctor-form')
  if (doctor instanceof HTMLFormElement) startDoctor(doctor)
  const tryIt = document.getElementById('console-form')
  if (tryIt instanceof HTMLFormElement) startConsole(tryIt)
}
