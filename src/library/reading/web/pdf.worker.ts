/*
 * The thread that parses a PDF: pdf.js's own. Where a page's content breaks off in the middle or its pictures cannot be
 * decoded, pdf.js shows the rest and only warns on the console; here the warning becomes a message. The file's name is
 * known to the server, which lets this script alone compile WebAssembly.
 */
import type { PageFault } from './pdfThread.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** What pdf.js warns of. Where it names the page, that counts from 0. */
const warnings: readonly (readonly [PageFault, RegExp])[] = [
  ['damaged', /ignoring errors during "GetOperatorList: page (\d+)"|getOperatorList - ignoring XObject/],
  ['pictures', /Unable to decode image ".*?img_p(\d+)_|Unable to decode (?:inline )?image|Image exceeded maximum allowed size/],
]

globalThis.console.warn = (text: unknown) => {
  for (const [pageFault, warning] of warnings) {
    const found = warning.exec(String(text))
    if (found) globalThis.postMessage({ pageFault, page: found[1] === undefined ? undefined : Number(found[1]) + 1 })
  }
}
