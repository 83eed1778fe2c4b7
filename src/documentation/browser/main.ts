// The script of the documentation's console and signature doctor. What is typed stays in the page: nothing is stored,
// and nothing is sent but the request that the reader sends from the console.
import { startConsole } from './console.ts'
import { startDoctor } from './doctor.ts'

const doctor = document.getElementById('doctor-form')
if (doctor instanceof HTMLFormElement) startDoctor(doctor)
const tryIt = document.getElementById('console-form')
if (tryIt instanceof HTMLFormElement) startConsole(tryIt)
