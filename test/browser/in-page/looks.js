// Asked of a page from inside of it; the tests run this file there and then call `looks`.

const tapTargetPixels = 44

Object.assign(window, { looks: { overflow, smallTargets, missingCharacters, places } })

/** By how many pixels the page is wider than its window. */
function overflow() {
  return document.documentElement.scrollWidth - window.innerWidth
}

/** What can be tapped and is smaller than a finger. */
function smallTargets() {
  const targets = [...document.querySelectorAll('a[href], button, input:not([type=hidden])')]
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isSmall = width < tapTargetPixels || height < tapTargetPixels
    return isSmall && width > 0 ? [`${target.outerHTML} is ${width} × ${height}`] : []
  })
}

/** Characters that the page's fonts have no picture of, so that a box stands there. */
function missingCharacters() {
  const size = 24
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * 2
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('no canvas')
  pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`
  const picture = (/** @type {string} */ character) => {
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.fillText(character, 4, size * 1.4)
    return pen.getImageData(0, 0, canvas.width, canvas.height).data.join()
  }
  // A character that no font has.
  const missing = picture('\u{10fffd}')
  const characters = new Set(document.title + document.body.innerText)
  return [...characters].filter((one) => one.trim() !== '' && picture(one) === missing)
}

/** Where everything stands that has an id, from the top of the page. */
function places() {
  const all = [...document.querySelectorAll('main [id], main dt, footer')]
  return all.map((one) => {
    const { x, y, height } = one.getBoundingClientRect()
    return [one.id || one.textContent, x, y + window.scrollY, height].join(' ')
  })
}
