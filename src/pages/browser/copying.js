/**
 * Puts a text into the clipboard; false where the browser does not allow it.
 *
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without HTTPS, and in browsers inside chat apps, only `execCommand` works.
    return copyBySelection(text)
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}
