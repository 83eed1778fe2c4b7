// The script of the documentation: search, copy buttons, the place in the contents, one language of samples, colours of
// code, the console and the signature doctor. Without it everything can be read. What is typed stays in the page: it is
// not stored, and nothing is sent but the request that the reader sends from the console.
import { startConsole } from './console.ts'
import { startDoctor } from './doctor.ts'
import { dress } from './page/code.ts'
import { foldContents, watchPlace } from './page/contents.ts'
import { switchSamples } from './page/samples.ts'
import { startSearch } from './page/search.ts'
import { openTarget } from './page/target.ts'

openTarget()
window.addEventListener('hashchange', openTarget)
foldContents()
watchPlace()
switchSamples()
for (const code of document.querySelectorAll<HTMLElement>('main pre > code')) dress(code)
startSearch()
const doctor = document.getElementById('doctor-form')
if (doctor instanceof HTMLFormElement) startDoctor(doctor)
const tryIt = document.getElementById('console-form')
if (tryIt instanceof HTMLFormElement) startConsole(tryIt)
