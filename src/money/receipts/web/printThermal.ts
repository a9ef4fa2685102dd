const PX_PER_MM = 96 / 25.4
const MARGINS_MM = 8

/**
 * Prints the papers of the page for a roll of 80 mm. The page is as long as the paper, because a printer feeds as much of the roll
 * as the page is long.
 */
export const printThermal = (): void => {
  const root = document.documentElement
  root.dataset.thermal = ''
  const height = document.querySelector('.paper')?.getBoundingClientRect().height ?? 0
  const page = new CSSStyleSheet()
  page.insertRule(`@page thermal-paper { size: 80mm ${Math.ceil(height / PX_PER_MM) + MARGINS_MM}mm; margin: 4mm; }`)
  const before = document.adoptedStyleSheets
  document.adoptedStyleSheets = [...before, page]
  const restore = () => {
    document.adoptedStyleSheets = before
    delete root.dataset.thermal
  }
  window.addEventListener('afterprint', restore, { once: true })
  window.print()
}
