// Shows a statement's file as soon as it is chosen or dropped, and keeps it for the import. Without the script the form
// shows it on a page of its own, and the file is chosen again.

const form = document.getElementById('statement')
const drop = form?.querySelector('.drop')
const input = form?.querySelector('input[type=file]')
const preview = form?.querySelector('button[name=dry_run]')
// Whether the browser sends the form itself.
let isPlain = false
// Whether another file was chosen while an answer was awaited: that answer is of the earlier one.
let isOtherChosen = false

if (
  form instanceof HTMLFormElement &&
  drop instanceof HTMLElement &&
  input instanceof HTMLInputElement &&
  preview instanceof HTMLButtonElement
) {
  const showChosen = () => {
    if (input.value !== '') form.requestSubmit(preview)
  }
  input.addEventListener('change', showChosen)
  form.addEventListener('submit', async (event) => {
    if (isPlain) return
    event.preventDefault()
    if (form.ariaBusy === 'true') {
      isOtherChosen ||= event.submitter === preview
      return
    }
    await send(form, event.submitter, drop.dataset.busy ?? '')
    if (!isOtherChosen) return
    isOtherChosen = false
    form.requestSubmit(preview)
  })
  for (const name of ['dragenter', 'dragover']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    const files = event.dataTransfer?.files
    if (files === undefined || files.length === 0) return
    input.files = files
    form.requestSubmit(preview)
  })
  // A file may have been chosen before the script was loaded.
  showChosen()
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {string} busy
 */
async function send(form, button, busy) {
  form.ariaBusy = 'true'
  announce(busy)
  try {
    const body = new FormData(form, button)
    const answer = await fetch(form.action, { method: 'POST', body })
    if (answer.redirected) {
      location.assign(answer.url)
      return
    }
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    // The browser sends it with the same button: a preview must never become an import.
    isPlain = true
    form.requestSubmit(button)
  }
  form.ariaBusy = 'false'
  announce('')
}

/** @param {Document} answer */
function show(answer) {
  const told = ['notices', 'statement-result'].filter((id) => replaced(id, answer))
  if (told.length === 0) replaced('main', answer)
  const next = document.getElementById('refused') ?? document.getElementById('statement-result')
  next?.focus()
}

/**
 * @param {string} id
 * @param {Document} answer
 */
function replaced(id, answer) {
  const shown = document.getElementById(id)
  const wanted = answer.getElementById(id)
  if (shown === null || wanted === null) return false
  shown.replaceChildren(...wanted.childNodes)
  return true
}

/** @param {string} text */
function announce(text) {
  const announcer = document.getElementById('announcer')
  if (announcer !== null) announcer.textContent = text
}
