/*
 * The thread that parses a PDF: pdf.js's own. Where a page's content breaks off in the middle, pdf.js shows what came
 * before and only whispers about it on the console; here the whisper becomes a message. The file's name is known to
 * the server, which lets this script alone compile WebAssembly.
 */
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

const brokenPage = /ignoring errors during "GetOperatorList: page (\d+)"/

globalThis.console.warn = (text: unknown) => {
  const page = brokenPage.exec(String(text))?.[1]
  if (page !== undefined) globalThis.postMessage({ damagedPage: Number(page) + 1 })
}
