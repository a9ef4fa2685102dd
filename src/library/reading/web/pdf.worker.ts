/*
 * The worker that parses a PDF, which runs pdf.js's own. If a page's content is truncated or its pictures cannot be decoded, pdf.js shows
 * the rest and only logs a warning; here the warning becomes a message. The server knows this file's name and allows only this script to
 * compile WebAssembly.
 */
import type { PageFault } from './pageFault.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/** Warnings of pdf.js. Page numbers in them are zero-based. */
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
